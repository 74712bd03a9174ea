"""Write docs/limits.md: every limit of the service with its default and the reason.

python tools/limits.py
"""

from pathlib import Path

from banca.server.limits import rows

FILE = Path(__file__).parent.parent / "docs" / "limits.md"
HEAD = """# Limits

What the server takes of one person, of one address and altogether, before it says no. Each is a setting of a process:
`banca serve --limit connections=2000 --limit export_seconds=300`. Names end in what they count. An address is a machine's in IPv4
and a line's (/64) in IPv6. What is counted in a minute may come all at once; then it grows back evenly. Somebody who is not logged
in is counted by their address.

A request beyond a limit gets 429 with `Retry-After` and a sentence that names the limit; a head that is too long 431, a body 413, a
request that does not come to its end 408, a connection too many 503 (of one address 429), and those connections are closed; so is, without
a word, that of somebody who does not read the answer. A key that is too long is nobody's: 401.

Where several processes serve one house, what is counted in a minute or an hour, wrong passwords and the runs of one person are counted
together: processes tell each other four times a second, so that somebody who asks all of them at once gets at most what each of them allows
in that quarter of a second. Connections, streams and all that waits are the process's own, as they protect its memory.
`banca_limited_total` in `/metrics` counts them by limit. Made by `python tools/limits.py`.

| limit | default | why |
|---|---:|---|
"""


def text() -> str:
    """The page."""
    return HEAD + "".join(f"| `{name}` | {figure:,} | {why} |\n" for name, figure, why in written())


def written() -> list[tuple[str, float, str]]:
    """Every row, its figure whole where it is."""
    return [(name, int(figure) if figure == int(figure) else figure, why) for name, figure, why in rows()]


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
