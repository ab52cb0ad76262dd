"""A folder with installed plug-ins."""

from pathlib import Path

import pytest

from plugins.distributions import REDBLACK, install, install_faulty, python_path


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a sound plug-in and several faulty ones for every process that the test starts."""
    folder = tmp_path / "site"
    folder.mkdir()
    install(REDBLACK, folder)
    install_faulty(folder)
    monkeypatch.setenv("PYTHONPATH", python_path(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return folder
