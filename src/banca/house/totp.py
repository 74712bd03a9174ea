"""A second factor by time: codes of six digits that a telephone shows (RFC 6238), each good once."""

from io import BytesIO

import pyotp
import segno
from pyotp.utils import strings_equal

STEP_SECONDS = 30
AROUND = (0, -1, 1)
"""Steps besides the present one whose code is taken: clocks differ, and people type slowly."""
ISSUER = "Banca"
SHORTEST = 16
"""Letters of a secret: 80 bits."""


def new_secret() -> str:
    """What the telephone and the house both know: 160 bits in base 32."""
    return pyotp.random_base32()


def address_of(secret: str, name: str) -> str:
    """The secret as telephones read it."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=ISSUER)


def picture_of(address: str) -> str:
    """The address as a picture that a telephone's camera reads: SVG."""
    out = BytesIO()
    segno.make(address, error="m").save(out, kind="svg", scale=4, border=4, xmldecl=False, svgns=True)
    return out.getvalue().decode()


def step_of(secret: str, code: str, now: float) -> int | None:
    """The step whose code this is, near the present one; none where it is no such code."""
    try:
        codes = pyotp.HOTP(secret)
        return next(
            (
                step
                for step in (int(now // STEP_SECONDS) + away for away in AROUND)
                if strings_equal(codes.at(step), code.replace(" ", ""))
            ),
            None,
        )
    except ValueError:  # no base 32
        return None
