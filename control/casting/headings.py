"""Known column headings of casting lists in European languages, most complete in English and German."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import StrEnum

from control.engine.frame import Frame
from control.engine.language import Spoken, later
from control.engine.typed_text import fold_letters

BEHIND_HEAD = re.compile(r"[(\[:]|\s[-–—]\s")  # separates a team from a remark in its heading row: its captain, its colour


class ListColumn(StrEnum):
    """Meaning of a column."""

    NAME = "name"
    FIRST_NAME = "first name"
    LAST_NAME = "last name"
    TEAM = "team"
    RANK = "rank"
    SEAT = "seat"
    FIRST_TIMER = "first-timer"
    VETERAN = "played before"
    PHONE = "phone"
    NO_PHONE = "no phone"
    NOTE = "notes"
    STATUS = "status"
    EMAIL = "e-mail"


WORDS: Mapping[ListColumn, str] = Spoken(
    {
        ListColumn.NAME: later("name"),
        ListColumn.FIRST_NAME: later("first name"),
        ListColumn.LAST_NAME: later("last name"),
        ListColumn.RANK: later("rank"),
        ListColumn.SEAT: later("seat"),
        ListColumn.FIRST_TIMER: later("first-timer"),
        ListColumn.VETERAN: later("played before"),
        ListColumn.PHONE: later("phone"),
        ListColumn.NO_PHONE: later("no phone"),
        ListColumn.NOTE: later("notes"),
        ListColumn.STATUS: later("status"),
        ListColumn.EMAIL: later("e-mail, to find the same person twice"),
    }
)
# In the form that `plain` returns. In each group: English, German, then French, Spanish, Italian, Portuguese, Dutch, Nordic
# languages, Polish, Czech, Hungarian and Russian.
HEADINGS: Mapping[ListColumn, tuple[str, ...]] = {
    ListColumn.NAME: (
        "name", "player", "player name", "full name", "person", "participant", "attendee", "names", "players",
        "real name", "ticket name",
        "spieler", "spielerin", "spieler in", "spielername", "spielende", "spielende person", "teilnehmer", "teilnehmerin",
        "teilnehmer in", "teilnehmende", "vollstandiger name", "vor und nachname", "name des spielers", "namen", "name vorname",
        "nom", "nom complet", "nom et prenom", "nom prenom", "prenom et nom", "prenom nom", "joueur", "joueuse", "participante",
        "nombre", "nombre completo", "nombre y apellido", "nombre y apellidos", "jugador", "jugadora",
        "nome", "nome completo", "nome e cognome", "cognome e nome", "nome e sobrenome", "giocatore", "giocatrice", "jogador",
        "naam", "volledige naam", "speler", "speelster", "deelnemer", "deelnemers", "namn", "navn", "deltagare", "deltager",
        "ad soyad", "adi soyadi", "isim soyisim", "oyuncu", "katilimci", "ime i prezime", "ime in priimek", "الاسم", "الاسم الكامل",
        "nimi", "imie i nazwisko", "nazwisko i imie", "gracz", "uczestnik", "jmeno a prijmeni", "hrac", "nev", "jatekos",
        "фио", "имя и фамилия", "фамилия и имя", "игрок", "участник",
    ),
    ListColumn.FIRST_NAME: (
        "first name", "firstname", "forename", "given name", "vorname", "rufname",
        "prenom", "nombre de pila", "primer nombre", "prenome", "primeiro nome", "voornaam", "roepnaam", "fornamn", "fornavn",
        "etunimi", "ad", "ime", "imie", "jmeno", "krestni jmeno", "keresztnev", "utonev", "имя",
    ),
    ListColumn.LAST_NAME: (
        "last name", "lastname", "surname", "family name", "nachname", "familienname", "zuname",
        "nom de famille", "apellido", "apellidos", "cognome", "sobrenome", "achternaam", "familienaam", "efternamn", "efternavn",
        "etternavn", "sukunimi", "soyad", "soyadi", "prezime", "priimek", "nazwisko", "prijmeni", "vezeteknev", "csaladnev",
        "фамилия",
    ),
    ListColumn.TEAM: (
        "team", "faction", "family", "group", "side", "gruppe", "mannschaft", "fraktion", "partei",
        "equipe", "groupe", "famille", "camp", "equipo", "grupo", "bando", "familia", "squadra", "gruppo", "ploeg", "groep",
        "familie", "lag", "hold", "grupp", "druzyna", "grupa", "frakcja", "tym", "skupina", "csapat", "команда", "группа",
        "takim", "ekip", "ekipa", "tim", "الفريق", "المجموعة",
    ),
    ListColumn.RANK: (
        "rank", "place", "position", "rank no", "rang", "platz", "stelle", "stellung", "rangfolge", "rangnummer",
        "rango", "puesto", "posicion", "orden", "grado", "posizione", "posto", "posicao", "rangorde", "positie", "plaats",
        "plats", "plads", "plass", "sija", "ranga", "miejsce", "pozycja", "stopien", "poradi", "hodnost",
        "helyezes", "ранг", "место", "sira", "rutbe", "mjesto", "الرتبة", "المرتبة",
    ),
    ListColumn.SEAT: ("seat", "seat id", "seat key", "sitz", "sitz id"),
    ListColumn.FIRST_TIMER: (
        "first timer", "first time", "firsttimer", "newcomer", "new", "first game", "first megagame", "is this your first megagame",
        "neuling", "erstes mal", "zum ersten mal", "erstmals", "neu", "anfanger", "anfangerin", "erstes spiel", "erstes megagame",
        "premiere fois", "debutant", "nouveau", "primera vez", "novato", "prima volta", "primeira vez", "eerste keer", "nieuw",
        "forsta gangen", "forste gang", "pierwszy raz", "debiutant", "nowy", "poprve", "eloszor", "первыи раз", "новичок",
    ),
    ListColumn.VETERAN: (
        "played before", "have you played before", "have you played a megagame before", "megagame before",
        "experienced", "experience", "veteran", "has played before",
        "erfahren", "schon gespielt", "bereits gespielt", "erfahrung", "erfahrung mit megagames",
        "deja joue", "experimente", "ya ha jugado", "con experiencia", "ervaren", "al gespeeld", "doswiadczony",
    ),
    ListColumn.PHONE: (
        "phone", "has phone", "has a phone", "smartphone", "mobile", "cell phone", "mobile phone", "phone yes no", "phone number",
        "device",
        "telefon", "handy", "smartphone vorhanden", "handy vorhanden", "mobiltelefon", "hat handy", "hat ein handy", "handynummer",
        "telefonnummer", "mit handy", "mobil",
        "telephone", "portable", "numero de telephone", "telefono", "movil", "celular", "cellulare", "telefone", "telemovel",
        "telefoon", "mobiel", "telefoonnummer", "puhelin", "komorka", "numer telefonu", "mobilni telefon", "телефон",
    ),
    ListColumn.NO_PHONE: (
        "no phone", "without phone", "without a phone", "paper", "on paper", "kein handy", "ohne handy", "kein telefon", "papier",
        "sans telephone", "sans portable", "sin telefono", "sin movil", "senza telefono", "sem telefone", "geen telefoon",
        "zonder telefoon", "uden telefon", "utan telefon", "bez telefonu", "без телефона",
    ),
    ListColumn.NOTE: (
        "notes", "note", "remark", "remarks", "comment", "comments", "info", "wishes", "special needs", "needs",
        "notiz", "notizen", "bemerkung", "bemerkungen", "anmerkung", "anmerkungen", "kommentar", "hinweis", "hinweise", "wunsche",
        "remarque", "remarques", "commentaire", "commentaires", "notas", "nota", "comentario", "comentarios", "observaciones",
        "osservazioni", "commenti", "observacoes", "opmerking", "opmerkingen", "noot", "anteckning", "anteckningar", "notat",
        "notater", "kommentarer", "bemaerkninger", "uwagi", "uwaga", "notatki", "poznamka", "poznamky", "megjegyzes", "примечание",
        "примечания", "заметки",
    ),
    ListColumn.STATUS: (
        "status", "order status", "booking status", "ticket status", "registration status", "attendance status", "state",
        "zustand", "anmeldestatus", "buchungsstatus", "bestellstatus", "teilnahme",
        "statut", "etat", "estado", "stato", "stan", "stav", "статус",
    ),
    ListColumn.EMAIL: (
        "email", "e mail", "mail", "email address", "e mail address", "mail address", "mailadresse", "email adresse",
        "e mail adresse", "emailadresse", "adresse email", "adresse e mail", "adresse mail", "courriel", "correo",
        "correo electronico", "posta elettronica", "indirizzo email", "e mailadres", "emailadres", "e post", "epost",
        "adres email", "adres e mail", "почта", "электронная почта",
    ),
}  # fmt: skip


def meanings(frame: Frame) -> Mapping[str, ListColumn]:
    """The known headings for this game, with their columns."""
    known = {words: column for column, group in HEADINGS.items() for words in group}
    return {**known, **dict.fromkeys(frame.team_headings, ListColumn.TEAM)}


def meaning_of(column: ListColumn, frame: Frame) -> str:
    """The meaning of a column in words."""
    return frame.said("team-column") if column is ListColumn.TEAM else WORDS[column]


def plain(words: str) -> str:
    """Words for comparison: lower-case letters and digits, without accents, single blanks."""
    kept = "".join(sign if sign.isalnum() or unicodedata.category(sign)[0] == "M" else " " for sign in fold_letters(words))
    return " ".join(kept.split())
