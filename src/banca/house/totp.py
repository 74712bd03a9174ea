"""Second factors: codes of six digits that a telephone shows (TOTP, RFC 6238), each good once."""

from io import BytesIO

import pyotp
import segno
from pyotp.utils import strings_equal

STEP_SECONDS = 30
# The neighbours of the present step are taken too: clocks differ, and people type slowly.
AROUND = (0, -1, 1)
ISSUER = "Banca"
SHORTEST = 16
"""Letters of a secret: 80 bits."""


def new_secret() -> str:
    """Make a secret for telephone and house: 160 bits in base 32."""
    return pyotp.random_base32()


def address_of(secret: str, name: str) -> str:
    """Return the address by which telephones read a secret."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=ISSUER)


def picture_of(address: str) -> str:
    """Draw the address as a QR code: SVG."""
    out = BytesIO()
    segno.make(address, error="m").save(out, kind="svg", scale=4, border=4, xmldecl=False, svgns=True)
    return out.getvalue().decode()


def step_of(secret: str, code: str, now: float) -> int | None:
    """Return the step whose code this is, near the present one; None if it is no such code."""
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
