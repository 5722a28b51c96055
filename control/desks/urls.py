"""URLs of the control team, under /control/."""

from __future__ import annotations

from django.urls import path

from control.clock import questions
from control.clock import views as clock
from control.debrief import opening as debrief
from control.debrief import own_day_pages
from control.desks import announcements, attention, count, desk_tasks, newsroom, overview, rulebook
from control.hall import projector_desk as screens
from control.journal import views as journal
from control.people import audit_page, casting_desk, check_in, device_admission, seating, staff_desk
from control.rehearsal import guide_page as guides
from control.rehearsal import keepers
from control.rehearsal import views as rehearsal
from control.sheets import arrivals, paper_desk
from control.watch import ladder_desk as ladder
from control.watch import preflight

app_name = "desk"

EVENT = "<int:event_id>/"

urlpatterns = [
    path("", overview.events, name="events"),
    path(EVENT, overview.overview, name="overview"),
    path(f"{EVENT}part/", overview.parts, name="parts"),
    path(f"{EVENT}part/<slug:name>/", overview.part, name="part"),
    path(f"{EVENT}announce/", announcements.announce, name="announce"),
    path(f"{EVENT}announcements/", announcements.announcements, name="announcements"),
    path(f"{EVENT}announcements/<int:notice>/again/", announcements.tell_again, name="announce-again"),
    path(f"{EVENT}news/line/", newsroom.line, name="news-line"),
    path(f"{EVENT}news/hold/", newsroom.hold, name="news-hold"),
    path(f"{EVENT}news/send/", newsroom.send, name="news-send"),
    path(f"{EVENT}news/<int:number>/<int:line>/", newsroom.words, name="news-words"),
    path(f"{EVENT}screens/", screens.all_screens, name="screens"),
    path(f"{EVENT}screens/send/", screens.send, name="screen-send"),
    path(f"{EVENT}screens/stage/", screens.stage, name="screen-stage"),
    path(f"{EVENT}screens/push/", screens.push, name="screen-push"),
    path(f"{EVENT}screens/name/", screens.rename, name="screen-name"),
    path(f"{EVENT}screens/forget/", screens.forget, name="screen-forget"),
    path(f"{EVENT}screens/forget-spare/", screens.forget_spare, name="screen-forget-spare"),
    path(f"{EVENT}screens/flash/", screens.flash, name="screen-flash"),
    path(f"{EVENT}screens/dark/", screens.dark, name="screen-dark"),
    path(f"{EVENT}screens/say/", screens.say, name="screen-say"),
    path(f"{EVENT}team/", staff_desk.team, name="team"),
    path(f"{EVENT}team/admit/", device_admission.admit, name="team-admit"),
    path(f"{EVENT}team/invite/", staff_desk.invite, name="team-invite"),
    path(f"{EVENT}team/<int:member>/desks/", staff_desk.desks, name="team-desks"),
    path(f"{EVENT}team/<int:member>/password/", staff_desk.password, name="team-password"),
    path(f"{EVENT}team/<int:member>/withdraw/", staff_desk.withdraw, name="team-withdraw"),
    path(f"{EVENT}access/", audit_page.page, name="audit"),
    path(f"{EVENT}calls/answer/", overview.answer, name="answer"),
    path(f"{EVENT}attention/", attention.press, name="attention"),
    path(f"{EVENT}attention/<slug:seat>/seen/", attention.seen_with_note, name="attention-seen"),
    path(f"{EVENT}count/<slug:sheet>/", count.count, name="count"),
    path(f"{EVENT}clock/", clock.clock, name="clock"),
    path(f"{EVENT}clock/begin/", questions.begin, name="clock-begin"),
    path(f"{EVENT}clock/plan/", questions.plan, name="clock-plan"),
    path(f"{EVENT}clock/pause/", questions.pause, name="clock-pause"),
    path(f"{EVENT}clock/resume/", clock.resume, name="clock-resume"),
    path(f"{EVENT}clock/time/", clock.add_time, name="clock-time"),
    path(f"{EVENT}clock/end/", questions.end_phase, name="clock-end"),
    path(f"{EVENT}clock/back/", questions.go_back, name="clock-back"),
    path(f"{EVENT}clock/set/", questions.set_clock, name="clock-set"),
    path(f"{EVENT}clock/steps/", clock.steps, name="clock-steps"),
    path(f"{EVENT}debrief/", debrief.opening, name="debrief"),
    path(f"{EVENT}debrief/links/", own_day_pages.own_links, name="debrief-links"),
    path(f"{EVENT}guide/", guides.guides, name="guides"),
    path(f"{EVENT}guide/begin/", guides.begin, name="guide-begin"),
    path(f"{EVENT}guide/press/", guides.press, name="guide-press"),
    path(f"{EVENT}rehearsal/", rehearsal.rehearsal, name="rehearsal"),
    path(f"{EVENT}rehearsal/run/", rehearsal.run, name="rehearsal-run"),
    path(f"{EVENT}rehearsal/stop/", rehearsal.stop, name="rehearsal-stop"),
    path(f"{EVENT}rehearsal/away/", rehearsal.away, name="rehearsal-away"),
    path(f"{EVENT}rehearsal/desk/", rehearsal.desk, name="rehearsal-desk"),
    path(f"{EVENT}rehearsal/sit/", keepers.sit, name="rehearsal-sit"),
    path(f"{EVENT}rehearsal/seat/", rehearsal.seat, name="rehearsal-seat"),
    path(f"{EVENT}rehearsal/trouble/", rehearsal.trouble, name="rehearsal-trouble"),
    path(f"{EVENT}rehearsal/cards/<int:number>/", rehearsal.card, name="rehearsal-card"),
    path(f"{EVENT}preflight/", preflight.preflight, name="preflight"),
    path(f"{EVENT}ladder/", ladder.page, name="ladder"),
    path(f"{EVENT}ladder/step/", ladder.step, name="ladder-step"),
    path(f"{EVENT}preflight/take-over/", preflight.take_over, name="take-over"),
    path(f"{EVENT}preflight/give-back/", preflight.give_back, name="give-back"),
    path(f"{EVENT}rooms/<slug:room>/time/", clock.room_time, name="room-time"),
    path(f"{EVENT}rooms/<slug:room>/pause/", clock.room_pause, name="room-pause"),
    path(f"{EVENT}rooms/<slug:room>/people/", seating.room_people, name="room-people"),
    path(f"{EVENT}rooms/<slug:room>/people/seat/", seating.seat_here, name="seat-here"),
    path(f"{EVENT}people/", check_in.check_in, name="people"),
    path(f"{EVENT}people/mark/", check_in.mark, name="mark"),
    path(f"{EVENT}people/new/", seating.walk_in, name="walk-in"),
    path(f"{EVENT}people/casting/", casting_desk.casting, name="casting"),
    path(f"{EVENT}people/casting/apply/", casting_desk.apply, name="casting-apply"),
    path(f"{EVENT}people/<slug:seat>/", check_in.player, name="player"),
    path(f"{EVENT}people/<slug:seat>/room/", check_in.seat_in_room, name="seat-in-room"),
    path(f"{EVENT}people/<slug:seat>/marks/", check_in.marks, name="marks"),
    path(f"{EVENT}people/<slug:seat>/expected/", check_in.uncheck, name="uncheck"),
    path(f"{EVENT}people/<slug:seat>/substitute/", seating.substitute, name="substitute"),
    path(f"{EVENT}people/<slug:seat>/swap/", seating.swap, name="swap"),
    path(f"{EVENT}people/<slug:seat>/leave/", check_in.leave, name="leave"),
    path(f"{EVENT}people/<slug:seat>/code/", check_in.new_code, name="new-code"),
    path(f"{EVENT}decisions/answer/", desk_tasks.answer, name="decision-answer"),
    path(f"{EVENT}decisions/claim/", desk_tasks.claim, name="decision-claim"),
    path(f"{EVENT}decisions/release/", desk_tasks.release, name="decision-release"),
    path(f"{EVENT}decisions/<str:decision>/", desk_tasks.decide, name="decide"),
    path(f"{EVENT}hand-offs/new/", desk_tasks.hand_over, name="hand-over"),
    path(f"{EVENT}hand-offs/take/", desk_tasks.take, name="hand-off-take"),
    path(f"{EVENT}rulings/", rulebook.book, name="rulings"),
    path(f"{EVENT}rulings/new/", rulebook.record, name="rule"),
    path(f"{EVENT}rulings/picks/", rulebook.picks, name="rule-picks"),
    path(f"{EVENT}rules/", rulebook.rulebook, name="rulebook"),
    path(f"{EVENT}rulings/<int:ruling>/retract/", rulebook.retract, name="retract"),
    path(f"{EVENT}sheets/<slug:kind>/", arrivals.arrivals, name="sheets"),
    path(f"{EVENT}sheets/<slug:kind>/remind/", arrivals.nudge, name="nudge"),
    path(f"{EVENT}sheets/<slug:kind>/paper/", paper_desk.paper_sheet, name="paper-sheet"),
    path(f"{EVENT}journal/", journal.journal, name="journal"),
    path(f"{EVENT}journal/<int:seq>/undo/", journal.undo, name="undo"),
]
