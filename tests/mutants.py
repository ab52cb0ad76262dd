"""Mutation testing: change the source at random places and report changes that no test notices.

    python tests/mutants.py 200 --seed 1        # 200 mutants of games/ and table/, two at a time

Each mutant is one changed operator, constant or condition in a copy of the checkout. The tests of the package it lies
in run first, then the conformance suite; a mutant that fails any of them, or runs too long, is killed.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).parents[1]
PACKAGES = {"src/saloon/games": "*/*.py", "src/saloon/table": "*.py"}
"""Rulebooks and the table; bots and kernels are judged by how they play."""
LONGEST = 120

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change: which node of which file, and the text that it gives."""

    file: Path
    line: int
    what: str
    text: str


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    tree = ast.parse(file.read_text())
    for number, node in enumerate(ast.walk(tree)):
        for choice, what in enumerate(_changes(node)):
            copy = deepcopy(tree)
            target = next(twin for i, twin in enumerate(ast.walk(copy)) if i == number)
            _apply(target, choice)
            yield Mutant(file, getattr(node, "lineno", 0), what, ast.unparse(copy))


def _changes(node: ast.AST) -> list[str]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARISONS:
            return [f"{type(op).__name__} → {COMPARISONS[type(op)].__name__}"]
        case ast.BinOp(op=op) if type(op) in OPERATIONS:
            return [f"{type(op).__name__} → {OPERATIONS[type(op)].__name__}"]
        case ast.BoolOp(op=op):
            return [f"{type(op).__name__} → {'Or' if isinstance(op, ast.And) else 'And'}"]
        case ast.UnaryOp(op=ast.Not()):
            return ["not x → x"]
        case ast.Constant(value=bool(value)):
            return [f"{value} → {not value}"]
        case ast.Constant(value=int(value)):
            return [f"{value} → {value + 1}"]
        case ast.If() | ast.IfExp():
            return ["condition → False", "condition → True"]
    return []


def _apply(node: ast.AST, choice: int) -> None:
    match node:
        case ast.Compare(ops=[op]):
            node.ops = [COMPARISONS[type(op)]()]
        case ast.BinOp(op=op):
            node.op = OPERATIONS[type(op)]()
        case ast.BoolOp(op=op):
            node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
        case ast.UnaryOp():
            node.op = ast.UAdd()
            node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
            ast.fix_missing_locations(node)
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case ast.If() | ast.IfExp():
            node.test = ast.copy_location(ast.Constant(bool(choice)), node.test)


def suites(mutant: Mutant) -> list[list[str]]:
    """Return the tests to run, nearest first: those of the package, then the conformance suite."""
    parts = mutant.file.relative_to(ROOT / "src" / "saloon").parts
    if parts[0] == "games" and len(parts) == 3:
        return [
            [f"tests/games/{parts[1]}"],
            ["tests/games/test_conformance.py", "tests/test_structs.py", "-k", parts[1]],
        ]
    return [["tests/table", "tests/test_structs.py"], ["tests/games/test_conformance.py", "tests/cli"]]


def killed(mutant: Mutant, checkout: Path) -> bool:
    """Run the suites on the mutant in a checkout of its own; say whether any of them failed."""
    victim = checkout / mutant.file.relative_to(ROOT)
    original = victim.read_text()
    victim.write_text(mutant.text)
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        for tests in suites(mutant):
            command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
            done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, timeout=LONGEST)
            if done.returncode not in (0, 5):
                return True
        return False
    except subprocess.TimeoutExpired:
        return True
    finally:
        victim.write_text(original)


def main() -> int:
    """Run the mutants and list the survivors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="files whose path contains this text")
    args = parser.parse_args()
    files = [
        file
        for package, depth in PACKAGES.items()
        for file in sorted((ROOT / package).glob(depth))
        if args.only in str(file)
    ]
    everything = [mutant for file in files for mutant in mutants_of(file)]
    chosen = random.Random(args.seed).sample(everything, min(args.count, len(everything)))
    survivors: list[Mutant] = []
    with tempfile.TemporaryDirectory() as folder:
        checkouts: Queue[Path] = Queue()
        for job in range(args.jobs):
            place = Path(folder) / str(job)
            shutil.copytree(ROOT, place, ignore=shutil.ignore_patterns(".venv", ".git", ".*_cache", ".hypothesis"))
            checkouts.put(place)

        def judge(mutant: Mutant) -> None:
            checkout = checkouts.get()
            try:
                if not killed(mutant, checkout):
                    survivors.append(mutant)
                    print(f"survived: {mutant.file.relative_to(ROOT)}:{mutant.line} {mutant.what}", flush=True)
            finally:
                checkouts.put(checkout)

        with ThreadPoolExecutor(args.jobs) as pool:
            for done, _ in enumerate(pool.map(judge, chosen), start=1):
                print(f"\r{done}/{len(chosen)} mutants, {len(survivors)} survived", end="", file=sys.stderr, flush=True)
    share = 100 * (1 - len(survivors) / len(chosen)) if chosen else 100.0
    print(f"\n{len(chosen)} of {len(everything)} mutants, {len(survivors)} survived: {share:.1f} % killed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
