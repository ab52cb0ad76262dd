"""The documents say what is so: their Python is run, their links lead somewhere, their JSON is read."""

import doctest
import re
from pathlib import Path

import msgspec
import pytest

import saloon
from saloon.games.meridian import engine as engine_module
from saloon.table import table as table_module
from saloon.table.messages import Ack, Intent, Reject, Snapshot

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_examples_of_a_document_run(document: Path) -> None:
    results = doctest.testfile(str(document), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0
    assert results.attempted > 0 or document != ROOT / "README.md"


@pytest.mark.parametrize("module", [saloon, table_module, engine_module])
def test_the_examples_of_a_docstring_run(module: object) -> None:
    results = doctest.testmod(module)  # type: ignore[arg-type]
    assert results.failed == 0
    assert results.attempted > 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_links_of_a_document_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text()):
        assert target.startswith("https://") or (document.parent / target).exists(), target


def test_the_messages_of_the_protocol_page_are_messages() -> None:
    blocks = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "PROTOCOL.md").read_text(), re.DOTALL)
    kinds: dict[str, type[msgspec.Struct]] = {"ack": Ack, "reject": Reject, "snapshot": Snapshot}
    read = [msgspec.json.decode(block) for block in blocks]
    assert [message["kind"] for message in read] == ["tableauMove", "ack", "reject", "snapshot"]
    for message in read:
        struct = kinds.get(message["kind"], Intent)
        fields = {field.encode_name for field in msgspec.structs.fields(struct)}
        assert set(message) - {"kind"} <= fields
        required = {field.encode_name for field in msgspec.structs.fields(struct) if field.required}
        assert required - {"kind"} <= set(message)


def test_every_kind_of_code_in_the_documents_is_spelled_as_in_the_source() -> None:
    source = "".join(file.read_text() for file in (ROOT / "src").rglob("*.py"))
    page = (ROOT / "docs" / "PROTOCOL.md").read_text() + (ROOT / "docs" / "REPLAY.md").read_text()
    for code in set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", page)):
        assert f'"{code}"' in source, code


def test_nothing_tracked_names_a_path_of_a_developers_machine() -> None:
    for document in DOCUMENTS:
        assert "/home/" not in document.read_text()
        assert "../shared" not in document.read_text()
