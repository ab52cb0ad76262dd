"""The lock on an SQLite file: one holder at a time, from any process and path."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from saloon.core.errors import BadInput
from saloon.store.claim import DatabaseInUse, claimed, keep_private
from store.databases import ENVIRONMENT

PROGRAM = "import sys; from saloon.store.claim import claimed\nwith claimed(sys.argv[1]): pass"


def is_free(url: str) -> bool:
    """Whether another process can have the database."""
    ran = subprocess.run([sys.executable, "-c", PROGRAM, url], env=ENVIRONMENT, capture_output=True, check=False)
    return ran.returncode == 0


def test_a_refused_claim_does_not_end_that_of_the_holder(tmp_path: Path) -> None:
    """In one process too: to close a file that SQLite has locked there would drop the lock."""
    url = f"sqlite:///{tmp_path}/deep/saloon.db"
    with claimed(url):
        for _ in range(2):
            with pytest.raises(DatabaseInUse, match=str(tmp_path / "deep" / "saloon.db")), claimed(url):
                pass
            assert not is_free(url)
    assert is_free(url)
    assert [file.name for file in (tmp_path / "deep").iterdir()] == ["saloon.db-server"]


def test_shared_and_invalid_databases_are_not_claimed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with claimed("postgresql://db/saloon"), claimed("postgresql://db/saloon"):
        pass
    for url in ("sqlite:///", "sqlite:///:memory:", "mysql://db"):
        with pytest.raises(BadInput), claimed(url):
            pass
    assert [*tmp_path.iterdir()] == []


def test_a_file_behind_a_link_is_created_for_its_owner_only(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "saloon.db")
    keep_private(str(tmp_path / "link.db"))
    assert stat.S_IMODE((tmp_path / "saloon.db").stat().st_mode) == 0o600
