"""What `pip install saloon` brings, and what its extras add."""

import doctest
import inspect
import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.metadata import metadata, version
from pathlib import Path
from typing import Any

import pytest

import saloon
from saloon.core.errors import MissingExtra
from saloon.core.extras import extra_of, optional_imports
from saloon.core.registry import Registry
from samples import FOURSOME, SOLITAIRE, TIMED

ROOT = Path(__file__).parents[2]
PUBLIC = (
    "saloon", "saloon.table", "saloon.client", "saloon.solver", "saloon.solver.survey", "saloon.bots",
    "saloon.core.errors",
)  # fmt: skip
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def without_extras(*words: str, typed: str = "", cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run `saloon` where no extra is installed."""
    program = [sys.executable, str(Path(__file__).with_name("without_extras.py")), *words]
    return subprocess.run(program, input=typed, capture_output=True, text=True, cwd=cwd, check=False)


def test_the_version_has_one_home() -> None:
    assert "version" in PROJECT["dynamic"]
    assert version("saloon") == saloon.__version__


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(saloon.__file__).parent / "py.typed").is_file()
    assert "Typing :: Typed" in metadata("saloon").get_all("Classifier", [])


def test_the_public_names_exist_and_are_documented() -> None:
    for name in saloon.__all__:
        assert getattr(saloon, name).__doc__, name


def test_the_reference_documents_exactly_the_public_names() -> None:
    text = (ROOT / "docs" / "api.md").read_text()
    entries = re.findall(r"^::: (\S+)$\n(?:    options:\n((?:      .*\n)+))?", text, re.MULTILINE)
    documented = set()
    for path, options in entries:
        members = re.search(r"members: \[(.*)\]", options)
        found = _named(path)
        if members:
            documented |= {id(getattr(found, name)) for name in members[1].split(", ")}
        elif inspect.ismodule(found):
            documented |= {id(getattr(found, name)) for name in found.__all__}
        else:
            documented.add(id(found))
    modules = [import_module(name) for name in PUBLIC]
    public = {id(getattr(module, name)): name for module in modules for name in module.__all__}
    public[id(Registry)] = "Registry"
    assert not {name for key, name in public.items() if key not in documented}
    assert not documented - public.keys()
    assert all(f"`{name}`" in text for name in PUBLIC)


def _named(path: str) -> Any:
    """Return a module or what is in one; a package may have a function of the name of a module."""
    try:
        return import_module(path)
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        return getattr(import_module(module), name)


def test_the_engine_and_the_plain_terminal_need_no_extra(tmp_path: Path) -> None:
    dealt = without_extras("deal", SOLITAIRE, "--seed", "7", "--json", cwd=tmp_path)
    assert (dealt.returncode, dealt.stderr) == (0, "")
    for game in (SOLITAIRE, FOURSOME):
        played = without_extras("play", game, "--seed", "7", typed="#1\nhelp\nsave game.json\nquit\n", cwd=tmp_path)
        assert (played.returncode, played.stderr) == (0, "")
        replayed = without_extras("replay", "game.json", cwd=tmp_path)
        assert (replayed.returncode, replayed.stdout.split()[0]) == (0, "SUCCESS")


def test_the_readme_runs_without_extras(tmp_path: Path) -> None:
    examples = doctest.DocTestParser().get_examples((ROOT / "README.md").read_text())
    lines = [line for example in examples for line in example.source.splitlines()]
    first_error = next(number for number, example in enumerate(examples) if example.exc_msg)
    script = "".join(example.source for example in examples[:first_error])
    assert len(lines) >= 10
    blocked = "import sys, without_extras; sys.meta_path.insert(0, without_extras.NotInstalled())"
    program, path = [sys.executable, "-c", f"{blocked}\n{script}"], str(Path(__file__).parent)
    environment = {**os.environ, "PYTHONPATH": path}
    ran = subprocess.run(program, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(
    ("module", "missing", "extra"), [("envs", "gymnasium", "research"), ("terminal", "textual", "terminal")]
)
def test_a_module_says_which_extra_it_needs(module: str, missing: str, extra: str, tmp_path: Path) -> None:
    blocked = "import sys, without_extras; sys.meta_path.insert(0, without_extras.NotInstalled())"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    program = [sys.executable, "-c", f"{blocked}\nimport saloon.{module}"]
    ran = subprocess.run(program, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
    assert f"{missing} is not installed: pip install 'saloon[{extra}]'" in ran.stderr


@pytest.mark.parametrize(
    ("words", "missing", "extra"),
    [
        ([], "uvicorn", "play"),
        (["serve"], "uvicorn", "play"),
        (["solve", SOLITAIRE, "--seed", "7"], "numpy", "play"),
        (["survey", TIMED, "--deals", "1", "--workers", "1"], "numpy", "play"),
        (["survey", TIMED, "--deals", "1", "--plot", "plot.svg"], "matplotlib", "research"),
        (["arena", FOURSOME, "greedy", "random", "--deals", "1", "--jobs", "1", "-o", "limit=1"], "openskill", "play"),
        (["play", FOURSOME, "--seed", "7", "--bot", "master"], "numpy", "play"),
        (["mcp"], "mcp", "mcp"),
        (["bot", "exec:cat", "--game", FOURSOME], "httpx", "client"),
        (["admin", "doctor", "--database", "postgresql://nobody@127.0.0.1:1/none"], "asyncpg", "cluster"),
    ],
)  # fmt: skip
def test_a_command_says_which_extra_it_needs(words: list[str], missing: str, extra: str, tmp_path: Path) -> None:
    ran = without_extras(*words, typed="#1\nquit\n", cwd=tmp_path)
    told = f"error: {missing} is not installed: pip install 'saloon[{extra}]' [MISSING_EXTRA]\n"
    assert (ran.returncode, ran.stderr) == (2, told)


def test_solve_in_the_terminal_says_it_too_and_play_continues(tmp_path: Path) -> None:
    ran = without_extras("play", SOLITAIRE, "--seed", "7", typed="solve\nsave game.json\nquit\n", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "numpy is not installed: pip install 'saloon[play]' [MISSING_EXTRA]" in ran.stdout
    assert saloon.Table.load((tmp_path / "game.json").read_bytes()).rev == 0, "no help was given, and none is logged"


def test_an_extra_is_named_only_for_packages_that_it_installs() -> None:
    named = {"httpx": "client", "litestar": "play", "asyncpg": "cluster", "matplotlib": "research", "dask": "research"}
    named |= {"http_ece": "push", "py_vapid": "push"}
    for module, extra in {**named, "distributed": "research", "pytest": None, "nonsense": None}.items():
        assert extra_of(module) == extra, module
    with pytest.raises(ModuleNotFoundError), optional_imports():
        raise ModuleNotFoundError("No module named 'nonsense'", name="nonsense")
    with pytest.raises(MissingExtra, match="research"), optional_imports():
        raise ModuleNotFoundError("No module named 'distributed.client'", name="distributed.client")


def test_no_heavy_package_is_needed_by_the_plain_installation() -> None:
    names = {line.partition(">")[0] for line in PROJECT["dependencies"]}
    assert names == {"msgspec", "platformdirs"}
