"""What a batch is looked up and written with: one statement for each kind of row, for SQLite and PostgreSQL."""


def statements(*, is_sqlite: bool) -> dict[str, str]:
    """What a batch needs, each with all its rows in one parameter, so that the database works through them by itself."""
    mark = "?" if is_sqlite else "%s"

    def each(*types: str) -> str:
        """The rows of the parameter as columns c0, c1 and so on."""
        if is_sqlite:
            cell = {"text": "json_extract(value, '$[{}]')", "bytes": "CAST(json_extract(value, '$[{}]') AS BLOB)"}
            cell["bigint"] = cell["text"]
            source = f"json_each({mark})"
        else:
            cell = {"text": "value->>{}", "bigint": "(value->>{})::bigint", "bytes": "convert_to(value->>{}, 'UTF8')"}
            source = f"json_array_elements({mark}::json) AS rows(value)"
        cells = (f"{cell[kind].format(place)} AS c{place}" for place, kind in enumerate(types))
        return f"SELECT {', '.join(cells)} FROM {source}"

    text, whole, raw = "text", "bigint", "bytes"
    heads = each(text, whole, whole, text)
    each_first = (
        "CROSS JOIN" if is_sqlite else "JOIN"
    )  # so that SQLite looks up what is asked, and reads no journal through
    return {
        "heads": f"UPDATE tables SET seq = j.c2, head = j.c3 FROM ({heads}) AS j WHERE id = j.c0 AND seq = j.c1",
        "journal": f'INSERT INTO journal (table_id, seq, "by", command_id, body, digest) {each(text, whole, text, text, raw, text)}',
        "transfers": "INSERT INTO transfers (table_id, seq, place, source, target, amount) "
        + each(text, whole, whole, text, text, whole),
        "secrets": f"INSERT INTO secrets (table_id, commitment, outcome, nonce) {each(text, text, text, text)}",
        "account": f"INSERT INTO accounts (name, balance) VALUES ({mark}, 0) ON CONFLICT DO NOTHING",
        "find": f'SELECT table_id, seq, "by", command_id, body, digest FROM ({each(text, text, text)}) AS j {each_first} journal '
        'ON table_id = j.c0 AND "by" = j.c1 AND command_id = j.c2',
        "balances": f"UPDATE accounts SET balance = balance + j.c1 FROM ({each(text, whole)}) AS j WHERE name = j.c0",
    }
