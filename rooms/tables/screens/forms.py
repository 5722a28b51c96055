"""What is pressed at a table, as forms. Whether it may be done is for the table and its game to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from django import forms
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from control.desks.command import LOST, ChoiceForm, CommandForm, NumberField
from control.engine.language import later, say
from control.engine.refusal import Refused
from rooms.realm.desks import DESK_WORDS
from rooms.realm.game.stakes import MOST_STAKED
from rooms.tables.access import Person, asker_of, plain_name
from rooms.tables.game.chair_requests import AnswerAsking, AskChair, StopAsking
from rooms.tables.game.chairs import PutBot, SitDown, StandUp
from rooms.tables.game.closing import Close
from rooms.tables.game.context import LONGEST_NAME
from rooms.tables.game.end_warning import RunOn
from rooms.tables.game.names import skeleton
from rooms.tables.game.opening import Agree, OpenTable
from rooms.tables.game.playing import Begin
from rooms.tables.game.rules import GameKind
from rooms.tables.game.state import TableState
from rooms.tables.game.table_end import ENDS, USUAL
from rooms.tables.game.turn_time import MOST_SECONDS, RESERVES, ChangeTime
from rooms.tables.registry import games

USUAL_SECONDS = 60
RESERVE_WORDS = ((0, later("no reserve")), (120, later("2 minutes")), (300, later("5 minutes")), (600, later("10 minutes")))
STAKES = (("", later("nothing")), ("power", later("Power")), ("favors", later("Favors")))
ENDS_OFFERED = (("", USUAL), *ENDS.items())
OPTION = "option-"  # and the id of one of the host's options
BROKEN = dict.fromkeys(("required", "invalid", "invalid_choice", "min_value", "max_value", "max_length"), gettext_lazy(LOST))


def said(choices: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Choices with their words in the language that is spoken."""
    return tuple((value, say(words)) for value, words in choices)


STAFF_WORDS = (later("Control"), *DESK_WORDS.values())  # nobody at a table is called so


class NameForm(forms.Form):
    """What a friend is called, the own code of one who was here before on another phone, and whether they sit down with it."""

    name = forms.CharField(
        max_length=200,
        error_messages={
            "required": gettext_lazy("Type what you are called."),
            "max_length": gettext_lazy("Choose a shorter name."),
        },
    )
    code = forms.CharField(
        max_length=20, required=False, error_messages={"max_length": gettext_lazy("Your own code has eight letters and digits.")}
    )

    command_id = forms.UUIDField(required=False, error_messages=BROKEN)
    sit = forms.CharField(max_length=5, required=False)

    def clean_name(self) -> str:
        """The name as it is shown."""
        name = plain_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(say("Type what you are called."))
        if skeleton(name) in {skeleton(called) for words in STAFF_WORDS for called in (words, say(words))}:
            raise forms.ValidationError(say("The control team is called that; choose another name."))
        return name


class TimeForm(CommandForm):
    """The time for a turn and the reserve beside it; what is left out is as usual."""

    seconds = forms.IntegerField(required=False, min_value=0, max_value=MOST_SECONDS, error_messages=BROKEN)
    reserve = forms.IntegerField(required=False, min_value=0, max_value=max(RESERVES), error_messages=BROKEN)

    def time(self) -> dict[str, int]:
        """The seconds and the reserve."""
        seconds = self.cleaned_data["seconds"]
        return {"seconds": USUAL_SECONDS if seconds is None else seconds, "reserve": self.cleaned_data["reserve"] or 0}

    def changing(self) -> ChangeTime:
        """The command, while a game is played."""
        return ChangeTime(**self.time())


class AgreedForm(TimeForm):
    """What is agreed before a game begins; what is left out is as usual."""

    chairs = forms.IntegerField(required=False, min_value=1, max_value=99, error_messages=BROKEN)

    def agreed(self, game: GameKind) -> dict[str, Any]:
        """Chairs, seconds, the reserve and the host's options."""
        chairs = self.cleaned_data["chairs"]
        return {"chairs": game.most if chairs is None else chairs, "options": options_in(self.data), **self.time()}


class StakeForm(CommandForm):
    """What is staked at a new table, and what ends it."""

    stake_kind = forms.ChoiceField(required=False, choices=STAKES, error_messages=BROKEN)
    stake_amount = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_STAKED,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), format_lazy(gettext_lazy("A stake is 1 to {most}."), most=MOST_STAKED)
        ),
    )
    ends = forms.ChoiceField(required=False, choices=ENDS_OFFERED, error_messages=BROKEN)

    def stake(self) -> tuple[str, int]:
        """The kind and the amount, nothing of neither where nothing is staked."""
        kind: str = self.cleaned_data["stake_kind"]
        return kind, (self.cleaned_data["stake_amount"] or 0) if kind else 0


class OpenForm(StakeForm, AgreedForm):
    """A new table."""

    kind = forms.SlugField(max_length=40, error_messages=BROKEN)
    title = forms.CharField(
        required=False,
        max_length=LONGEST_NAME,
        error_messages={"max_length": format_lazy(gettext_lazy("A name has at most {most} characters."), most=LONGEST_NAME)},
    )

    def clean_kind(self) -> str:
        """A game that is installed."""
        kind: str = self.cleaned_data["kind"]
        if kind not in games():
            raise forms.ValidationError(say("This game is not played here."))
        return kind

    def opening(self, host: Person | None) -> OpenTable:
        """The command; without a host the control team keeps the table."""
        found, game = self.cleaned_data, games()[self.cleaned_data["kind"]].kind
        stake_kind, stake_amount = self.stake()
        return OpenTable(
            title=found["title"],
            host=host.id if host else "",
            name=host.name if host else "",
            ends=found["ends"],
            stake_kind=stake_kind,
            stake_amount=stake_amount,
            **self.agreed(game),
        )


class AgreeForm(AgreedForm):
    """Something else is agreed."""

    def agreeing(self, game: GameKind) -> Agree:
        """The command."""
        return Agree(**self.agreed(game))


class SitForm(ChoiceForm):
    """This chair, the next free one, or the own one back."""

    chair = forms.IntegerField(required=False, min_value=0, max_value=99, widget=forms.HiddenInput)

    def sitting(self, person: Person) -> SitDown:
        """The command."""
        return SitDown(person=person.id, name=person.name, chair=self.cleaned_data["chair"])


class AskForm(ChoiceForm):
    """The chair of a bot is asked for."""

    chair = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)

    def asking(self, person: Person) -> AskChair:
        """The command."""
        return AskChair(person=person.id, name=person.name, chair=self.cleaned_data["chair"])


class UnaskForm(CommandForm):
    """Whoever asked asks no more."""

    def command(self) -> StopAsking:
        """The command."""
        return StopAsking()


class AnswerForm(ChoiceForm):
    """Whoever asks is let in, or not. The person is named by a hash: nobody's word for a person goes to another's page."""

    asker = forms.SlugField(max_length=40, widget=forms.HiddenInput)
    let_in = forms.ChoiceField(choices=(("yes", ""), ("no", "")), error_messages=BROKEN)

    def answering(self, state: TableState) -> AnswerAsking:
        """The command; for whoever asks no more it names nobody."""
        asker = self.cleaned_data["asker"]
        person = next((each.person for each in state.asking if asker_of(each.person) == asker), "")
        return AnswerAsking(person=person, let_in=self.cleaned_data["let_in"] == "yes")


class ReadForm(CommandForm):
    """All that was shown has been tapped away, up to this entry."""

    shown = NumberField(min_value=1, widget=forms.HiddenInput)


class StandForm(ChoiceForm):
    """Whoever sits on this chair gets up."""

    chair = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)

    def command(self) -> StandUp:
        """The command."""
        return StandUp(chair=self.cleaned_data["chair"])


class BotForm(ChoiceForm):
    """A bot on this chair."""

    chair = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)
    bot = forms.SlugField(max_length=40, widget=forms.HiddenInput)

    def command(self) -> PutBot:
        """The command."""
        return PutBot(chair=self.cleaned_data["chair"], bot=self.cleaned_data["bot"])


class BeginForm(CommandForm):
    """The game begins."""

    def command(self) -> Begin:
        """The command."""
        return Begin()


class RunOnForm(CommandForm):
    """Nothing shall end the table by itself."""

    def command(self) -> RunOn:
        """The command."""
        return RunOn()


class CloseForm(CommandForm):
    """The table is closed, with a reason."""

    why = forms.CharField(
        max_length=300,
        error_messages={
            "required": gettext_lazy("Say why the table is closed."),
            "max_length": gettext_lazy("A reason has at most 300 characters."),
        },
    )

    def command(self) -> Close:
        """The command."""
        return Close(why=self.cleaned_data["why"])


class BackForm(CommandForm):
    """Take back the move that begins with this entry."""

    seq = NumberField(min_value=1, widget=forms.HiddenInput)


class TakeBackForm(CommandForm):
    """Control takes back a move with all that followed, and says why."""

    seq = NumberField(
        min_value=1,
        error_messages=dict.fromkeys(("required", "invalid", "min_value"), gettext_lazy("Choose the move to go back to.")),
    )
    reason = forms.CharField(
        max_length=160,
        error_messages={
            "required": gettext_lazy("Say why; it is said aloud at the table."),
            "max_length": gettext_lazy("Say it in 160 characters; it is said aloud."),
        },
    )


class PermitForm(forms.Form):
    """May players open tables themselves?"""

    players = forms.BooleanField(required=False)


# --- an action of a game ------------------------------------------------------------------------------------------------

ENVELOPE = ("csrfmiddlewaretoken", "command_id", "turn", "seen")  # what a form carries beside the game's own fields
MOST_FIELDS = 400


def action_fields(post: QueryDict) -> Mapping[str, list[str]]:
    """The game's own fields of a form."""
    return {name: post.getlist(name) for name in list(post)[:MOST_FIELDS] if name not in ENVELOPE}


def turn_in(post: QueryDict) -> int:
    """The turn that the screen showed.

    Raises:
        Refused: it says none.
    """
    turn = post.get("turn", "")
    if not (turn.isascii() and turn.isdigit() and 0 < len(turn) < 10 and int(turn)):
        raise Refused(say(LOST), code="malformed")
    return int(turn)


def action_id(post: QueryDict) -> UUID:
    """The id of an action: from the id of the page's forms, the turn and what was chosen, so that a second tap is the same action.

    Raises:
        Refused: the form has no id.
    """
    try:
        drawn = UUID(post.get("command_id", ""))
    except ValueError:
        raise Refused(say(LOST), code="malformed") from None
    chosen = sorted((name, *words) for name, words in action_fields(post).items())
    return uuid5(drawn, f"{post.get('turn', '')} {chosen!r}")


def options_in(data: Mapping[str, Any]) -> dict[str, str]:
    """The host's options among the fields of a form."""
    return {name.removeprefix(OPTION): str(data[name])[:40] for name in data if name.startswith(OPTION)}
