# make run and make test do their own set-up: they need Python 3.11 or later and nothing else.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install

.PHONY: run test check bench soak messages locks clean

run: $(VENV)/.all ## the exact odds of every game
	$(BIN)/banca odds

test: $(VENV)/.dev ## everything that must hold
	$(BIN)/python -m pytest -n auto

check: $(VENV)/.dev ## style, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev ## speed, beside a peer and a limit
	$(BIN)/python bench/exact.py
	$(BIN)/python bench/pai_kao.py
	$(BIN)/python bench/cluster.py
	$(BIN)/python bench/house.py
	$(BIN)/python bench/simulation.py

soak: $(VENV)/.dev ## every bet of every game over 10^8 rounds, beside its exact edge; 100,000 rounds of Pai Kao; 200 kills of the house
	$(BIN)/python bench/simulation.py --agreement
	BANCA_SOAK=100_000 $(BIN)/python -m pytest -q tests/games/test_pai_kao_bank.py
	$(BIN)/python bench/crash.py 200

messages: $(VENV)/.dev ## collect the terms to translate and compile the catalogues
	$(BIN)/python tools/messages.py

locks: $(VENV)/.dev ## write down what is installed as the new locks
	$(BIN)/python tools/locks.py

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Banca needs Python 3.11 or later; say which with: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# The package itself is installed in place, without its dependencies: those come from the locks.
$(VENV)/.core: $(VENV)/.python requirements/core.txt requirements/build.txt pyproject.toml
	$(PIP) -r requirements/core.txt -r requirements/build.txt
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.all: $(VENV)/.core requirements/all.txt
	$(PIP) -r requirements/all.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.all requirements/dev.txt
	$(PIP) -r requirements/dev.txt
	@touch $@
