"""The watch: tests whether recorded results follow the law, with evidence that may be looked at after every round, for ever.

Everything here is a bet against the law: a capital of 1 that is multiplied, round after round, by factors whose mean is exactly 1 if the
law holds, each chosen before its round. Such a capital is a test martingale, its value an e-value: by Ville's inequality it ever reaches
1/a with a chance of at most a. docs/watch.md has the method and its references.

A plug-in of the program: `journals` reads the tables of a store, `store` keeps the evidence, `report` says it, and `cli` and `server` show it.
"""

from banca_watch.device import DeviceProcess
from banca_watch.e_values import ALARM, REVIEW, alarm_at, worth_review
from banca_watch.features import Feature
from banca_watch.people import CallCount, CallsProcess, LuckProcess

__all__ = [
    "ALARM",
    "REVIEW",
    "CallCount",
    "CallsProcess",
    "DeviceProcess",
    "Feature",
    "LuckProcess",
    "alarm_at",
    "worth_review",
]
