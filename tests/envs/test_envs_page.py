"""The page about environments runs as it says."""

from client.pages import run_page


def test_the_page_about_environments_runs() -> None:
    assert run_page("environments.md") >= 5
