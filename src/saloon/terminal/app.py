"""The screen of one table: the picture, the list of moves, a line to type in, and messages."""

from collections.abc import Awaitable, Callable
from typing import ClassVar, Final

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from saloon.client.playing import Playing, outcome_text
from saloon.core.errors import SaloonError
from saloon.core.game import Action

from .pictures import arranged, coloured

Opened = Callable[[Callable[[str], None]], Awaitable[Playing]]
"""Opens a table; it gets a function that shows a message meanwhile."""


LOOK: Final = 1.0
"""Seconds between two looks at the connection."""


class TextScreen(ModalScreen[None]):
    """A text over the table; Esc, Enter or a click closes it."""

    CSS = """
    TextScreen { align: center middle; background: #052e16 60%; }
    #sheet { width: auto; max-width: 100%; height: auto; max-height: 100%; padding: 1 3; background: #0f3d24; }
    #text { width: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,t", "dismiss(None)", "close")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        with ScrollableContainer(id="sheet"):
            yield Static(f"{self._text}\n\nEsc goes back to the table", id="text", markup=False)

    def on_click(self) -> None:
        """Close it."""
        self.dismiss(None)


class TableApp(App[None]):
    """Plays or watches one table after another."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: #14532d; color: #f0fdf4; }
    #head { background: #052e16; padding: 0 1; height: 1; text-style: bold; }
    #table { padding: 0 1; background: #14532d; scrollbar-size: 1 1; }
    #picture { width: auto; height: auto; }
    #side { width: 15; background: #052e16; }
    #moves { height: 1fr; background: #052e16; border: none; padding: 0; scrollbar-size: 1 1; }
    #say { height: auto; max-height: 4; padding: 0 1; background: #0f3d24; }
    #typed { border: none; height: 1; padding: 0 1; background: #0b2e1b; }
    Footer { background: #052e16; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "hint"),
        Binding("f", "fair_hint", "fair hint"),
        Binding("u", "undo", "undo"),
        Binding("s", "solve", "solve"),
        Binding("n", "new", "new"),
        Binding("t", "statistics", "stats"),
        Binding("slash", "type", "type", priority=True),
        Binding("escape", "choose", "choose", show=False),
        Binding("question_mark", "help", "help"),
        Binding("q", "quit", "quit"),
    ]

    def __init__(
        self,
        opened: Opened,
        again: Opened | None = None,
        *,
        close: Callable[[], Awaitable[None]] | None = None,
        statistics: Callable[[], Awaitable[str]] | None = None,
    ) -> None:
        """Show the table that `opened` opens; `again` deals another game, where possible; `close` runs at the end.

        `statistics` returns those of the player as text.
        """
        super().__init__()
        self._opened, self._again, self._close_after, self._statistics = opened, again, close, statistics
        self.playing: Playing | None = None
        self._moves: list[Action] = []

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static("", id="head")
        with Horizontal():
            with ScrollableContainer(id="table"):
                yield Static("opening the table …", id="picture")
            with Vertical(id="side"):
                yield OptionList(id="moves")
        said = Static("", id="say")
        said.display = False
        yield said
        yield Input(
            placeholder="/ types a move, as the list writes it; Esc goes back", id="typed", select_on_focus=False
        )
        yield Footer()

    def on_mount(self) -> None:
        """Open the table."""
        self.query_one("#moves", OptionList).focus()
        self.set_interval(LOOK, self._show_head)
        self._open(self._opened)

    async def on_unmount(self) -> None:
        """Close the table."""
        if self.playing is not None:
            await self.playing.close()
        if self._close_after is not None:
            await self._close_after()

    @work(exclusive=True, group="table")
    async def _open(self, opened: Opened) -> None:
        """Open a table and follow it."""
        try:
            playing = await opened(self.say)
        except (SaloonError, TimeoutError) as error:
            self.say(str(error))
            return
        if self.playing is not None:
            await self.playing.close()
        self.playing = playing
        self.say("")
        self.show_table()
        self._follow(playing)
        self._listen(playing)

    @work(group="follow", exclusive=True)
    async def _follow(self, playing: Playing) -> None:
        """Show what other players do."""
        while playing.is_shared and playing.outcome is None:
            try:
                await playing.changed(playing.rev)
            except SaloonError as error:
                self.say(str(error))
                return
            if self.playing is playing:
                self.show_table()

    @work(group="listen", exclusive=True)
    async def _listen(self, playing: Playing) -> None:
        """Show what happens beside the game."""
        async for notice in playing.notices():
            self.say(notice)

    # --- showing --------------------------------------------------------------------------------------------

    def show_table(self) -> None:
        """Show the table as it is now."""
        playing = self.playing
        if playing is None:
            return
        room = self.query_one("#table", ScrollableContainer)
        game, outcome = playing.game, playing.outcome
        picture = arranged(game.picture(playing.view), room.size.width - 2, room.size.height)
        self.query_one("#picture", Static).update(coloured(picture))
        if len(game.seats) > 1:
            room.scroll_end(animate=False)  # your own board comes last
        self._show_head()
        self._list_moves([] if outcome is not None or playing.seat is None else list(playing.moves))
        if outcome is not None:
            self.say(outcome_text(outcome, playing.seat))

    def _show_head(self) -> None:
        playing = self.playing
        if playing is None:
            return
        who = "watching" if playing.seat is None else f"seat p{playing.seat + 1}"
        line = "" if playing.is_connected else "   the connection is lost; trying again …"
        for head in self.query("#head").results(Static):  # none while the app is closing
            head.update(f"{playing.game.title}   {who}   action {playing.rev}{line}")

    def _list_moves(self, moves: list[Action]) -> None:
        assert self.playing is not None
        listed = self.query_one("#moves", OptionList)
        place = listed.highlighted
        listed.clear_options()
        self._moves = moves
        listed.add_options([Option(self.playing.game.notation(move)) for move in moves])
        if moves:
            listed.highlighted = min(place or 0, len(moves) - 1)

    def on_resize(self) -> None:
        """Arrange the picture for the new size."""
        self.call_after_refresh(self.show_table)

    def say(self, text: str) -> None:
        """Show a message; the next one replaces it. Without one its line belongs to the table."""
        said = self.query_one("#say", Static)
        said.update(text)
        said.display = bool(text)

    # --- acting ---------------------------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Make the move that was chosen with the keys or clicked on."""
        if event.option_index < len(self._moves):
            self._act(self._moves[event.option_index])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Make the move that was typed."""
        if self.playing is None or not event.value.strip():
            return
        try:
            action = self.playing.typed(event.value.strip())
        except SaloonError as error:
            self.say(str(error))
            return
        event.input.clear()
        self._act(action)

    @work(group="act")
    async def _act(self, action: Action) -> None:
        assert self.playing is not None
        self.say("")
        await self._tried(self.playing.act(action))

    async def _tried(self, work: Awaitable[None]) -> None:
        """Act at the table; show the reason if that is refused."""
        try:
            await work
        except SaloonError as error:
            self.say(str(error))
        else:
            self.show_table()

    @work(group="act")
    async def action_undo(self) -> None:
        """Undo the last step."""
        if self.playing is not None:
            await self._tried(self.playing.undo())

    @work(group="act")
    async def action_hint(self) -> None:
        """Show a good move, and select it in the list."""
        if self.playing is not None:
            await self._show_hint(self.playing, self.playing.hint())

    @work(group="solve", exclusive=True)
    async def action_fair_hint(self) -> None:
        """Show the move of a strong bot that sees only what the player sees."""
        if self.playing is not None:
            await self._show_hint(self.playing, self.playing.fair_hint())

    async def _show_hint(self, playing: Playing, asked: Awaitable[Action | None]) -> None:
        try:
            hinted = await asked
        except SaloonError as error:
            self.say(str(error))
            return
        if hinted is None:
            self.say("no useful move in sight")
            return
        self.show_table()
        self.say(f"hint: {playing.game.notation(hinted)}")
        if hinted in self._moves:
            self.query_one("#moves", OptionList).highlighted = self._moves.index(hinted)

    @work(group="solve", exclusive=True)
    async def action_solve(self) -> None:
        """Search for a winning line, looking at all cards."""
        if self.playing is None:
            return
        self.say("searching with all cards known …")
        try:
            self.say(await self.playing.solve())
        except SaloonError as error:
            self.say(str(error))

    def action_new(self) -> None:
        """Deal another game."""
        if self._again is None:
            self.say("this table is somebody else's; leave it with q")
        else:
            self._open(self._again)

    @work(group="statistics", exclusive=True)
    async def action_statistics(self) -> None:
        """Show the player's statistics over the table."""
        if self._statistics is None:
            self.say("there are no statistics here")
            return
        try:
            text = await self._statistics()
        except SaloonError as error:
            self.say(str(error))
        else:
            self.push_screen(TextScreen(text))

    def action_type(self) -> None:
        """Type a move."""
        typed = self.query_one("#typed", Input)
        typed.screen.set_focus(typed)  # at once: the next keys are typed, they are no commands

    def action_choose(self) -> None:
        """Go back to the list of moves."""
        self.query_one("#moves", OptionList).focus()

    def action_help(self) -> None:
        """Show how moves are typed."""
        if self.playing is not None:
            self.say("   ".join(" ".join(line.split()) for line in self.playing.game.typing_help))
