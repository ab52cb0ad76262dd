"""The image without an engine for containers: the steps of the Dockerfile in a folder, and what they build."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text().replace("\\\n", " ")


def steps(stage: str) -> list[tuple[str, str]]:
    """Return the instructions of a stage, without comments."""
    lines = [line for line in stage.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


BUILD, FINAL = (steps("FROM " + part) for part in DOCKERFILE.split("FROM ")[1:])


def run(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    """Run a program that must succeed; return what it printed."""
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    return ran.stdout


def test_the_final_stage_has_what_an_image_needs_and_no_tools() -> None:
    words = [word for word, _ in FINAL]
    assert words[0] == "FROM"
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert ("STOPSIGNAL", "SIGTERM") in FINAL
    assert not [rest for word, rest in FINAL if word == "RUN" and re.search(r"apt-get|pip |curl ", rest)]
    made = next(rest for word, rest in FINAL if word == "RUN")
    for _, volume in re.findall(r'(")(/[^"]+)"', next(rest for word, rest in FINAL if word == "VOLUME")):
        assert volume in made, "the user of the image must be able to write there"


def test_the_build_stage_gets_everything_the_wheel_is_made_of() -> None:
    copied = {name for word, rest in BUILD if word == "COPY" for name in rest.split()[:-1]}
    ignore = (ROOT / ".dockerignore").read_text().split()
    assert copied == {line[1:] for line in ignore if line.startswith("!")}, "the builder is sent what it copies"
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {*wheel["force-include"]} <= copied


@pytest.mark.long
def test_the_steps_of_the_image_build_a_program_that_serves(tmp_path: Path) -> None:
    """Needs a package index. What the image copies comes from the last commit."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(tmp_path / "clone")], check=True)
    places = {"/src": tmp_path / "src", "/opt/saloon": tmp_path / "opt", "/wheel": tmp_path / "wheel"}
    (tmp_path / "src").mkdir()
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "base")], check=True)
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    clean["PATH"] = f"{tmp_path / 'base' / 'bin'}:{clean['PATH']}"

    def replay(command: str) -> None:
        for place, here in places.items():
            command = re.sub(rf"(?<![\w/]){place}(?![\w])", str(here), command)
        run(["sh", "-ec", command], tmp_path / "src", clean)

    for word, rest in BUILD:
        if word == "COPY":
            for name in rest.split()[:-1]:
                source = tmp_path / "clone" / name
                target = tmp_path / "src" / ("" if source.is_file() else name)
                target.parent.mkdir(parents=True, exist_ok=True)
                subprocess.run(["cp", "-r", str(source), str(target)], check=True)
        elif word == "RUN":
            replay(rest)
        else:
            assert word in ("FROM", "WORKDIR"), word
    variables = dict(re.findall(r"(\w+)=(\S+)", next(rest for word, rest in FINAL if word == "ENV")))
    folders = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path / "data")}
    assert {*folders} < {*variables}
    (tmp_path / "data").mkdir()
    inside = {**clean, **variables, **folders, "PATH": f"{tmp_path / 'opt' / 'bin'}:{clean['PATH']}"}
    checked = run(["saloon", "serve", "--check", "--port", "0"], tmp_path, inside)
    assert "page: it is built" in checked
    assert not list((tmp_path / "opt").glob("lib/python*/site-packages/pip*")), "the image has no installer"
