#!/bin/sh
# A copy of a house's database while it is used, and a signed checkpoint of its log that the copy contains:
#   BANCA_DB=… BANCA_LOG_KEY=… sh backup.sh FOLDER
# The keys are not in it, on purpose: keep them elsewhere (docs/deploy.md).
set -eu
folder=$1
name=$folder/banca-$(date -u +%Y%m%dT%H%M%SZ)
umask 077

banca log checkpoint --output "$name.checkpoint"        # before the copy, so that the copy has all of it
case $BANCA_DB in
sqlite:///*)
    python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute("VACUUM INTO ?", (sys.argv[2],))' \
        "${BANCA_DB#sqlite:///}" "$name.db"
    banca audit verify --last-day --checkpoint "$name.checkpoint" --db "sqlite:///$name.db" > "$name.verified"
    ;;
*)
    pg_dump --format=custom --file="$name.dump" "$BANCA_DB"
    pg_restore --list "$name.dump" > /dev/null          # it can be read to its end
    ;;
esac
find "$folder" -name 'banca-*' -mtime "+${KEEP_DAYS:-30}" -delete
