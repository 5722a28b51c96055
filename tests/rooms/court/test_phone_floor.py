"""The floor on phones and in the hall: every press and its refusal, the Sovereign's own, and what nobody may see."""

from __future__ import annotations

import json
import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from control.day.clock.steps import EndStep
from control.day.people.choosing import ChooseRoom
from control.engine.context import Actor
from control.engine.ids import SeatId, StepId
from control.models import Entry
from control.sheets import sheets
from django.utils import timezone
from rooms.court.game.ballots import CountFists
from rooms.court.game.cycles import ChooseProposal, StrikeProposal
from rooms.court.game.floor import CloseVote
from rooms.court.game.roll import CorrectRoll, assembled
from rooms.court.game.state import Stand, floor_of, in_cycle
from rooms.realm.desks import Desk
from rooms.realm.game.throne.changes import EnthroneByHand
from rooms.realm.scenario.ids import Phase, Room
from tests.control.phones import HX, Day, hidden, staff, words
from tests.control.test_play import PLAY, text_of
