"""Decisions that the rules leave to a person: a room asks, its desk or a team answers, else the default applies.

A room declares its open questions with `update_questions`, and calls it again whenever their subject changes. When the step that
needs the answers closes, it calls `answer_by_default` and reads `chosen_options`.
"""
