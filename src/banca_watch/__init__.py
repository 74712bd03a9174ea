"""The watch: tests whether recorded results follow the law, with evidence that may be looked at after every round, for ever.

Everything here is a bet against the law: a capital of 1 that is multiplied, round after round, by factors whose mean is exactly 1 if the
law holds, each chosen before its round. Such a capital is a test martingale, its value an e-value: by Ville's inequality it ever reaches
1/a with a chance of at most a. docs/watch.md has the method and its references.

A plug-in of the program: `journals` reads the tables of a store, `store` keeps the evidence, `report` says it, and `cli` and `server` show it.
"""

from typing import TYPE_CHECKING

from banca.moved import read_when_asked

if TYPE_CHECKING:
    from banca_watch.device import DeviceProcess
    from banca_watch.e_values import ALARM, REVIEW, alarm_at, worth_review
    from banca_watch.features import Feature
    from banca_watch.people import CallCount, CallsProcess, LuckProcess, compared

__all__ = [
    "ALARM",
    "REVIEW",
    "CallCount",
    "CallsProcess",
    "DeviceProcess",
    "Feature",
    "LuckProcess",
    "alarm_at",
    "compared",
    "worth_review",
]
# The processes need numpy, of the extra house. Without it `banca --help` lists the command, which says what it needs.
__getattr__ = read_when_asked(
    __name__,
    {
        "banca_watch.device": ("DeviceProcess",),
        "banca_watch.e_values": ("ALARM", "REVIEW", "alarm_at", "worth_review"),
        "banca_watch.features": ("Feature",),
        "banca_watch.people": ("CallCount", "CallsProcess", "LuckProcess", "compared"),
    },
)
