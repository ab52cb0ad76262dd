"""The documents say what is so: their Python is run, their links lead somewhere, their JSON is read."""

import doctest
import re
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest

import saloon
from saloon.core.canonical import digest
from saloon.core.game import read_action
from saloon.games import GAMES
from saloon.server.http.schemas import Closed, message_schemas
from saloon.server.tables.bot_faults import BotFailed
from saloon.server.tables.claims import ClaimStatus
from saloon.server.tables.emotes import EmoteRefused, EmoteSent
from saloon.server.tables.news import News
from saloon.server.tables.play_clock import PlayTime
from saloon.table import table as table_module
from saloon.table.helpers import helper_kinds
from saloon.table.messages import Ack, Intent, Reject, Snapshot, ViewHash

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_examples_of_a_document_run(document: Path) -> None:
    results = doctest.testfile(str(document), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0
    assert results.attempted > 0 or document != ROOT / "README.md"


@pytest.mark.parametrize("module", [saloon, table_module])
def test_the_examples_of_a_docstring_run(module: object) -> None:
    results = doctest.testmod(module)  # type: ignore[arg-type]
    assert results.failed == 0
    assert results.attempted > 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_links_of_a_document_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text()):
        assert target.startswith("https://") or (document.parent / target).exists(), target


def test_the_messages_of_the_protocol_page_are_messages() -> None:
    """Every message in both directions, each kind of action of every game among them."""
    page = (ROOT / "docs" / "PROTOCOL.md").read_text()
    described = msgspec.json.decode(msgspec.json.encode(message_schemas()))
    shared = {"components": described["components"]}
    kinds: dict[str, type[msgspec.Struct]] = {
        "ack": Ack, "reject": Reject, "snapshot": Snapshot, "viewHash": ViewHash, "table": News,
        "botFailed": BotFailed, "claimStatus": ClaimStatus, "clock": PlayTime, "closed": Closed, "emote": EmoteSent,
        "emoteRefused": EmoteRefused,
    }  # fmt: skip
    sent: dict[str, set[str]] = {}
    received: set[str] = set()
    for section in re.split(r"^#+ ", page, flags=re.MULTILINE):
        heading = section.partition("\n")[0]
        blocks = [msgspec.json.decode(block) for block in re.findall(r"```json\n(.*?)```", section, re.DOTALL)]
        for message in (one for block in blocks for one in (block if isinstance(block, list) else [block])):
            struct = None if "payload" in message else kinds.get(message["kind"])
            direction = "client" if struct is None else "server"
            jsonschema_rs.validate({**described[direction], **shared}, message)
            if struct is None:
                intent = msgspec.convert(message, Intent)
                sent.setdefault(heading, set()).add(intent.kind)
                for game in GAMES:
                    if game.title == heading:
                        read_action(game.actions, intent.kind, intent.payload)
            else:
                received.add(message["kind"])
                fields = {field.encode_name for field in msgspec.structs.fields(struct)}
                assert set(message) - {"kind"} <= fields
            if "view" in message:
                jsonschema_rs.validate({**described["views"][message["game"]], **shared}, message["view"])
                assert message["viewHash"] == digest({"rev": message["rev"], "view": message["view"]})
    assert received == set(kinds)
    for game in GAMES:
        assert sent[game.title] == set(game.actions)
    assert sent["Helpers"] == {kind for game in GAMES for kind in helper_kinds(game)}
    assert sent["Asking for the state"] == {"stateRequest"}
    assert sent["Faults of a bot"] == {"botFailed"}
    assert sent["Claims"] == {"claim", "claimRequest"}
    assert sent["Presence"] == {"presence"}


def test_every_kind_of_code_in_the_documents_is_spelled_as_in_the_source() -> None:
    source = "".join(file.read_text() for file in (ROOT / "src").rglob("*.py"))
    page = (ROOT / "docs" / "PROTOCOL.md").read_text() + (ROOT / "docs" / "REPLAY.md").read_text()
    for code in set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", page)):
        assert f'"{code}"' in source, code


def test_nothing_tracked_names_a_path_of_a_developers_machine() -> None:
    for document in DOCUMENTS:
        assert "/home/" not in document.read_text()
        assert "../shared" not in document.read_text()


STILTED = re.compile(
    r"\banew\b|\bwhosoever\b|\bthereby\b|is no action of|is first, is first|hands are shaken|law stands|holds? it so"
    r"|carry over the journal",
    re.IGNORECASE,
)


def test_no_text_uses_phrases_that_a_native_speaker_stumbles_over() -> None:
    files = [path for folder in ("src", "docs", "web/src", "bench", "tools") for path in (ROOT / folder).rglob("*")]
    texts = {path: path.read_text() for path in files if path.suffix in {".py", ".md", ".ts", ".vue"}}
    found = {f"{path.relative_to(ROOT)}: {one[0]}" for path, text in texts.items() for one in STILTED.finditer(text)}
    assert not found, "write plain English; CONTRIBUTING.md says how"


def test_the_architecture_lists_every_module_of_the_server_in_its_folder() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    section = page.partition("## The folders of the server")[2].partition("\n## ")[0]
    listed, folder = set(), ""
    for row in re.findall(r"^\| (\S*) ?\| [^|]+ \| ([^|]+) \|$", section, re.MULTILINE):
        folder = row[0].strip("`") or folder
        listed |= {(folder, name) for name in re.findall(r"`(\w+)`", row[1])}
    server = ROOT / "src" / "saloon" / "server"
    files = {file.relative_to(server).with_suffix("") for file in server.rglob("*.py") if file.stem != "__init__"}
    modules = {(file.parts[0], file.parts[1]) if len(file.parts) > 1 else ("(top)", file.stem) for file in files}
    assert listed == modules
