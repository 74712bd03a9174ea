"""What has no best way of playing that can be worked out, and what to change."""

from banca.rules import _, refusal

GOAL_NEEDS = refusal("goal_needs", _("the goal {goal} needs {asked}"))
UNKNOWN_GOAL = refusal("unknown_goal", _("there is no goal {asked}; available: {allowed}"))
