"""The configuration: a file, variables and flags; and `saloon serve --check`."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest

from cli.terminal import Shell
from saloon.core.errors import BadInput
from saloon.server.configuration import SECRETS, Configuration, read_configuration
from saloon.server.settings import ServerLimits, Settings
from samples import SOLITAIRE
from server.running import Player, Running, fetch, lay_out_tables

EXAMPLE = Path(__file__).parents[2] / "deploy" / "saloon.toml"


def read(file: Path | None = None, environment: dict[str, str] | None = None, **flags: object) -> Configuration:
    return read_configuration(str(file) if file else None, environment or {}, flags, default_database="sqlite:///x.db")


def test_a_variable_overrides_the_file_and_a_flag_overrides_both(tmp_path: Path) -> None:
    file = tmp_path / "saloon.toml"
    file.write_text(
        'port = 1\nhost = "::1"\nworkers = 2\n[limits]\nbody_bytes = 1\nwatchers_per_table = 1\nhead_seconds = 1\n'
    )
    environment = {
        "SALOON_PORT": "2", "SALOON_WORKERS": "3", "SALOON_LIMITS_BODY_BYTES": "2", "SALOON_LIMITS_HEAD_SECONDS": "2.5",
        "SALOON_ORIGINS": "https://a.example, https://b.example", "SALOON_SECURE": "true",
    }  # fmt: skip
    found = read(file, environment, port=3, limits=("body_bytes=3",))
    assert (found.host, found.workers, found.port) == ("::1", 3, 3)
    limits = found.settings.limits
    assert (limits.watchers_per_table, limits.head_seconds, limits.body_bytes) == (1, 2.5, 3)
    assert (found.settings.origins, found.settings.secure) == (("https://a.example", "https://b.example"), True)
    assert read(None, {**environment, "SALOON_CONFIG": str(file)}).host == "::1"


def test_the_example_lists_every_setting_with_its_default() -> None:
    text = re.sub(r"^# (?=\w+ = |    \"|\]$)", "", EXAMPLE.read_text(), flags=re.MULTILINE)
    listed = tomllib.loads(text)
    limits = listed.pop("limits")
    assert limits == msgspec.to_builtins(ServerLimits())
    settings = msgspec.to_builtins(Settings(database=""))
    own = {"host", "port", "workers", "database_file"}
    assert set(listed) == set(settings) - {"limits"} | own
    unset = {"metrics_port", "push_contact"}  # by default
    for name in set(settings) - set(SECRETS) - {"limits"} - unset:
        assert listed[name] == (list(settings[name]) if isinstance(settings[name], tuple) else settings[name]), name
    assert read(EXAMPLE) == Configuration(Settings(database="sqlite:///x.db"))


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("prot = 8000", ["prot", "'8000'", "is not a setting", "port"]),
        ("port = 'many'", ["port", "'many'", "a whole number"]),
        ("secure = 1", ["secure", "'1'", "true or false"]),
        ("origins = 'https://a.example'", ["origins", "a list of texts"]),
        ("bot_threads = 0", ["bot_threads", "'0'", "above 0"]),
        ("idle_seconds = inf", ["idle_seconds", "'inf'"]),
        ("idle_seconds = nan", ["idle_seconds", "'nan'"]),
        ("[limits]\npatience = 3", ["limits.patience", "'3'", "is not a limit"]),
        ("[limits]\nbody_bytes = 1.5", ["limits.body_bytes", "'1.5'", "a whole number"]),
        ("limits = 3", ["limits must be a table"]),
        ("port = = 3", ["cannot be read", "line 1"]),
        ("database_file = '/nowhere/at/all'", ["database_file", "/nowhere/at/all", "No such file"]),
        ("database = 'sqlite:///a'\ndatabase_file = '/b'", ["database_file", "database is set as well"]),
    ],
)
def test_a_bad_file_is_refused_by_its_name_key_and_value(content: str, named: list[str], tmp_path: Path) -> None:
    file = tmp_path / "saloon.toml"
    file.write_text(content)
    with pytest.raises(BadInput) as refused:
        read(file)
    assert refused.value.code == "BAD_CONFIG"
    for part in (str(file), *named):
        assert part in refused.value.reason


def test_a_bad_variable_is_refused_by_its_name_and_value() -> None:
    for variable, value, named in (
        ("SALOON_PROT", "1", "is not a setting"),
        ("SALOON_PORT", "x", "a whole number"),
        ("SALOON_LIMITS_BODY_BYTES", "-1", "above 0"),
    ):
        with pytest.raises(BadInput, match=f"{variable} = '{value}'.*{named}"):
            read(None, {variable: value})


@pytest.mark.parametrize(
    "environment",
    [
        {"SALOON_DATABSE": "postgresql://a:hush@b/c"},
        {"SALOON_METRIC_TOKEN": "hush"},
        {"SALOON_PORT": "redis://:hush@c"},
    ],
)
def test_an_error_never_repeats_a_secret(environment: dict[str, str]) -> None:
    with pytest.raises(BadInput) as refused:
        read(None, environment)
    assert "hush" not in refused.value.reason
    assert next(iter(environment)) in refused.value.reason


def test_secrets_come_from_files(tmp_path: Path) -> None:
    for name in SECRETS:
        (tmp_path / name).write_text(f"  sqlite:///{name}.db \nsecond line\n")
    found = read(None, {f"SALOON_{name.upper()}_FILE": str(tmp_path / name) for name in SECRETS}).settings
    assert [getattr(found, name) for name in SECRETS] == [f"sqlite:///{name}.db" for name in SECRETS]
    (tmp_path / "database").write_text("\n")
    with pytest.raises(BadInput, match="first line"):
        read(None, {"SALOON_DATABASE_FILE": str(tmp_path / "database")})


def test_a_server_and_the_admin_commands_follow_the_file(tmp_path: Path, shell: Shell) -> None:
    """The limit, the token of the metrics and the database come from the file; the port from a flag."""
    (tmp_path / "token").write_text("open-sesame\n")
    (tmp_path / "url").write_text(f"sqlite:///{tmp_path / 'own.db'}\n")
    file = tmp_path / "saloon.toml"
    file.write_text(
        f"database_file = '{tmp_path / 'url'}'\nmetrics_token_file = '{tmp_path / 'token'}'\nport = 1\n"
        "[limits]\ntables_per_player = 1\n"
    )
    with Running(f"sqlite:///{tmp_path / 'own.db'}", arguments=["--config", str(file)]) as server:
        player = Player(server.url)
        player.create(SOLITAIRE)
        assert player.refused("POST", "/api/tables", {"game": SOLITAIRE}) == (429, "TOO_MANY_TABLES")
        player.http.close()
        assert fetch(f"{server.url}/metrics").json()["code"] == "NOT_SIGNED_IN"
        assert fetch(f"{server.url}/metrics", authorization="Bearer shut").json()["code"] == "BAD_TOKEN"
        assert "saloon_tables" in fetch(f"{server.url}/metrics", authorization="Bearer open-sesame").text
    assert shell.run("admin", "doctor", "--config", str(file)).out.startswith("1 tables")


def check(*arguments: str, **environment: str) -> tuple[int, dict[str, str]]:
    """Run `saloon serve --check`; return its status and the lines by what they are about."""
    command = [sys.executable, "-m", "saloon", "serve", "--check", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, check=False)
    assert ran.stderr == ""
    return ran.returncode, dict(re.findall(r"^(?:ok|FAILED) +([\w ]+): (.*)$", ran.stdout, re.MULTILINE))


def test_check_finds_nothing_wrong_and_changes_nothing(tmp_path: Path) -> None:
    place = tmp_path / "new" / "saloon.db"
    status, lines = check("--port", "0", SALOON_DATABASE=f"sqlite:///{place}")
    assert (status, set(lines)) == (0, {"settings", "address", "page", "database", "signing key"})
    assert "will create" in lines["database"]
    assert not place.parent.exists()


def test_check_names_everything_that_is_wrong(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'own.db'}"
    lay_out_tables(url)
    with Running(url) as server:
        port = str(server.port)
        status, lines = check("--port", port, "--workers", "2", "--database", url, "--redis", "redis://127.0.0.1:1")
    assert status == 1
    assert lines["settings"].endswith("[BAD_WORKERS]")
    assert f"127.0.0.1:{port}" in lines["address"]
    assert "revision" in lines["database"]
    assert lines["signing key"] == "1 in the database"
    assert lines["redis"].endswith("[BAD_REDIS]")
    status, lines = check("--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/none")
    assert (status, lines["database"][-19:]) == (1, "[STORE_UNAVAILABLE]")
