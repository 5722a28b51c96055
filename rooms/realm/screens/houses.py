"""The Houses: status strips, purses, marriages, and the ceremonies of the month."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control.day.people import asked as people
from control.day.view import member_words
from control.desks.command import initial
from control.desks.frame import draw_page, regions
from control.desks.press import Place, Said, answered, give, question, tap
from control.engine.ids import SeatId
from control.engine.language import listed, say
from control.people.access import DeskPass, desk_or_404
from control.people.check_in import seat_or_404
from control.people.forms import SeatForm
from control.regions.kinds import RegionKind
from control.regions.known import register
from rooms.realm.desks import HOUSE_DESKS, Desk
from rooms.realm.frame import NAME
from rooms.realm.game.ceremonies import CEREMONY_NAMES, ceremonies_in, ceremonies_open
from rooms.realm.game.state import Ceremony, CeremonyKind, GameState, Seat
from rooms.realm.game.strips import wounds
from rooms.realm.game.treasury.purses import house_name, house_power
from rooms.realm.game.view import PersonView, ceremonies_held, person_view
from rooms.realm.scenario.ids import FavorId, HouseId
from rooms.realm.scenario.schema import House
from rooms.realm.screens import house_forms as forms
from rooms.realm.screens.seen import Look, look


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A member of a House that holds a ceremony."""

    seat: SeatId
    name: str
    short: str
    house: HouseId
    there: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CeremonyRow:
    """A ceremony of this month and who of its Houses is there (R-14)."""

    id: int
    kind: str
    houses: str
    what: str
    guests: tuple[Guest, ...]
    missing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CeremoniesView:
    """What is held this month, and whose turn is still open."""

    month: int
    is_open: bool
    held: tuple[CeremonyRow, ...]
    waiting: tuple[House, ...]
    may_hold: bool


def ceremonies_view(seen: Look) -> CeremoniesView:
    """The ceremonies of this month."""
    state = seen.state
    most = state.scenario.settings.ceremonies_per_house
    return CeremoniesView(
        month=state.clock.month,
        is_open=ceremonies_open(state),
        held=tuple(_ceremony_row(state, held) for held in ceremonies_held(state)),
        waiting=tuple(house for house in state.scenario.houses if len(ceremonies_in(state, house.id)) < most),
        may_hold=seen.sits_at(Desk.CEREMONY),
    )


def _ceremony_row(state: GameState, held: Ceremony) -> CeremonyRow:
    shorts = {house.id: house.short for house in state.scenario.houses}
    guests = tuple(
        Guest(seat=seat.id, name=seat.name, short=shorts[house], house=house, there=seat.id in held.attended)
        for house in held.houses
        for seat in people.members(state, house)
        if seat.here
    )
    return CeremonyRow(
        id=held.id,
        kind=CEREMONY_NAMES[held.kind],
        houses=listed([house_name(state, house) for house in held.houses]),
        what=held.what,
        guests=guests,
        missing=sum(not guest.there for guest in guests),
    )


STRIPS = 30  # strips of a House that are shown at once, by rank


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseCard:
    """A House with its members, as far as they are shown; `whole` is the address that shows the `more` of them."""

    house: HouseId
    name: str
    short: str
    power: int
    members: tuple[PersonView, ...]
    unfolded: bool
    more: int
    whole: str


def houses_view(seen: Look) -> tuple[HouseCard, ...]:
    """Every House with its members."""
    unfolded = frozenset(seen.query.getlist("all"))
    return tuple(_house_card(seen, house, unfolded) for house in seen.state.scenario.houses)


def _house_card(seen: Look, house: House, unfolded: frozenset[str]) -> HouseCard:
    state = seen.state
    members = people.members(state, house.id)
    shown = members if house.id in unfolded else members[:STRIPS]
    asked = urlencode({"all": sorted({*unfolded, house.id})}, doseq=True)
    return HouseCard(
        house=house.id,
        name=house.name,
        short=house.short,
        power=house_power(state, house.id),
        members=tuple(person_view(state, seat) for seat in shown),
        unfolded=house.id in unfolded,
        more=len(members) - len(shown),
        whole=f"{reverse('realm_desk:houses', args=[seen.event_id])}?{asked}",
    )


register(
    RegionKind(
        name="houses",
        template="realm/desk/_house_rows.html",
        topics=("people", "strip"),
        view=houses_view,
        desks=HOUSE_DESKS,
        include="#part-houses",
    ),
    RegionKind(
        name="ceremonies",
        template="realm/desk/_ceremonies.html",
        topics=("ceremonies", "clock", "people"),
        view=ceremonies_view,
        desks=HOUSE_DESKS,
    ),
    realm=NAME,
)


# --- pages --------------------------------------------------------------------------------------------------------------


@require_GET
def houses(request: HttpRequest, event_id: int) -> HttpResponse:
    """All Houses."""
    return houses_page(request, desk_or_404(request, event_id, *HOUSE_DESKS))


def houses_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """All Houses, with what became of a press."""
    seen = look(request, door)
    context = {"said": said, "rows": regions(seen, "houses")["houses"], **regions(seen, "ceremonies")}
    return draw_page(request, "realm/desk/houses.html", seen, "houses", context)


HERE = Place(address="realm_desk:houses", tab="houses", draw=houses_page)


@dataclass(frozen=True, slots=True, kw_only=True)
class FavorKinds:
    """The Favors of one faction, to name one by."""

    faction: str
    kinds: tuple[tuple[FavorId, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberView:
    """One member with what may be set by hand: rank, wounds, purse, a named Favor, marriage."""

    person: PersonView
    words: str  # of which House, and at which rank
    ranks: tuple[tuple[int, str], ...]  # each rank of the House, and who has it now
    deadly: int
    death: str
    favors: tuple[FavorKinds, ...]
    others: tuple[PersonView, ...]
    spouse: SeatId | None
    met: bool
    singles: tuple[PersonView, ...]
    may_marry: bool


def member_view(seen: Look, seat: Seat) -> MemberView:
    """One member, and whom one could marry."""
    state = seen.state
    everybody = [other for house in state.scenario.houses for other in people.members(state, house.id) if other.id != seat.id]
    return MemberView(
        person=person_view(state, seat),
        words=member_words(state, seat),
        ranks=tuple((each.rank, each.name) for each in people.members(state, seat.house)),
        deadly=wounds.DEADLY,
        death=say(wounds.DEATH_BY_HAND),
        favors=tuple(
            FavorKinds(
                faction=faction.name,
                kinds=tuple((favor.id, favor.name) for favor in state.scenario.favors if favor.faction == faction.id),
            )
            for faction in state.scenario.factions
        ),
        others=tuple(person_view(state, other) for other in everybody),
        spouse=seat.spouse,
        met=seat.id in state.met,
        singles=tuple(person_view(state, other) for other in everybody if other.spouse is None),
        may_marry=seen.sits_at(Desk.CEREMONY),
    )


@require_GET
def member(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """One member of a House: purse and marriage."""
    return _member(request, desk_or_404(request, event_id, *HOUSE_DESKS), seat)


def _member(
    request: HttpRequest, door: DeskPass, seat: str, said: Said | None = None, refused: SeatForm | None = None
) -> HttpResponse:
    seen = look(request, door)
    found = seat_or_404(seen.state, seat)
    drawn: dict[str, SeatForm] = {
        "power": forms.PowerForm(initial=initial(before=found.purse.power, power=found.purse.power), seat=found.id),
        "rank": forms.RankForm(initial=initial(before=found.rank, rank=found.rank), seat=found.id),
        "wounds": forms.WoundsForm(initial=initial(before=found.wounds, wounds=found.wounds), seat=found.id),
        "favors": forms.FavorsForm(initial=initial(count=1), seat=found.id),
        "card": forms.CardForm(initial=initial(), seat=found.id),
        "spouse": forms.SpouseForm(initial=initial(), seat=found.id),
    }
    opened = ""
    for name, form in drawn.items():
        if refused is not None and said is not None and type(form) is type(refused):
            opened = name
            drawn[name] = form if said.stale else refused
            break
    context = {"member": member_view(seen, found), "forms": drawn, "opened": opened}
    return question(request, door, "realm/desk/_member.html", context, HERE, said)


def _change(request: HttpRequest, event_id: int, seat: str, kind: type[SeatForm], *desks: str) -> HttpResponse:
    door = desk_or_404(request, event_id, *desks)
    found = seat_or_404(look(request, door).state, seat)
    form = kind(request.POST, seat=found.id)
    said = give(door, form)
    if said.done:
        return answered(request, door, said, HERE, "people")
    return _member(request, door, seat, said, form)


@require_POST
def adjust_power(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Set what a purse holds, with a reason."""
    return _change(request, event_id, seat, forms.PowerForm, *HOUSE_DESKS)


@require_POST
def adjust_rank(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Give a player another rank, with a reason."""
    return _change(request, event_id, seat, forms.RankForm, *HOUSE_DESKS)


@require_POST
def adjust_wounds(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Set a player's wounds, with a reason."""
    return _change(request, event_id, seat, forms.WoundsForm, *HOUSE_DESKS)


@require_POST
def move_card(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Lay a named Favor elsewhere, with a reason; which cards a player holds is shown to nobody."""
    return _change(request, event_id, seat, forms.CardForm, *HOUSE_DESKS)


@require_POST
def give_favors(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Let a player draw or discard Favors, with a reason."""
    return _change(request, event_id, seat, forms.FavorsForm, *HOUSE_DESKS)


@require_POST
def set_spouse(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Enter or end a marriage, with a reason."""
    return _change(request, event_id, seat, forms.SpouseForm, Desk.CEREMONY)


@require_http_methods(["GET", "POST"])
def hold(request: HttpRequest, event_id: int) -> HttpResponse:
    """Record a ceremony."""
    door = desk_or_404(request, event_id, Desk.CEREMONY)
    state = look(request, door).state
    fresh = forms.CeremonyForm(
        initial=initial(month=state.clock.month, kind=CeremonyKind.MARRIAGE.value), houses=state.scenario.houses
    )
    form, said = fresh, None
    if request.method == "POST":
        form = forms.CeremonyForm(request.POST, houses=state.scenario.houses)
        said = give(door, form)
        if said.done:
            return answered(request, door, said, HERE, "ceremonies")
        form = fresh if said.stale else form
    context = {
        "form": form,
        "kinds": tuple(CEREMONY_NAMES.items()),
        "houses": state.scenario.houses,
        "is_open": ceremonies_open(state),
        "month": state.clock.month,
    }
    return question(request, door, "realm/desk/_hold.html", context, HERE, said)


@require_POST
def attend(request: HttpRequest, event_id: int) -> HttpResponse:
    """One tap: this relative is there."""
    return tap(request, desk_or_404(request, event_id, Desk.CEREMONY), forms.AttendForm(request.POST), HERE, "ceremonies")
