"""One message, one answer: the same over HTTP, over a socket and in the library; acks go to everyone in their order."""

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from saloon.bots import GreedySeat
from saloon.table import PROTOCOL_VERSION, Table, replay
from saloon.table.messages import HASH_EVERY, LONGEST_MESSAGE, wire
from samples import DUEL, FOURSOME, SAVING, SOLITAIRE, TIMED, clocked, easy, idle_move
from server.running import Backend, Json, Seated, Socket, applied, moves, some_move
from table.common import sha

RESIGN: Json = {"kind": "resign", "payload": {}}
DRAW: Json = idle_move(SOLITAIRE)
KIND = DRAW["kind"].encode()

GREEDY_GAMES: list[tuple[str, str, Json, int]] = [
    (SOLITAIRE, "0", easy(SOLITAIRE), 200),
    (TIMED, "10", easy(TIMED), 200),
    (SAVING, "7", easy(SAVING), 40),
]
"""Solitaires that a greedy player wins, or plays a good way: game, seed, options, most moves."""


def script(game: str, seed: str, options: Json, longest: int) -> tuple[Table, list[Json]]:
    """What a greedy player does alone, and the untouched table to hold the server's answers against."""
    table = Table.deal(game, seed=seed, options=options)
    bot = GreedySeat(table.game, "script")
    actions: list[Json] = []
    while table.outcome is None and len(actions) < longest:
        action = bot.choose(table.view(0), table.moves(0))
        table.act(0, action)
        actions.append(json.loads(msgspec.json.encode(wire(action))))
    return Table.deal(game, seed=seed, options=options), actions


def mixed(actions: list[Json]) -> list[Json]:
    """The messages of a script with others between them: sent twice, too early, from the future, malformed, refused."""
    messages: list[Json] = []
    for number, action in enumerate(actions):
        message = {"seq": number, "baseRev": number, **action}
        if number % 30 == 3:
            messages += [
                {**message, "seq": number - 1},
                {**message, "seq": number + 2},
                {**message, "baseRev": number + 5},
                {**message, "kind": "castle"},
                {**message, "state": {}},
                {**message, "clientId": "p2"},
                {"kind": "stateRequest", "payload": {}},
                {"seq": number, "baseRev": 0, "kind": "redo", "payload": {}},
            ]
        messages.append(message)
    return messages


def unaddressed(answer: Json) -> Json:
    """An answer without what belongs to one table only: its name and its commitment."""
    return {key: value for key, value in answer.items() if key not in ("matchId", "commitment")}


def completed(answers: list[Json], whole: list[Json], legal: list[Json]) -> list[Json]:
    """Answers of a socket with what acks leave out: the legal actions as before, and a hash that was not due."""
    complete: list[Json] = []
    for answer, wanted in zip(answers, whole, strict=True):
        legal = answer.get("legal", legal)
        is_due = answer["kind"] != "ack" or answer["rev"] % HASH_EVERY == 0 or answer["outcome"] is not None
        left_out = {} if answer["kind"] != "ack" else {"legal": legal}
        complete.append({**answer, **left_out, **({} if is_due else {"viewHash": wanted["viewHash"]})})
    return complete


@pytest.mark.parametrize(("game", "seed", "options", "longest"), GREEDY_GAMES)
def test_the_same_messages_give_the_same_answers_over_http_a_socket_and_in_the_library(
    backend: Backend, game: str, seed: str, options: Json, longest: int
) -> None:
    library, actions = script(game, seed, options, longest)
    messages = mixed(actions)
    expected = [json.loads(msgspec.json.encode(library.submit(0, message))) for message in messages]
    player = backend.player()
    by_request = player.create(game, seed=seed, options=options)
    by_socket = player.create(game, seed=seed, options=options)
    over_http = [by_request.post(message) for message in messages]
    with by_socket.socket() as socket:
        first = socket.kind("snapshot")
        assert first["rev"] == 0
        for message in messages:
            socket.send(message)
        over_socket = [socket.kind("ack", "reject", "snapshot") for _ in messages]
    kinds = {answer["kind"] for answer in expected}
    assert kinds == {"ack", "reject", "snapshot"}
    assert list(map(unaddressed, over_http)) == list(map(unaddressed, expected))
    assert list(map(unaddressed, completed(over_socket, expected, first["legal"]))) == list(map(unaddressed, expected))
    if library.outcome is not None:
        for table in (by_request, by_socket):
            log = player.log(table.table_id)
            assert (replay(log).status, replay(log).final_rev) == ("SUCCESS", library.rev)


class Watching:
    """A client that keeps its picture from acks alone, as docs/PROTOCOL.md describes."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        first = socket.kind("snapshot")
        self.rev: int = first["rev"]
        self.view: Any = first["view"]
        self.legal: list[Json] = first["legal"]
        self.outcome: Any = None

    def take(self, rev: int) -> Json:
        """Take the ack of `rev`, which must be the next of the game, and hold the picture against its hash."""
        ack = self.socket.kind("ack", "reject", "snapshot")
        assert (ack["kind"], ack["rev"]) == ("ack", rev) == ("ack", self.rev + 1)
        self.view, self.rev = applied(self.view, ack["change"]), rev
        self.legal, self.outcome = ack.get("legal", self.legal), ack["outcome"]
        assert ("viewHash" in ack) == (rev % HASH_EVERY == 0 or self.outcome is not None)
        if "viewHash" in ack:
            assert ack["viewHash"] == sha({"rev": rev, "view": self.view})
        return ack


def sitting(backend: Backend, game: str, seats: int, **wish: Any) -> list[Seated]:
    """People on all seats of a new table."""
    first = backend.player().create(game, **wish)
    return [first, *(backend.player().join(first.table_id) for _ in range(seats - 1))]


@pytest.mark.parametrize(
    ("game", "seats", "options", "longest"),
    [(DUEL, 2, easy(DUEL), 50), (FOURSOME, 4, easy(FOURSOME), 300)],
)
def test_players_follow_their_legal_actions_and_everyone_gets_every_ack_in_order(
    backend: Backend, game: str, seats: int, options: Json, longest: int
) -> None:
    random = Random(f"{game} together")
    people = sitting(backend, game, seats, options=options)
    table_id = people[0].table_id
    watcher = backend.player()
    with people[0].socket() as one, people[1].socket() as two, watcher.socket(table_id) as three:
        pictures = [Watching(one), Watching(two), Watching(three)]
        for number in range(longest):
            seat = next(s for s in random.sample(people, seats) if some_move(s.legal(), random))
            action = some_move(seat.legal(), random)
            assert action is not None
            message = seat.message(action)
            by_socket = seat.seat < 2 and number % 2
            if by_socket:
                pictures[seat.seat].socket.send(message)
            else:
                answer = seat.act(action)
            acks = [picture.take(number + 1) for picture in pictures]
            assert {(ack["clientId"], ack["seq"]) for ack in acks} == {(f"p{seat.seat + 1}", message["seq"])}
            assert all(ack["action"] == acks[0]["action"] for ack in acks)
            assert "legal" not in acks[2]
            if by_socket:
                seat.took(acks[seat.seat])
            elif seat.seat < 2:
                assert answer.items() >= acks[seat.seat].items()
                assert answer["legal"] == pictures[seat.seat].legal
                assert answer["viewHash"] == sha({"rev": number + 1, "view": pictures[seat.seat].view})
            if acks[0]["outcome"] is not None:
                break
        for seat, picture in zip(people, pictures[:2], strict=False):
            seen = seat.view()
            assert (seen["view"], seen["rev"], seen["legal"]) == (picture.view, picture.rev, picture.legal)
        if game == DUEL:
            people[1].act(RESIGN)
            assert [picture.take(longest + 1)["outcome"]["winners"] for picture in pictures] == [["p1"]] * 3
        assert pictures[0].outcome is not None
        assert pictures[0].legal == []
    log = watcher.log(table_id)
    assert replay(log).status == "SUCCESS"


def test_an_ack_lists_what_its_receiver_may_do_now(backend: Backend) -> None:
    first, second = sitting(backend, DUEL, 2)
    second.legal()
    with second.socket() as socket:
        legal = socket.kind("snapshot")["legal"]
        for number in range(3):
            answer = first.act(first.legal()[0])
            assert answer["legal"] == first.legal()
            legal = socket.rev(number + 1).get("legal", legal)
            assert legal == second.legal()
            assert {action["payload"].get("source", {}).get("owner", "p2") for action in second.legal()} == {"p2"}


def test_messages_that_cross_are_all_accepted_once_in_one_order(backend: Backend) -> None:
    """Both send without waiting for each other: a base in the past is fine."""
    first, second = sitting(backend, DUEL, 2)
    drawing = {seat.seat: idle_move(DUEL, seat.seat) for seat in (first, second)}
    with first.socket() as one, second.socket() as two:
        sockets = [one, two]
        for socket in sockets:
            socket.kind("snapshot")
        for number in range(20):
            for seat in (first, second):
                sockets[seat.seat].send({"seq": number, "baseRev": 0, **drawing[seat.seat]})
        heard = [[socket.kind("ack", "reject", "snapshot") for _ in range(40)] for socket in sockets]
    orders = [[(ack["rev"], ack["clientId"], ack["seq"]) for ack in acks] for acks in heard]
    assert orders[0] == orders[1]
    assert [rev for rev, *_ in orders[0]] == list(range(1, 41))
    for name in ("p1", "p2"):
        assert [seq for _, who, seq in orders[0] if who == name] == list(range(20))


def test_a_message_sent_again_is_known_as_such_and_changes_nothing(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE, seed="1")
    message = table.message(DRAW)
    assert table.post(message)["kind"] == "ack"
    for _ in range(3):
        again = table.post(message)
        assert (again["kind"], again["code"], again["expectedSeq"], again["rev"]) == ("reject", "DUPLICATE_SEQ", 1, 1)
    assert table.view()["rev"] == 1


def test_a_gap_or_a_base_in_the_future_is_answered_with_a_snapshot(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE, seed="1")
    gap = table.post({"seq": 1, "baseRev": 0, **DRAW})
    assert (gap["kind"], gap["reason"], gap["expectedSeq"], gap["rev"]) == ("snapshot", "SEQ_GAP", 0, 0)
    ahead = table.post({"seq": 0, "baseRev": 1, **DRAW})
    assert (ahead["kind"], ahead["reason"], ahead["rev"]) == ("snapshot", "BASE_REV_MISMATCH", 0)
    asked = table.post({"kind": "stateRequest", "payload": {}})
    assert (asked["kind"], asked["reason"]) == ("snapshot", "STATE_REQUEST")
    assert asked["legal"] == table.legal()
    assert table.view()["rev"] == 0


def test_a_refusal_goes_to_its_sender_only(backend: Backend) -> None:
    first, second = sitting(backend, DUEL, 2)
    with first.socket() as one, second.socket() as two:
        one.kind("snapshot")
        two.kind("snapshot")
        flip = {"kind": "flip", "payload": {"source": {"zone": "tableau", "owner": "p1", "index": 6}}}
        refused = one.ask(first.message(flip))
        assert (refused["kind"], refused["code"]) == ("reject", "CARD_NOT_ACCESSIBLE")
        assert (refused["expectedSeq"], refused["rev"]) == (0, 0)
        assert refused["reason"]
        gap = one.ask(first.message(RESIGN, seq=7))
        assert gap["kind"] == "snapshot"
        assert two.silent()
        assert one.ask(first.message(RESIGN))["kind"] == "ack"
        assert two.kind("ack", "reject", "snapshot")["rev"] == 1
        over = two.ask(second.message(RESIGN), seat=1)
        assert (over["kind"], over["code"]) == ("reject", "MATCH_FINISHED")


NO_MESSAGES = [
    b"",
    b"null",
    b"[]",
    b"{",
    b"\xff\xfe",
    b'{"kind": 1, "payload": {}}',
    b'{"kind": "%b"}' % KIND,
    b'{"kind": "%b", "payload": {}, "seq": "1", "baseRev": 0}' % KIND,
    b'{"kind": "%b", "payload": {}, "seq": 1}' % KIND,
    b'{"kind": "%b", "payload": {}, "seq": 1, "baseRev": 0, "rules": {}}' % KIND,
    b'{"kind": "%b", "payload": {"x": 1}, "seq": 1, "baseRev": 0}' % KIND,
    b'{"kind": "%b", "payload": {}, "seq": 1, "baseRev": 0, "protocolVersion": "1.0.0"}' % KIND,
    b'{"kind": "%b", "payload": {}, "seq": 1, "baseRev": 0, "matchId": "another"}' % KIND,
    b'{"kind": "' + b"x" * LONGEST_MESSAGE + b'", "payload": {}}',
    b'{"kind": "%b", "payload": ' % KIND + b'{"a":' * 2_000 + b"1" + b"}" * 2_000 + b"}",
]


def test_an_invalid_message_is_malformed_over_http_and_socket(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE, seed="1")
    table.act(DRAW)
    with table.socket() as socket:
        socket.kind("snapshot")
        for raw in NO_MESSAGES:
            socket.send(raw)
            for answer in (table.post(raw), socket.receive()):
                assert (answer["kind"], answer["code"]) == ("reject", "MALFORMED_MESSAGE"), raw[:80]
                assert (answer["expectedSeq"], answer["rev"]) == (1, 1), raw[:80]
        assert socket.ask(table.message(DRAW))["kind"] == "ack"


def test_a_message_may_name_its_table_seat_and_protocol(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE, seed="1")
    addressed = {"matchId": table.table_id, "clientId": "p1", "protocolVersion": PROTOCOL_VERSION, "clientTime": 12}
    assert table.post(table.message(DRAW, **addressed))["kind"] == "ack"


def test_hints_undo_and_pause_are_actions_like_any_other(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE, seed="1")
    table.act(DRAW)
    hint = table.player.ask("POST", f"{table.path}/hint", token=table.token)
    assert (hint["kind"], hint["rev"], hint["help"]["hints"]) == ("ack", 2, 1)
    assert (hint["clientId"], hint["seq"]) == ("server", None)
    assert hint["action"] == {"kind": "hint", "payload": {"player": "p1"}}
    assert hint["report"]["hint"] in hint["legal"]
    undone = table.act({"kind": "undo", "payload": {}})
    assert undone["help"]["undos"] == 1
    assert {"kind": "redo", "payload": {}} in undone["legal"]
    assert table.act({"kind": "pause", "payload": {}})["legal"] == [{"kind": "resume", "payload": {}}]
    assert table.post(table.message(DRAW))["code"] == "MATCH_NOT_ACTIVE"
    assert table.act({"kind": "resume", "payload": {}})["help"]["paused"] is False
    own = table.act({"kind": "hint", "payload": {}})
    assert (own["clientId"], own["help"]["hints"]) == ("p1", 2)
    assert own["report"]["hint"] in own["legal"]
    assert "assist" not in {action["kind"] for action in own["legal"]}
    assert table.act({"kind": "assist", "payload": {"what": "winnable"}})["help"]["assisted"] is True


def test_a_hint_goes_to_the_seat_that_asked_and_disturbs_none_of_its_messages(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE, seed="1", private=False)
    watcher = backend.player()
    with table.socket() as own, watcher.socket(table.table_id) as watching:
        own.kind("snapshot")
        watching.kind("snapshot")
        answer = table.player.ask("POST", f"{table.path}/hint", token=table.token)
        assert answer.items() >= own.kind("ack").items()
        told = watching.kind("ack")
        assert (told["action"], told["report"], told.get("legal")) == (answer["action"], {}, None)
        assert answer["report"]["hint"] in answer["legal"]
        drawn = own.ask(table.message(DRAW))
        assert (drawn["kind"], drawn["seq"], drawn["rev"]) == ("ack", 0, 2), "the seat's numbers are its own"


def test_hints_asked_for_at_once_are_all_given(backend: Backend) -> None:
    table = backend.player().create(SOLITAIRE)
    askers = [backend.player(table.player.token) for _ in range(5)]
    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(lambda requester: requester.ask("POST", f"{table.path}/hint"), askers))
    assert {answer["kind"] for answer in answers} == {"ack"}
    assert sorted(answer["rev"] for answer in answers) == [1, 2, 3, 4, 5]
    assert table.view()["expectedSeq"] == 0


def test_between_people_there_is_no_hint_and_no_pause_and_with_bots_there_is(backend: Backend) -> None:
    first, _ = sitting(backend, DUEL, 2)
    for kind in ("hint", "pause", "resume"):
        assert first.post(first.message({"kind": kind, "payload": {}}))["code"] == "NOT_BETWEEN_PEOPLE"
    answer = first.player.ask("POST", f"{first.path}/hint", token=first.token)
    assert (answer["kind"], answer["code"], answer["expectedSeq"]) == ("reject", "NOT_BETWEEN_PEOPLE", 0)
    assert not {"hint", "pause"} & {action["kind"] for action in first.legal()}
    alone = backend.player().create(DUEL, seed="mine", seats=[{"kind": "human"}, {"kind": "bot"}])
    assert {"hint", "pause"} <= {action["kind"] for action in alone.legal()}
    assert alone.player.ask("POST", f"{alone.path}/hint", token=alone.token)["help"]["hints"] == 1


def test_a_pause_stops_the_bots(backend: Backend) -> None:
    table = backend.player().create(DUEL, seed="mine", seats=[{"kind": "human"}, {"kind": "bot"}])
    with table.socket() as socket:
        socket.until(lambda message: message["kind"] == "ack" and message["clientId"] == "p2")
        paused = socket.ask({"seq": 0, "baseRev": 0, "kind": "pause", "payload": {}})
        assert paused["help"]["paused"] is True
        assert socket.silent(0.3)
        assert socket.ask({"seq": 1, "baseRev": 0, "kind": "resume", "payload": {}})["kind"] == "ack"
        assert socket.kind("ack")["clientId"] == "p2"


def test_only_a_solitaires_player_gets_the_seed(backend: Backend) -> None:
    table = backend.player().create(TIMED, seed="424242")
    assert table.view()["seed"] == "424242"
    assert "424242" not in backend.player().request("GET", table.path).text
    first, second = sitting(backend, DUEL, 2)
    watcher = backend.player()
    texts = [who.request("GET", first.path) for who in (first.player, second.player, watcher)]
    assert all("seed" not in text.json() and "nonce" not in text.text for text in texts)
    assert len({text.json()["commitment"] for text in texts}) == 1


def test_the_replay_is_published_after_the_end_and_matches_the_commitment(backend: Backend) -> None:
    first, second = sitting(backend, DUEL, 2)
    commitment = second.view()["commitment"]
    for seat in (first, second, first):
        seat.act(seat.legal()[0])
    assert first.player.refused("GET", f"{first.path}/replay") == (403, "PRIVATE_UNTIL_THE_END")
    second.act(RESIGN)
    log = json.loads(backend.player().log(first.table_id))
    header, steps = log["header"], log["steps"]
    assert header["commitment"] == commitment
    named = {"game": DUEL, "nonce": header["nonce"], "options": header["options"], "seed": header["seed"]}
    assert sha(named) == commitment
    assert [step["clientId"] for step in steps] == ["p1", "p2", "p1", "p2"]
    assert all(one["at"] <= two["at"] for one, two in pairwise(steps))
    assert replay(json.dumps(log)).status == "SUCCESS"
    forged = {**log, "header": {**header, "seed": header["seed"][:-1] + "x"}}
    assert replay(json.dumps(forged)).status == "FAIL"


def test_statistics_are_added_up_per_game(backend: Backend) -> None:
    player, other = backend.player(), backend.player()
    assert player.ask("GET", "/api/players/me/stats") == {}
    for _ in range(3):
        table = player.create(SAVING)
        table.act(moves(table.legal())[0])
        table.act({"kind": "hint", "payload": {}})
        table.act(RESIGN)
    for loser in (0, 1, 1):
        seats = [player.create(DUEL, private=True)]
        seats.append(other.join(seats[0].table_id))
        seats[loser].act(RESIGN)
    library, actions = script(*GREEDY_GAMES[0])
    won = player.create(SOLITAIRE, seed=library.seed, options=easy(SOLITAIRE))
    with won.socket() as socket:
        for number, action in enumerate(actions):
            library.submit(0, {"seq": number, "baseRev": number, **action})
            socket.send({"seq": number, "baseRev": 0, **action})
        socket.rev(len(actions))
    assert library.outcome is not None
    stats = player.ask("GET", "/api/players/me/stats")
    assert {name for name in stats if "/" not in name} == {DUEL, SOLITAIRE, SAVING}
    assert (stats[SAVING]["lost"], stats[SAVING]["hints"], stats[SAVING]["actions"]) == (3, 3, 6)
    assert (stats[DUEL]["won"], stats[DUEL]["lost"], stats[DUEL]["streak"]) == (2, 1, 2)
    assert (stats[SOLITAIRE]["won"], stats[SOLITAIRE]["bestScore"]) == (1, library.outcome.scores[0])
    assert stats[SOLITAIRE]["fewestActionsToWin"] == library.view(0).moves, "the number that the table shows"
    assert stats[SOLITAIRE]["actions"] == len(actions) > library.view(0).moves, "a redeal is no move"
    assert other.ask("GET", "/api/players/me/stats")[DUEL]["won"] == 1


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_no_request_writes_statistics(backend: Backend, method: str) -> None:
    player = backend.player()
    status, code = player.refused(method, "/api/players/me/stats", {SOLITAIRE: {"won": 9}})
    assert (status, code) == (405, "METHOD_NOT_ALLOWED")
    assert player.ask("GET", "/api/players/me/stats") == {}


def test_no_client_can_act_as_the_server(backend: Backend) -> None:
    first, _ = sitting(backend, DUEL, 2, options=clocked(DUEL))
    answer = first.post(first.message({"kind": "timeout", "payload": {"player": "p2"}}))
    assert (answer["kind"], answer["code"]) == ("reject", "INVALID_ACTION_KIND")


def test_what_is_read_after_an_answer_shows_what_was_answered(backend: Backend) -> None:
    """Whichever process is asked: a load balancer need not know who wrote."""
    table = backend.player().create(SOLITAIRE, seed="1", options=easy(SOLITAIRE), private=False)
    for number in range(1, 16):
        assert table.act(DRAW)["rev"] == number
        assert table.player.ask("GET", table.path, token=table.token)["rev"] == number
        assert backend.player().ask("GET", table.path)["rev"] == number


def test_every_message_is_answered_in_its_turn_long_ones_and_a_watchers_too(backend: Backend) -> None:
    first = backend.player().create(DUEL)
    backend.player().join(first.table_id)
    asked: Json = {"kind": "stateRequest", "payload": {}}
    draw, watcher = first.legal()[0], backend.player()
    with first.socket() as own, watcher.socket(first.table_id) as watching:
        own.kind("snapshot")
        watching.kind("snapshot")
        own.send({"seq": 0, "baseRev": 0, **draw})
        own.send({"seq": 1, "baseRev": 0, **DRAW, "payload": {"long": "x" * 17_000}})
        own.send(asked)
        answers = [own.kind("ack", "reject", "snapshot") for _ in range(3)]
        assert [one["kind"] for one in answers] == ["ack", "reject", "snapshot"]
        assert [one["rev"] for one in answers] == [1, 1, 1]
        assert answers[1]["code"] == "MALFORMED_MESSAGE"
        watching.kind("ack")
        for message in (asked, {**asked, "matchId": "another"}, asked, {"seq": 0, "baseRev": 0, **draw}, asked):
            watching.send(message)
        told = [watching.kind("ack", "reject", "snapshot") for _ in range(5)]
        assert [one.get("code", one["kind"]) for one in told] == [
            "snapshot", "MALFORMED_MESSAGE", "snapshot", "NOT_YOUR_SEAT", "snapshot",
        ]  # fmt: skip


def test_a_table_that_waits_refuses_everything_a_watcher_says(backend: Backend) -> None:
    table = backend.player().create(DUEL)
    with backend.player().socket(table.table_id) as watching, table.socket() as own:
        for socket in (watching, own):
            socket.kind("table")
            for raw in ('{"kind":"stateRequest","payload":{}}', "[]", "x" * 17_000):
                socket.send(raw)
                assert socket.kind("reject")["code"] == "MATCH_NOT_ACTIVE"
