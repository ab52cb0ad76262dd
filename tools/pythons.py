"""Test Saloon with every Python from 3.11 to 3.14 that is installed here: `make pythons`.

Each has an environment of its own in `.pythons`, with what playing needs and the packages of these tests. Interpreters
are found on the PATH and among those of pyenv and uv. `python3 tools/pythons.py 3.13 tests/core` narrows it down.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from setup import ROOT, create_command, install_command
from step import run_step

FOLDER = ROOT / ".pythons"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PACKAGES = ("httpx", "hypothesis", "matplotlib", "playwright", "pytest", "pytest-xdist", "scipy", "websockets")
TESTS = tuple(f"tests/{name}" for name in ("core", "table", "games", "search", "solver", "bots", "package"))
"""Tests without a browser or database server, which lack packages for some Pythons."""


def main(versions: list[str], tests: list[str]) -> None:
    """Run the tests with each installed version, and name the missing ones."""
    found = {version: path for version in versions if (path := _interpreter(version))}
    for version in versions:
        print(f"Python {version}: {found.get(version, 'not installed here, so not tested')}", flush=True)
    failed = [version for version, path in found.items() if not _passes(version, path, tests)]
    if failed:
        raise SystemExit(f"failed with Python {', '.join(failed)}")
    print(f"passed with Python {', '.join(found)}")


def _interpreter(version: str) -> str | None:
    """Return a Python of this version that starts."""
    homes = (Path.home() / ".pyenv" / "versions", Path.home() / ".local" / "share" / "uv" / "python")
    kept = [str(path) for home in homes for path in sorted(home.glob(f"*{version}*/bin/python{version}"))]
    for path in (shutil.which(f"python{version}"), *reversed(kept)):
        if path is not None:
            said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
            if re.match(rf"Python {re.escape(version)}\.", said):
                return path
    return None


def _passes(version: str, interpreter: str, tests: list[str]) -> bool:
    """Bring the environment of a version up to date, and run the tests in it; warnings are errors."""
    folder, uv = FOLDER / version, shutil.which("uv")
    python = folder / "bin" / "python"
    if not python.exists():
        run_step(f"Creating {folder.relative_to(ROOT)}", create_command(folder, interpreter, uv))
    run_step(f"Installing packages for Python {version}", install_command(python, uv, "play", *PACKAGES))
    return subprocess.run([python, "-m", "pytest", "-q", "-n", "auto", *tests], cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    chosen = [word for word in sys.argv[1:] if word in VERSIONS]
    main(chosen or [*VERSIONS], [word for word in sys.argv[1:] if word not in VERSIONS] or [*TESTS])
