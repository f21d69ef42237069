# `make run` opens the house, `make test` checks everything. Both need only Python >= 3.11, make and git.

PYTHON  ?= python3
WORKERS ?= 3

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
# The tests that need no browser, no server, no database and no installed wheel.
QUICK := $(filter-out tests/pages tests/store tests/walk tests/web tests/cli tests/scripts tests/kit,$(patsubst %/,%,$(wildcard tests/*/))) \
	tests/test_encoding.py tests/test_every_test_asserts.py tests/test_foundation.py
# A test that hangs ends its worker and is named; another worker goes on with the rest. Workers wait for browsers and databases,
# so three keep two processors busy; each more collects all tests and starts a database and a browser of its own. Idle workers
# steal tests.
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -o faulthandler_timeout=600 -o faulthandler_exit_on_timeout=true
UV_VERSION := 0.13.7
UV_COMPILE := .venv-lock/bin/uv pip compile --universal --python-version 3.11 --upgrade --quiet --generate-hashes --no-header \
	--no-annotate --no-emit-index-url --no-emit-find-links

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run play test quick coverage tests check lint types format proof shots bench lock clean

# A module of tests is rewritten for its asserts once and kept, instead of once in every worker of every run.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo "make run     open a demo house in the browser"
	@echo "make play    play at the terminal"
	@echo "make test    the static checks, then the tests"
	@echo "make quick   the tests without a browser, a server or a database, and without those that take seconds each"
	@echo "make coverage  the tests, and which lines and branches they reach, by package"
	@echo "make check   the static checks alone"
	@echo "make format  let ruff put the code in order"
	@echo "make proof   the long, exhaustive tests, and what the tests do not notice"
	@echo "make shots   screenshots of every page, into build/shots"
	@echo "make bench   measure the kernels, the lab, the engine, the start-up and the server"
	@echo "make lock    work out requirements.lock and benchmarks/peers.lock anew"
	@echo "make clean   remove whatever these made"

run: .venv/.ready
	@$(BIN)/houseway serve --demo --open

play: .venv/.ready
	@$(BIN)/houseway play

# mypy takes a minute on one processor if it has no cache yet, so it runs beside the tests; the quick checks come first.
test: .venv/.ready
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory -j2 types tests
	@$(BIN)/python -m tools.coverage_by_package --last

tests: .venv/.ready
	$(PYTEST)

quick: WORKERS = 2
quick: .venv/.ready
	$(PYTEST) -m "not proof and not long" $(QUICK)

coverage: .venv/.ready
	$(BIN)/coverage erase
	$(subst -m pytest,-m coverage run -m pytest,$(PYTEST))
	$(BIN)/coverage combine --quiet
	$(BIN)/python -m tools.coverage_by_package

check: lint types

lint: .venv/.ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports

types: .venv/.ready
	$(BIN)/mypy

format: .venv/.ready
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

proof: .venv/.ready
	$(BIN)/pytest -m proof -n $(WORKERS)
	$(BIN)/python -m tools.mutants --workers $(WORKERS)

shots: .venv/.ready
	$(BIN)/python -m tools.screenshots

bench: .venv/.ready
	-$(PIP) install --quiet --require-hashes -r benchmarks/peers.lock
	$(BIN)/python -m benchmarks.ranking
	$(BIN)/python -m benchmarks.equity
	$(BIN)/python -m benchmarks.lab
	$(BIN)/python -m benchmarks.sheets --optimal
	$(BIN)/python -m benchmarks.simulate
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.startup
	$(BIN)/python -m benchmarks.phh
	$(BIN)/python -m benchmarks.server
	$(BIN)/python -m benchmarks.queueing

# A new lock means a new environment, so that nothing it dropped lingers; a new pyproject.toml only reinstalls the project.
.venv/.locked: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Houseway needs Python 3.11 or newer: name one with make PYTHON=/path/to/python3." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "This Python cannot make virtual environments: install its venv package (python3-venv on Debian and Ubuntu) and run make again." >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(PIP) install --quiet --require-hashes -r requirements.lock
	@touch $@

.venv/.ready: .venv/.locked requirements.lock pyproject.toml
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@# The first run is as quick as the next.
	@$(BIN)/python -m compileall -q src
	@touch $@

# Kept out of .venv, which is built from the result.
lock:
	$(PYTHON) -m venv --clear .venv-lock
	.venv-lock/bin/python -m pip --disable-pip-version-check --no-input install --quiet uv==$(UV_VERSION)
	$(UV_COMPILE) pyproject.toml --extra dev --output-file requirements.lock
	$(UV_COMPILE) benchmarks/peers.in --constraint requirements.lock --output-file benchmarks/peers.lock
	rm -rf .venv-lock
	@! grep -n '://' requirements.lock benchmarks/peers.lock || { echo "A lock names an address: take it out." >&2; exit 1; }

clean:
	rm -rf .venv .venv-lock build dist .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +
