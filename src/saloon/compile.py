"""`python -m saloon.compile` compiles the games' solvers and clerks, once; afterwards nobody waits for it."""

from saloon.games import GAMES


def main() -> None:
    """Prepare whatever the games have that is compiled before anybody plays."""
    for game in GAMES:
        for compiled in (game.solver(), game.clerk()):
            if compiled is not None:
                compiled.prepare()


if __name__ == "__main__":
    main()
