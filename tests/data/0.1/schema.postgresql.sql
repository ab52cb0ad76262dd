BEGIN;

CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL, 
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

-- Running upgrade  -> 0001

CREATE TABLE secrets (
    name TEXT NOT NULL, 
    value TEXT NOT NULL, 
    PRIMARY KEY (name)
);

CREATE TABLE players (
    player_id TEXT NOT NULL, 
    created_at BIGINT NOT NULL, 
    name TEXT NOT NULL, 
    PRIMARY KEY (player_id)
);

CREATE TABLE tables (
    table_id TEXT NOT NULL, 
    game TEXT NOT NULL, 
    rules_version TEXT NOT NULL, 
    seed TEXT NOT NULL, 
    nonce TEXT NOT NULL, 
    options TEXT NOT NULL, 
    start TEXT, 
    dealt_to TEXT NOT NULL, 
    private BOOLEAN NOT NULL, 
    seeded BOOLEAN NOT NULL, 
    host TEXT NOT NULL, 
    status TEXT NOT NULL, 
    created_at BIGINT NOT NULL, 
    started_at BIGINT, 
    finished_at BIGINT, 
    outcome TEXT, 
    rematch TEXT, 
    PRIMARY KEY (table_id), 
    FOREIGN KEY(host) REFERENCES players (player_id)
);

CREATE INDEX tables_by_status ON tables (status, created_at);

CREATE INDEX tables_by_host ON tables (host, status);

CREATE TABLE seats (
    table_id TEXT NOT NULL, 
    seat INTEGER NOT NULL, 
    kind TEXT NOT NULL, 
    level TEXT, 
    player_id TEXT, 
    generation INTEGER NOT NULL, 
    PRIMARY KEY (table_id, seat), 
    FOREIGN KEY(table_id) REFERENCES tables (table_id) ON DELETE CASCADE, 
    FOREIGN KEY(player_id) REFERENCES players (player_id)
);

CREATE INDEX seats_by_player ON seats (player_id);

CREATE TABLE entries (
    table_id TEXT NOT NULL, 
    rev INTEGER NOT NULL, 
    seat INTEGER NOT NULL, 
    kind TEXT NOT NULL, 
    payload TEXT NOT NULL, 
    at BIGINT, 
    PRIMARY KEY (table_id, rev), 
    FOREIGN KEY(table_id) REFERENCES tables (table_id) ON DELETE CASCADE
);

CREATE TABLE results (
    table_id TEXT NOT NULL, 
    seat INTEGER NOT NULL, 
    player_id TEXT NOT NULL, 
    game TEXT NOT NULL, 
    finished_at BIGINT NOT NULL, 
    record TEXT NOT NULL, 
    PRIMARY KEY (table_id, seat), 
    FOREIGN KEY(table_id) REFERENCES tables (table_id) ON DELETE CASCADE, 
    FOREIGN KEY(player_id) REFERENCES players (player_id)
);

CREATE INDEX results_by_player ON results (player_id, finished_at);

INSERT INTO alembic_version (version_num) VALUES ('0001') RETURNING alembic_version.version_num;

-- Running upgrade 0001 -> 0002

CREATE TABLE unrated (
    table_id TEXT NOT NULL, 
    seat INTEGER NOT NULL, 
    PRIMARY KEY (table_id, seat), 
    FOREIGN KEY(table_id) REFERENCES tables (table_id) ON DELETE CASCADE
);

CREATE TABLE ratings (
    player_id TEXT NOT NULL, 
    game TEXT NOT NULL, 
    mean DOUBLE PRECISION NOT NULL, 
    uncertainty DOUBLE PRECISION NOT NULL, 
    matches INTEGER NOT NULL, 
    PRIMARY KEY (player_id, game), 
    FOREIGN KEY(player_id) REFERENCES players (player_id)
);

INSERT INTO unrated (table_id, seat) SELECT results.table_id, min(results.seat) FROM results JOIN tables ON tables.table_id = results.table_id WHERE NOT tables.seeded AND tables.game IN ('highnoon', 'nevernine') GROUP BY results.table_id, results.finished_at;

UPDATE alembic_version SET version_num='0002' WHERE alembic_version.version_num = '0001';

-- Running upgrade 0002 -> 0003

ALTER TABLE tables ADD COLUMN seen_at BIGINT;

UPDATE alembic_version SET version_num='0003' WHERE alembic_version.version_num = '0002';

-- Running upgrade 0003 -> 0004

UPDATE alembic_version SET version_num='0004' WHERE alembic_version.version_num = '0003';

COMMIT;

