"""Run one step of the set-up: say what is being done and how long it took, and show its output only if it fails.

`python3 tools/step.py "Building the page" COMMAND …` is for Makefiles; `run_step` is for Python.
"""

import subprocess
import sys
from collections.abc import Sequence
from time import monotonic


def run_step(what: str, command: Sequence[str], retry: Sequence[str] | None = None) -> None:
    """Run a command; if it fails, run `retry` if there is one, and otherwise show the output and stop."""
    print(f"{what} …", flush=True)
    start = monotonic()
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if ran.returncode and retry is not None and list(retry) != list(command):
        ran = subprocess.run(retry, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if ran.returncode:
        print(ran.stdout, file=sys.stderr)
        raise SystemExit(f"{what} failed with status {ran.returncode}; run it again to continue")
    print(f"{what}: done in {monotonic() - start:.1f} s", flush=True)


if __name__ == "__main__":
    try:
        run_step(sys.argv[1], sys.argv[2:])
    except KeyboardInterrupt:
        sys.exit(130)
