"""Forms of the buttons at a table. The table and its game decide whether a command is allowed."""

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
from rooms.realm.game.table_stakes import MOST_STAKED
from rooms.tables.access import TablePerson, asker_of, plain_name
from rooms.tables.game.chair_requests import AnswerAsking, AskChair, StopAsking
from rooms.tables.game.chairs import PutBot, SitDown, StandUp
from rooms.tables.game.context import LONGEST_NAME
from rooms.tables.game.end_warning import RunOn
from rooms.tables.game.names import name_skeleton
from rooms.tables.game.opening import Agree, OpenTable
from rooms.tables.game.play import Begin
from rooms.tables.game.rules import GameKind
from rooms.tables.game.state import TableState
from rooms.tables.game.table_closure import Close
from rooms.tables.game.table_end import ENDS, USUAL
from rooms.tables.game.turn_time import MOST_SECONDS, RESERVES, ChangeTime
from rooms.tables.registry import games

USUAL_SECONDS = 60
RESERVE_WORDS = ((0, later("no reserve")), (120, later("2 minutes")), (300, later("5 minutes")), (600, later("10 minutes")))
STAKES = (("", later("nothing")), ("power", later("Power")), ("favors", later("Favors")))
ENDS_OFFERED = (("", USUAL), *ENDS.items())
OPTION = "option-"  # prefix of a field; the id of one of the host's options follows
BROKEN = dict.fromkeys(("required", "invalid", "invalid_choice", "min_value", "max_value", "max_length"), gettext_lazy(LOST))


def translated_choices(choices: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Choices with their words in the current language."""
    return tuple((value, say(words)) for value, words in choices)


STAFF_WORDS = (later("Control"), *DESK_WORDS.values())  # names that nobody at a table may take


class FriendNameForm(forms.Form):
    """A friend's name, their own code if they return on another phone, and whether they sit down at once."""

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
        if name_skeleton(name) in {name_skeleton(called) for words in STAFF_WORDS for called in (words, say(words))}:
            raise forms.ValidationError(say("The control team is called that; choose another name."))
        return name


class TurnTimeForm(CommandForm):
    """Turn time and reserve. Missing fields get the defaults."""

    seconds = forms.IntegerField(required=False, min_value=0, max_value=MOST_SECONDS, error_messages=BROKEN)
    reserve = forms.IntegerField(required=False, min_value=0, max_value=max(RESERVES), error_messages=BROKEN)

    def time(self) -> dict[str, int]:
        seconds = self.cleaned_data["seconds"]
        return {"seconds": USUAL_SECONDS if seconds is None else seconds, "reserve": self.cleaned_data["reserve"] or 0}

    def changing(self) -> ChangeTime:
        """The command to change the time during the game."""
        return ChangeTime(**self.time())


class AgreedForm(TurnTimeForm):
    """The agreement before a game. Missing fields get the defaults."""

    chairs = forms.IntegerField(required=False, min_value=1, max_value=99, error_messages=BROKEN)

    def agreed(self, game: GameKind) -> dict[str, Any]:
        """Chairs, seconds, the reserve and the host's options."""
        chairs = self.cleaned_data["chairs"]
        return {"chairs": game.most if chairs is None else chairs, "options": options_in(self.data), **self.time()}


class TableStakeForm(CommandForm):
    """The stake of a new table, and its end."""

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
        """The kind and the amount; an empty kind and 0 without a stake."""
        kind: str = self.cleaned_data["stake_kind"]
        return kind, (self.cleaned_data["stake_amount"] or 0) if kind else 0


class OpenForm(TableStakeForm, AgreedForm):
    """A new table."""

    kind = forms.SlugField(max_length=40, error_messages=BROKEN)
    title = forms.CharField(
        required=False,
        max_length=LONGEST_NAME,
        error_messages={"max_length": format_lazy(gettext_lazy("A name has at most {most} characters."), most=LONGEST_NAME)},
    )

    def clean_kind(self) -> str:
        """The id of an installed game."""
        kind: str = self.cleaned_data["kind"]
        if kind not in games():
            raise forms.ValidationError(say("This game is not played here."))
        return kind

    def opening(self, host: TablePerson | None) -> OpenTable:
        """The command. Without a host the control team keeps the table."""
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


class NewAgreementForm(AgreedForm):
    """A new agreement before the game."""

    def agreeing(self, game: GameKind) -> Agree:
        return Agree(**self.agreed(game))


class SitForm(ChoiceForm):
    """Sit down: on this chair, on the next free one, or on one's own again."""

    chair = forms.IntegerField(required=False, min_value=0, max_value=99, widget=forms.HiddenInput)

    def sitting(self, person: TablePerson) -> SitDown:
        return SitDown(person=person.id, name=person.name, chair=self.cleaned_data["chair"])


class AskForChairForm(ChoiceForm):
    """Request a bot's chair."""

    chair = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)

    def asking(self, person: TablePerson) -> AskChair:
        return AskChair(person=person.id, name=person.name, chair=self.cleaned_data["chair"])


class UnaskForm(CommandForm):
    """Withdraw one's request for a chair."""

    def command(self) -> StopAsking:
        return StopAsking()


class JoinAnswerForm(ChoiceForm):
    """Answer a request. The person is named by a hash, since nobody's person id may appear on another's page."""

    asker = forms.SlugField(max_length=40, widget=forms.HiddenInput)
    let_in = forms.ChoiceField(choices=(("yes", ""), ("no", "")), error_messages=BROKEN)

    def answering(self, state: TableState) -> AnswerAsking:
        """The command. It names nobody if the request has been withdrawn."""
        asker = self.cleaned_data["asker"]
        person = next((each.person for each in state.asking if asker_of(each.person) == asker), "")
        return AnswerAsking(person=person, let_in=self.cleaned_data["let_in"] == "yes")


class ReadForm(CommandForm):
    """Dismiss all reveals up to this entry."""

    shown = NumberField(min_value=1, widget=forms.HiddenInput)


class LeaveChairForm(ChoiceForm):
    """Free this chair."""

    chair = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)

    def command(self) -> StandUp:
        return StandUp(chair=self.cleaned_data["chair"])


class BotForm(ChoiceForm):
    """Put a bot on this chair."""

    chair = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)
    bot = forms.SlugField(max_length=40, widget=forms.HiddenInput)

    def command(self) -> PutBot:
        return PutBot(chair=self.cleaned_data["chair"], bot=self.cleaned_data["bot"])


class BeginGameForm(CommandForm):
    """Begin the game."""

    def command(self) -> Begin:
        return Begin()


class RunOnForm(CommandForm):
    """Let the table run on: nothing ends it by itself."""

    def command(self) -> RunOn:
        return RunOn()


class CloseTableForm(CommandForm):
    """Close the table with a reason."""

    why = forms.CharField(
        max_length=300,
        error_messages={
            "required": gettext_lazy("Say why the table is closed."),
            "max_length": gettext_lazy("A reason has at most 300 characters."),
        },
    )

    def command(self) -> Close:
        return Close(why=self.cleaned_data["why"])


class UndoMoveForm(CommandForm):
    """Undo the sender's own move that begins with this entry."""

    seq = NumberField(min_value=1, widget=forms.HiddenInput)


class TakeBackForm(CommandForm):
    """Undo a move and all that followed, by Control, with a reason."""

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
    """Whether players may open tables themselves."""

    players = forms.BooleanField(required=False)


# --- an action of a game ------------------------------------------------------------------------------------------------

ENVELOPE = ("csrfmiddlewaretoken", "command_id", "turn", "seen")  # fields of a form that are not the game's own
MOST_FIELDS = 400


def action_fields(post: QueryDict) -> Mapping[str, list[str]]:
    """The game's own fields of a form."""
    return {name: post.getlist(name) for name in list(post)[:MOST_FIELDS] if name not in ENVELOPE}


def turn_in(post: QueryDict) -> int:
    """The turn on the sender's screen.

    Raises:
        Refused: the form does not name one.
    """
    turn = post.get("turn", "")
    if not (turn.isascii() and turn.isdigit() and 0 < len(turn) < 10 and int(turn)):
        raise Refused(say(LOST), code="malformed")
    return int(turn)


def action_id(post: QueryDict) -> UUID:
    """The id of an action, made from the page's form id, the turn and the choice, so that a second tap is the same action.

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
    """The host's options in a form."""
    return {name.removeprefix(OPTION): str(data[name])[:40] for name in data if name.startswith(OPTION)}
