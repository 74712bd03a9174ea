"""Whether a command or an event is of one of some kinds: asked for every bet, so it is worked out once for each class.

`isinstance` asks the metaclass of a struct each time where the answer is no, which takes as long as many a rule.
"""


class KindOf(dict[type, bool]):
    """By the class of something: whether it is one of some kinds, or is derived from one.

    >>> is_number = KindOf(int, float)
    >>> is_number[type(True)], is_number[type("one")]
    (True, False)
    """

    def __init__(self, *kinds: type) -> None:
        super().__init__()
        self._kinds = kinds

    def __missing__(self, kind: type) -> bool:
        found = self[kind] = issubclass(kind, self._kinds)
        return found
