"""An edited kernel never runs from a stale cache."""

from pathlib import Path

from saloon.search import kernels


def test_the_cache_is_named_by_all_kernel_sources(tmp_path: Path) -> None:
    for file in kernels.SOURCES.glob("*.py"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    before = kernels.source_hash(tmp_path)
    assert before == kernels.source_hash()
    assert kernels.cache_folder().name == before
    for file in sorted(tmp_path.glob("*.py")):
        text = file.read_text()
        file.write_text(text + "# edited\n")
        assert kernels.source_hash(tmp_path) != before
        file.write_text(text)
    assert kernels.source_hash(tmp_path) == before


def test_other_users_of_numba_keep_their_own_cache() -> None:
    from numba.core import config

    before = config.CACHE_DIR
    module = kernels.load("bits")
    assert before == config.CACHE_DIR
    assert module is kernels.load("bits")
