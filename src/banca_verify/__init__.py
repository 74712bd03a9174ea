"""Check what Banca writes without trusting Banca: three programs of one file each, of which none imports anything of it.

`banca-verify certificate FILE`, `banca-verify receipt --key KEY FILE`, `banca-verify results JOURNAL`. Each file also runs alone, wherever
it is copied to: `python3 certificate.py FILE`. A package beside `banca` and not below it: importing from there would run Banca first.
"""
