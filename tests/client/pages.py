"""Runs the Python of a page and compares what it prints with what the page says."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"


def run_page(name: str, **known: Any) -> int:
    """Run every `python` block of a page in order; each `text` block is what the one before it prints."""
    printed, ran = "", 0
    for language, block in re.findall(r"```(python|text)\n(.*?)```", (DOCS / name).read_text(), re.DOTALL):
        if language == "python":
            out = StringIO()
            with redirect_stdout(out):
                exec(compile(block, name, "exec"), known)
            printed, ran = out.getvalue(), ran + 1
        else:
            assert printed == block, f"{name} says {block!r}, and its program prints {printed!r}"
    return ran
