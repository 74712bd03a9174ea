# make run and make test do their own set-up: they need Python 3.11 or later and nothing else.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install

.PHONY: run test chromium fonts check scripts bench soak pictures messages locks clean

run: $(VENV)/.all ## the demo: a table of every game in the browser, with play money
	$(BIN)/banca serve --demo --log WARNING

test: $(VENV)/.dev chromium fonts ## everything that must hold
	$(BIN)/python -m pytest -n auto

# The browser's tests need a Chromium: Debian's, where we may install it; elsewhere they are skipped, and say so.
chromium:
	@if [ -n "$$BANCA_CHROMIUM" ] || command -v chromium > /dev/null || command -v google-chrome > /dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	  echo "installing Debian's chromium for the browser's tests"; \
	  (apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends chromium) > /dev/null 2>&1 \
	  || echo "chromium could not be installed: the browser's tests will be skipped"; \
	else echo "no chromium here: the browser's tests will be skipped (install it, or set BANCA_CHROMIUM)"; fi

# Chinese dossiers need a font that has the letters: likewise.
fonts:
	@if command -v fc-list > /dev/null && [ -n "$$(fc-list :lang=zh-tw family)" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	  echo "installing Debian's fonts-noto-cjk for dossiers in Chinese"; \
	  (apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends fonts-noto-cjk) > /dev/null 2>&1 \
	  || echo "fonts-noto-cjk could not be installed: the tests of Chinese dossiers will be skipped"; \
	else echo "no Chinese font here: the tests of Chinese dossiers will be skipped (install fonts-noto-cjk)"; fi

check: $(VENV)/.dev ## style, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(MAKE) -s scripts

scripts: ## the types of the pages' scripts
	@if command -v node > /dev/null && command -v npm > /dev/null; then $(MAKE) -s node_modules/.done && node_modules/.bin/tsc; \
	else echo "skipped: no Node.js here; the types of the pages' scripts are not checked"; fi

bench: $(VENV)/.dev ## speed, beside a peer and a limit
	$(BIN)/python bench/exact.py
	$(BIN)/python bench/pai_kao.py
	$(BIN)/python bench/cluster.py
	$(BIN)/python bench/house.py
	$(BIN)/python bench/page.py
	$(BIN)/python bench/proposals.py
	$(BIN)/python bench/simulation.py

soak: $(VENV)/.dev ## every bet of every game over 10^8 rounds, beside its exact edge; 100,000 rounds of Pai Kao; 200 kills of the house
	$(BIN)/python bench/simulation.py --agreement
	BANCA_SOAK=100_000 $(BIN)/python -m pytest -q tests/games/test_pai_kao_bank.py
	$(BIN)/python bench/crash.py 200

pictures: $(VENV)/.dev chromium ## the pictures of every page in docs/pictures, taken anew
	$(BIN)/python tools/pictures.py

messages: $(VENV)/.dev ## collect the terms to translate and compile the catalogues
	$(BIN)/python tools/messages.py

locks: $(VENV)/.dev ## write down what is installed as the new locks
	$(BIN)/python tools/locks.py

clean:
	rm -rf $(VENV) node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis

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

node_modules/.done: package-lock.json
	npm ci --no-audit --no-fund
	@touch $@
