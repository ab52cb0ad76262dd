"""A wheel from a clean clone, in empty environments: the plain installation and three of its extras.

These need a package index, so they are for the night (`make long`); the short forms are in `test_package.py`.
"""

import os
import subprocess
import sys
from pathlib import Path
from urllib.request import ProxyHandler, build_opener
from zipfile import ZipFile

import pytest

from samples import SOLITAIRE, TIMED

ROOT = Path(__file__).parents[2]
LARGEST = 15 * 1024 * 1024
"""Bytes that the plain installation may take on disk, pip not counted."""
NOBODY = "http://127.0.0.1:1"
"""Where no server listens."""
PROGRAM = """
from saloon import GAMES, Table, replay

table = Table.deal("{game}", seed="7")
for _ in range(3):
    table.act(0, table.moves(0)[0])
save: bytes = table.save()
status: str = replay(save).status
names: list[str] = [game.name for game in GAMES]
print(status, len(names), table.rev)
"""

pytestmark = pytest.mark.long


def run(*command: str | Path, cwd: Path, expected: int = 0) -> str:
    """Run a program that ends as expected; return what it printed on both streams."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    words = [str(word) for word in command]
    ran = subprocess.run(
        words, cwd=cwd, env=clean, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert ran.returncode == expected, ran.stdout
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel from a clone of what is committed."""
    folder = tmp_path_factory.mktemp("wheel")
    run("git", "clone", "--quiet", ROOT, "clone", cwd=folder)
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "dist", "./clone", cwd=folder)
    return next((folder / "dist").glob("saloon-*.whl"))


def installed(wheel: Path, extra: str, folder: Path) -> Path:
    """Install a form of the wheel into an empty environment; return its folder of programs."""
    run(sys.executable, "-m", "venv", "env", cwd=folder)
    programs = folder / "env" / "bin"
    constraints = ROOT / "constraints.txt"
    run(programs / "pip", "install", "--quiet", "--constraint", constraints, f"{wheel}{extra}", cwd=folder)
    return programs


def test_the_wheel_has_the_page_and_the_types_and_no_benchmarks(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert {"saloon/py.typed", "saloon/page/index.html"} <= {*names}
    assert not [name for name in names if "bench" in name.split("/") or name.startswith(("tests", "tools", "web"))]


def test_the_plain_installation_is_small_and_has_the_engine(wheel: Path, tmp_path: Path) -> None:
    programs = installed(wheel, "", tmp_path)
    packages = next((tmp_path / "env" / "lib").glob("python*/site-packages"))
    ours = [file for file in packages.rglob("*") if file.is_file() and not _is_pips(file.relative_to(packages))]
    assert sum(file.stat().st_size for file in ours) < LARGEST
    (tmp_path / "program.py").write_text(PROGRAM.format(game=SOLITAIRE))
    assert run(programs / "python", "program.py", cwd=tmp_path).startswith("SUCCESS")
    assert run(programs / "python", "-m", "doctest", ROOT / "README.md", cwd=tmp_path) == ""
    run(programs / "saloon", "deal", SOLITAIRE, "--seed", "7", cwd=tmp_path)
    for words, extra in (
        ([], "play"),
        (["solve", SOLITAIRE, "--seed", "7"], "play"),
        (["survey", TIMED, "--deals", "1", "--plot", "plot.svg"], "research"),
    ):
        assert f"pip install 'saloon[{extra}]'" in run(programs / "saloon", *words, cwd=tmp_path, expected=2)
    assert "in a checkout" in run(programs / "saloon", "bench", "engine", cwd=tmp_path, expected=2)


def _is_pips(path: Path) -> bool:
    return path.parts[0].startswith(("pip", "setuptools", "pkg_resources", "_distutils_hack", "distutils-precedence"))


def test_a_users_program_passes_mypy_strict(wheel: Path, tmp_path: Path) -> None:
    programs = installed(wheel, "", tmp_path)
    run(programs / "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", "mypy", cwd=tmp_path)
    (tmp_path / "program.py").write_text(PROGRAM.format(game=SOLITAIRE))
    assert run(programs / "mypy", "--strict", "program.py", cwd=tmp_path).startswith("Success")
    (tmp_path / "wrong.py").write_text(PROGRAM.format(game=SOLITAIRE).replace("save: bytes", "save: int"))
    assert "Incompatible types" in run(programs / "mypy", "--strict", "wrong.py", cwd=tmp_path, expected=1)


def test_with_client_there_is_the_client_and_nothing_heavy(wheel: Path, tmp_path: Path) -> None:
    programs = installed(wheel, "[client]", tmp_path)
    run(programs / "python", "-c", "from saloon.client import Client, SyncClient", cwd=tmp_path)
    assert "MISSING_EXTRA" not in run(
        programs / "saloon", "bot", "exec:cat", "--game", SOLITAIRE, "--server", NOBODY, cwd=tmp_path, expected=2
    )
    packages = run(programs / "pip", "list", cwd=tmp_path).lower()
    assert not [name for name in ("numpy", "numba", "litestar", "sqlalchemy") if name in packages]


def test_with_play_the_page_is_served_and_deals_are_solved(wheel: Path, tmp_path: Path) -> None:
    programs = installed(wheel, "[play]", tmp_path)
    assert "<html" in _served_page(programs, tmp_path)
    assert "winnable" in run(programs / "saloon", "solve", SOLITAIRE, "--seed", "7", "-o", "draw=1", cwd=tmp_path)
    words = "survey", TIMED, "--deals", "1", "--plot", "plot.svg"
    assert "pip install 'saloon[research]'" in run(programs / "saloon", *words, cwd=tmp_path, expected=2)


def _served_page(programs: Path, folder: Path) -> str:
    """Start the server as an operator does; return the page that it sends."""
    command = [str(programs / "saloon"), "serve", "--port", "0", "--database", f"sqlite:///{folder / 'saloon.db'}"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3]
            with build_opener(ProxyHandler({})).open(address, timeout=60) as page:
                return str(page.read().decode())
        finally:
            server.terminate()


def test_with_research_surveys_are_drawn(wheel: Path, tmp_path: Path) -> None:
    programs = installed(wheel, "[research]", tmp_path)
    run(programs / "saloon", "survey", TIMED, "--deals", "5", "--plot", "plot.svg", cwd=tmp_path)
    assert "<svg" in (tmp_path / "plot.svg").read_text()
