"""What `make setup` installs with."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return tools/setup.py."""
    monkeypatch.syspath_prepend(TOOLS)
    spec = spec_from_file_location("setup_of_a_checkout", TOOLS / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_uv_uses_the_index_and_the_certificates_of_pip(setup: ModuleType) -> None:
    configured = """
:env:.cert='/from/the/variable.pem'
:env:.quiet='1'
global.cert='/from/the/file.pem'
global.extra-index-url='https://more.example/simple'
global.index-url='https://index.example/simple'
"""
    assert setup.uv_settings(configured) == {
        "SSL_CERT_FILE": "/from/the/variable.pem",
        "UV_DEFAULT_INDEX": "https://index.example/simple",
    }
    assert setup.uv_settings("") == {}


def test_where_uv_cannot_be_fetched_pip_installs(
    setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "VENV", tmp_path)
    monkeypatch.setattr(setup, "PYTHON", Path(sys.executable))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    monkeypatch.setenv("PIP_TARGET", str(tmp_path))
    assert setup._fetched_uv() is None
