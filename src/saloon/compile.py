"""`python -m saloon.compile` compiles the games' solvers ahead of time."""

from saloon.solver import prepare


def main() -> None:
    """Compile the solver of every game that has one."""
    prepare()


if __name__ == "__main__":
    main()
