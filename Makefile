# make run and make test do their own set-up: they need Python 3.11 or later and nothing else.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
# Two workers a processor: half of the time they wait for a page, a server or another process.
PROCESSORS := $(shell nproc 2> /dev/null || echo 2)
WORKERS ?= $(shell expr 2 \* $(PROCESSORS))
# Some machines forbid Python to keep what it has compiled; then every process that a test starts compiles 700 modules again.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

.PHONY: help run test quick shuffled next-year one-core many-examples release release-check golden mutants warm chromium fonts servers check style types layers scripts catalogues bench siege soak pictures shown messages glossary locks clean examples docs dist tour changelog

help: ## this list
	@awk -F ':.* ## ' '/^[a-z-]+:.* ## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.all ## the demo: a table of every game in the browser, with play money
	$(BIN)/banca serve --demo --log WARNING

test: $(VENV)/.dev chromium fonts warm ## everything that an edit must keep
	$(PYTEST) $(TESTS)
	$(if $(TESTS),,$(MAKE) -s examples)

# The examples lie beside ours without being installed among them: what holds for every game holds for them too.
examples: $(VENV)/.examples ## games of somebody else's: their own tests, and what every installed game promises
	PYTHONPATH=$(CURDIR)/$(VENV)/examples $(PYTEST) -k "cussec or baccarat" tests/test_contract.py examples/banca-cussec/tests examples/banca-baccarat/tests

quick: $(VENV)/.dev ## the tests that need no browser, server, PostgreSQL or compiled code: for every edit
	$(BIN)/python -m pytest -n $(PROCESSORS) --quick $(TESTS)

shuffled: $(VENV)/.dev chromium fonts warm ## make test in a random order; SEED=N repeats one
	$(PYTEST) -p randomly $(if $(SEED),--randomly-seed=$(SEED)) $(TESTS)

next-year: $(VENV)/.dev chromium fonts ## make test in a random order, a year on, in Macau and in Portuguese (needs a C compiler)
	$(CC) -shared -fPIC -O2 -o $(VENV)/next_year.so tools/next_year.c -ldl
	TZ=Asia/Macau LANG=pt_PT.UTF-8 LD_PRELOAD=$(CURDIR)/$(VENV)/next_year.so $(MAKE) -s shuffled

one-core: $(VENV)/.dev chromium fonts warm ## make test on one processor
	taskset -c 0 $(PYTEST) $(TESTS)

many-examples: $(VENV)/.dev warm ## 25 times as many made-up examples, by chance where make test always tries the same
	BANCA_SOAK=25 $(PYTEST) -q $$(grep -lr "import many" tests --include=test_*.py)

release: $(VENV)/.dev chromium fonts servers warm ## the tests of tests/release: site, deployment, windows, tutorials, notebooks
	$(PYTEST) --release tests/release $(TESTS)

# Every part runs, whatever became of the one before; the table at the end is what an issue's note quotes.
RELEASE := check test release tour next-year one-core many-examples
release-check: ## what a release needs and an edit does not: all of it, with a table of minutes at the end
	@failed=0; table=""; for part in $(RELEASE); do \
	  began=$$(date +%s); if $(MAKE) -s $$part; then result=passed; else result=FAILED; failed=1; fi; \
	  table="$$table$$(printf '%-14s %-7s %5d s' $$part $$result $$(( $$(date +%s) - began )))\n"; \
	done; printf "\n$$table"; exit $$failed

golden: $(VENV)/.dev fonts ## what people and programs get, compared with the revision BASE
	$(BIN)/python tools/golden.py $(BASE)

mutants: $(VENV)/.dev chromium fonts warm ## how much the tests notice: one edit at a time in law and money
	$(BIN)/python tools/mutants.py

warm: $(VENV)/.dev ## compile what the tests run compiled, once for all their workers
	$(BIN)/python tests/support/warm.py

# The browser's tests need a Chromium: Debian's, where we may install it; elsewhere they are skipped, and say so.
chromium: ## a Chromium for the browser's tests: Debian's, where it is missing and may be installed
	@if [ -n "$$BANCA_CHROMIUM" ] || which chromium-headless-shell chromium google-chrome 2> /dev/null | grep -q .; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	  echo "installing Debian's chromium-headless-shell for the browser's tests"; \
	  (apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends chromium-headless-shell) > /dev/null 2>&1 \
	  || echo "chromium-headless-shell could not be installed: the browser's tests will be skipped"; \
	else echo "no chromium here: the browser's tests will be skipped (install it, or set BANCA_CHROMIUM)"; fi

# Chinese dossiers need a font that has the letters: likewise.
fonts: ## a Chinese font for the tests of dossiers, likewise
	@if command -v fc-list > /dev/null && [ -n "$$(fc-list :lang=zh-tw family)" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	  echo "installing Debian's fonts-noto-cjk for dossiers in Chinese"; \
	  (apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends fonts-noto-cjk) > /dev/null 2>&1 \
	  || echo "fonts-noto-cjk could not be installed: the tests of Chinese dossiers will be skipped"; \
	else echo "no Chinese font here: the tests of Chinese dossiers will be skipped (install fonts-noto-cjk)"; fi

# The deployment is tried behind Debian's nginx, on Debian's PostgreSQL: likewise, and neither is started.
servers: ## nginx and PostgreSQL for the tests of the deployment, likewise
	@if { command -v nginx || [ -x /usr/sbin/nginx ]; } > /dev/null && ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	  echo "installing Debian's nginx-light and postgresql for the test of the deployment"; \
	  (apt-get -qq update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends nginx-light postgresql) > /dev/null 2>&1 \
	  || echo "nginx-light and postgresql could not be installed: the test of the deployment will be skipped"; \
	else echo "no nginx or no Debian PostgreSQL here: the test of the deployment will be skipped (install nginx-light and postgresql)"; fi

check: style types layers scripts catalogues ## all that is checked without running a test; .pre-commit-config.yaml has the same

style: $(VENV)/.dev ## how the code is written
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev ## the types of the program, its tests, tools and benchmarks
	$(BIN)/mypy

layers: $(VENV)/.dev ## imports point downwards
	$(BIN)/lint-imports

scripts: ## the types of the pages' scripts
	@if command -v node > /dev/null && command -v npm > /dev/null; then $(MAKE) -s node_modules/.done && node_modules/.bin/tsc; \
	else echo "skipped: no Node.js here; the types of the pages' scripts are not checked"; fi

catalogues: $(VENV)/.dev ## every text is translated, every translation used and compiled
	$(BIN)/python tools/messages.py --check

bench: $(VENV)/.dev ## speed, beside a peer and a limit
	$(BIN)/python bench/exact.py
	$(BIN)/python bench/evening.py
	$(BIN)/python bench/best.py
	$(BIN)/python bench/pai_kao.py
	$(BIN)/python bench/cluster.py
	$(BIN)/python bench/house.py
	$(BIN)/python bench/lists.py
	$(BIN)/python bench/years.py
	$(BIN)/python bench/processes.py
	$(BIN)/python bench/page.py
	$(BIN)/python bench/proposals.py
	$(BIN)/python bench/simulation.py

siege: $(VENV)/.dev ## the house under attack, before and after: how long bystanders' bets take meanwhile
	$(BIN)/python bench/siege.py --before 25bf882

# Every bet over 10^8 rounds and every strategy over 10^7 sessions beside the exact figures; all made-up examples 25 times over; 1,000 kills
# of the house; stores of 10^7 entries; the watch over 10^4 honest tables of each game.
soak: $(VENV)/.dev ## for hours: bets and strategies at length, 25 times as many made-up examples, 1,000 kills, huge stores
	$(BIN)/python bench/simulation.py --agreement
	$(BIN)/python bench/evening.py --agreement 10000000
	$(MAKE) -s many-examples
	$(BIN)/python bench/crash.py 1000
	$(BIN)/python bench/years.py --most 10000000
	$(BIN)/python bench/watch.py

pictures: $(VENV)/.dev chromium ## the pictures of every page in docs/pictures, taken anew
	$(BIN)/python tools/pictures.py

shown: $(VENV)/.dev ## write anew what the documents show under their commands
	$(BIN)/python tools/shown.py

messages: $(VENV)/.dev ## collect the marked texts into the catalogues and compile these
	$(BIN)/python tools/messages.py

docs: $(VENV)/.dev ## the site of the documents, with its reference, in src/banca/site: the server shows it at /docs
	$(BIN)/python tools/make_docs.py

glossary: $(VENV)/.dev ## write docs/glossary.md anew out of the glossary
	$(BIN)/python tools/glossary.py

locks: $(VENV)/.dev ## write down what is installed as the new locks
	$(BIN)/python tools/locks.py

dist: $(VENV)/.dev ## the wheel and the source archive in dist/, offline; with the site where `make docs` has made it
	rm -rf dist
	$(BIN)/python -m hatchling build -d dist

tour: dist ## every command, page and extra of the wheel, in clean environments that pip makes; sizes and times
	$(BIN)/python tools/tour.py dist/*.whl

changelog: $(VENV)/.dev ## fold changes/ into CHANGELOG.md under the version of today; as often as there is something new
	$(BIN)/python tools/changelog.py

clean: ## everything that was made here
	rm -rf $(VENV) .compiled build dist src/banca/site node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Banca needs Python 3.11 or later; say which with: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# The package itself is installed in place, without its dependencies: those come from the locks.
$(VENV)/.core: $(VENV)/.python requirements/core.txt requirements/build.txt pyproject.toml src/banca/version.py
	$(PIP) -r requirements/core.txt -r requirements/build.txt
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.all: $(VENV)/.core requirements/all.txt
	$(PIP) -r requirements/all.txt
	@touch $@

$(VENV)/.dev: $(VENV)/.all requirements/dev.txt
	$(PIP) -r requirements/dev.txt
	@touch $@

$(VENV)/.examples: $(VENV)/.dev $(shell find examples -name '*.py' -o -name '*.toml')
	@rm -rf $(VENV)/examples
	$(PIP) --no-deps --no-build-isolation --target $(VENV)/examples examples/banca-cussec examples/banca-baccarat
	@touch $@

node_modules/.done: package-lock.json
	npm ci --no-audit --no-fund
	@touch $@
