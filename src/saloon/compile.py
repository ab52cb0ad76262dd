"""`python -m saloon.compile` compiles the games' solvers once, so that nobody waits for it later."""

from saloon.solver import prepare


def main() -> None:
    """Compile the solver of every game that has one."""
    prepare()


if __name__ == "__main__":
    main()
