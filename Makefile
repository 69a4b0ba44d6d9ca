# Everything is done with `make` and `python3`; `make` alone says what there is.
SHELL = /bin/sh
PYTHON ?= python3
VENV = .venv
PY = $(VENV)/bin/python
PYTEST = $(PY) -m pytest -q --numprocesses $(JOBS) --maxprocesses 4
JOBS ?= auto
PORT ?= 8000
HOST ?= 127.0.0.1
PEERS = $(VENV)/peers
RUNTIME = $(VENV)/.installed-runtime
DEV = $(VENV)/.installed-dev
LOCK = $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header
INSTALL = $(PY) -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes
# What `manage.py check --deploy` needs to see production settings; none of it is a secret or a real place.
PRODUCTION = CLUB_MODE=production SECRET_KEY=only-for-this-check-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGH \
	ALLOWED_HOSTS=club.example SITE_URL=https://club.example DATABASE_URL=postgresql://club@localhost/club \
	REDIS_URL=redis://localhost:6379/0 EMAIL_URL=smtp://localhost:25

.DEFAULT_GOAL = help
.PHONY: help run test test-postgres test-browser test-long static check demo-check bench bench-board bench-peers lock openapi rules messages

help: ## Say what each target does
	@echo "make run            start a demo club on this machine (make run PORT=8001 for another port)"
	@echo "make test           the quick tests: on SQLite; on PostgreSQL and with Chromium what needs them"
	@echo "make test-postgres  every quick test on PostgreSQL"
	@echo "make test-browser   the tests that drive Chromium"
	@echo "make test-long      the tests that take minutes: random nights, killed processes"
	@echo "make static         format, lint, import directions, types, migrations, settings, documents"
	@echo "make check          all that must hold before a release: static, tests on both databases, demo books"
	@echo "make bench          speed as ratios to named references, on PostgreSQL with fsync on"
	@echo "make bench-board    the board's plays against other generators, as ratios (part of make bench)"
	@echo "make bench-peers    the books against django-hordak, which is installed into an environment of its own"
	@echo "make lock           compile requirements/*.in into hash-pinned requirements/*.txt"
	@echo "make openapi        write docs/openapi.yaml from the code"
	@echo "make rules          write docs/rules.md from the book of the house rules"
	@echo "make messages       collect and compile the translations"

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here. Install Python 3.11 or newer."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) is `$(PYTHON) -V`; this needs Python 3.11 or newer (make run PYTHON=python3.12 picks another)."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "This Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(RUNTIME): requirements/runtime.txt $(VENV)/.made
	@echo "Installing requirements/runtime.txt into $(VENV) (once) ..."
	@$(INSTALL) -r requirements/runtime.txt
	@touch $@

$(DEV): requirements/dev.txt $(VENV)/.made
	@echo "Installing requirements/dev.txt into $(VENV) (once) ..."
	@$(INSTALL) -r requirements/dev.txt
	@touch $@

run: $(RUNTIME) ## Start a demo club on this machine
	@exec $(PY) manage.py up --port $(PORT) --host $(HOST)

# Three runs: what drives Chromium leaves an event loop behind that other tests must not meet.
test: $(DEV) ## The quick tests: on PostgreSQL those that need one, with Chromium those that need it, on SQLite all others
	@status=0; \
	echo "On PostgreSQL, the tests that need one:"; \
	TEST_DB=postgres $(PYTEST) -m "postgres and not browser and not long" || status=1; \
	echo "With Chromium, the tests that need it:"; \
	TEST_DB=sqlite $(PYTEST) -m "browser and not postgres and not long" || status=1; \
	echo "On SQLite, all the others:"; \
	TEST_DB=sqlite $(PYTEST) -m "not postgres and not browser and not long" || status=1; \
	exit $$status

# What is pure asks no database; it is tested once, by `make test`.
PURE = --ignore=tests/games/rules --ignore=tests/games/board --ignore=tests/ledger/rules

test-postgres: $(DEV) ## On PostgreSQL every quick test that asks a database
	@TEST_DB=postgres $(PYTEST) $(PURE) -m "not browser and not long"

test-browser: $(DEV) ## The tests that drive Chromium
	@$(PYTEST) -m "browser"

test-long: $(DEV) ## The tests that take minutes
	@status=0; \
	TEST_DB=postgres $(PYTEST) -m "long and postgres" || test $$? -eq 5 || status=1; \
	$(PYTEST) -m "long and browser" || test $$? -eq 5 || status=1; \
	$(PYTEST) -m "long and not postgres and not browser" || status=1; \
	exit $$status

static: $(DEV) ## Format, lint, import directions, types, migrations, settings, documents
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/lint-imports
	$(VENV)/bin/mypy .
	DATABASE_URL=sqlite://:memory: $(PY) manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(PY) manage.py check --deploy --fail-level WARNING
	$(PY) manage.py rule_book
	$(PY) manage.py spectacular --validate --fail-on-warn --file $(VENV)/openapi.yaml
	diff -u docs/openapi.yaml $(VENV)/openapi.yaml || { echo "docs/openapi.yaml is not what the code says: make openapi"; exit 1; }

demo-check: $(DEV) ## The demo's books and games add up
	@directory=`mktemp -d`; \
	CLUB_DATA=$$directory $(PY) manage.py migrate --verbosity 0 && \
	CLUB_DATA=$$directory $(PY) manage.py seed_demo && \
	CLUB_DATA=$$directory $(PY) manage.py check_books && \
	CLUB_DATA=$$directory $(PY) manage.py replay_check; \
	status=$$?; rm -rf $$directory; exit $$status

check: static demo-check test test-postgres ## All that must hold before a release

bench: $(DEV) ## Speed as ratios to named references
	@$(PY) -m tests.bench
	@$(MAKE) --no-print-directory bench-board

$(PEERS)/.installed: requirements/bench.txt $(VENV)/.made
	@echo "Installing requirements/bench.txt into $(PEERS) (once) ..."
	@$(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/bench.txt
	@touch $@

bench-board: $(DEV) ## The board's plays against other generators, which have an environment of their own
	@$(MAKE) --no-print-directory $(PEERS)/.installed || echo "Not all other generators can be installed here."
	@`test -x $(PEERS)/bin/python && echo $(PEERS)/bin/python || echo $(PY)` -m tests.bench.board

$(PEERS)-books/.installed: requirements/bench-books.txt $(VENV)/.made
	@echo "Installing requirements/bench-books.txt into $(PEERS)-books (once) ..."
	@$(PYTHON) -m venv $(PEERS)-books
	@$(PEERS)-books/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/bench-books.txt
	@touch $@

bench-peers: $(DEV) $(PEERS)-books/.installed ## The books against another ledger, as ratios
	@$(PY) -m tests.bench.peer_books $(PEERS)-books/bin/python

lock: $(DEV) ## Compile requirements/*.in
	$(LOCK) requirements/runtime.in -o requirements/runtime.txt
	$(LOCK) requirements/dev.in -o requirements/dev.txt
	$(LOCK) --no-deps requirements/bench.in -o requirements/bench.txt
	$(LOCK) requirements/bench-books.in -o requirements/bench-books.txt

openapi: $(DEV) ## Write docs/openapi.yaml
	$(PY) manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml

rules: $(DEV) ## Write what docs/rules.md says of settings, presets and codes
	$(PY) manage.py rule_book --write

messages: $(DEV) ## Collect and compile the translations (needs gettext)
	$(PY) manage.py makemessages --locale hu --locale hr --no-location --ignore $(VENV)
	$(PY) manage.py compilemessages --ignore $(VENV)
