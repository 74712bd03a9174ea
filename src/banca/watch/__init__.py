"""The watch: tests whether recorded results follow the law, with evidence that may be looked at after every round, for ever.

Everything here is a bet against the law: a capital of 1 that is multiplied, round after round, by factors whose mean is exactly 1 if the
law holds, each chosen before its round. Such a capital is a test martingale, its value an e-value: by Ville's inequality it ever reaches
1/a with a chance of at most a. docs/watch.md has the method and its references.
"""

from banca.watch.croupier_calls import CallCount, compared
from banca.watch.device import DeviceProcess
from banca.watch.feature import Feature
from banca.watch.luck import LuckProcess
from banca.watch.thresholds import ALARM, REVIEW, alarm_at, worth_review

__all__ = [
    "ALARM",
    "REVIEW",
    "CallCount",
    "DeviceProcess",
    "Feature",
    "LuckProcess",
    "alarm_at",
    "compared",
    "worth_review",
]
