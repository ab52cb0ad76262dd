"""Set up the virtual environment of a checkout: `python3 tools/setup.py play` or `python3 tools/setup.py dev`.

Uses uv, which needs a fraction of pip's time; where it is not installed, pip fetches it into the environment. If it
cannot be fetched or fails, pip installs everything. An interrupted run leaves a mark behind, and the next one then
starts with a fresh environment: downloads are cached, so little is lost, and no half-written package survives.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from step import run_step

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
UNFINISHED = VENV / ".unfinished"
CONSTRAINTS = ["--constraint", str(ROOT / "constraints.txt")]
STAMPS = {"play": VENV / ".play", "dev": VENV / ".dev"}
"""The stamps of each extra, which `make` compares with pyproject.toml. `dev` includes `play`."""
OLDEST = (3, 11)


def main(extra: str) -> None:
    """Create the environment if needed, and bring the packages of an extra up to date."""
    if sys.version_info < OLDEST:
        raise SystemExit(f"Saloon needs Python {OLDEST[0]}.{OLDEST[1]} or newer; this is {sys.version.split()[0]}")
    if STAMPS["dev"].exists():
        extra = "dev"
    uv = shutil.which("uv")
    if UNFINISHED.exists() or not any(stamp.exists() for stamp in STAMPS.values()):
        _create(uv)
    UNFINISHED.touch()
    uv = uv or _fetched_uv()
    what = {"play": "the packages that playing needs", "dev": "the packages that developing needs"}[extra]
    run_step(f"Installing {what} with {'uv' if uv else 'pip'}", _install(uv, extra), retry=_install(None, extra))
    STAMPS["play"].touch()
    if extra == "dev":
        STAMPS["dev"].touch()
    UNFINISHED.unlink()


def _create(uv: str | None) -> None:
    create, retry = (create_command(VENV, sys.executable, program) for program in (uv, None))
    run_step("Creating .venv", create, retry=retry)


def _fetched_uv() -> str | None:
    """Return the uv of the environment, which pip fetches from where it fetches everything; None where it cannot."""
    fetched = VENV / "bin" / "uv"
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
    if not fetched.exists():
        fetch = [*pip, "install", "--quiet", "--retries", "0", *CONSTRAINTS, "uv"]
        if subprocess.run(fetch, capture_output=True, check=False).returncode:
            return None
    configured = subprocess.run([*pip, "config", "list"], capture_output=True, text=True, check=False).stdout
    os.environ.update({name: value for name, value in uv_settings(configured).items() if name not in os.environ})
    return str(fetched)


def uv_settings(configured: str) -> dict[str, str]:
    """Return the variables that give uv the index and certificates of pip, read from `pip config list`."""
    names = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}
    found = re.findall(r"^(?::env:|global)\.(index-url|cert)='(.*)'$", configured, re.MULTILINE)
    return {names[option]: value for option, value in reversed(found)}  # variables come first, and win


def create_command(folder: Path, python: str, uv: str | None) -> list[str]:
    """Return the command that creates an empty environment for a Python."""
    if uv is None:
        return [python, "-m", "venv", "--clear", str(folder)]
    return [uv, "venv", "--quiet", "--clear", "--seed", "--python", python, str(folder)]


def _install(uv: str | None, extra: str) -> list[str]:
    # Players need not wait for bytecode: Python compiles what it imports, unless that is disabled.
    return install_command(PYTHON, uv, extra, compiles=extra == "dev" or sys.dont_write_bytecode)


def install_command(python: Path, uv: str | None, extra: str, *others: str, compiles: bool = True) -> list[str]:
    """Return the command that installs this checkout with an extra, and other packages, for a Python."""
    os.environ["SALOON_PAGE"] = "separate"  # `make` builds the page at the same time; see web/hatch_build.py
    program = [str(python), "-m", "pip"] if uv is None else [uv, "pip"]
    if uv is None:
        target = ["--disable-pip-version-check", *([] if compiles else ["--no-compile"])]
    else:
        target = ["--python", str(python), *(["--compile-bytecode"] if compiles else [])]
    return [*program, "install", "--quiet", *target, *CONSTRAINTS, "--editable", f"{ROOT}[{extra}]", *others]


if __name__ == "__main__":
    if sys.argv[1:] not in (["play"], ["dev"]):
        raise SystemExit("usage: python3 tools/setup.py play|dev")
    main(sys.argv[1])
