# Two commands on a fresh machine: `make` builds every game, `make test` tests. GNU make 3.81 or newer.

# Candidates for making .venv, best first; `make PYTHON=/path/to/python` tries that one alone.
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11 python

BIN := .venv/bin
INSTALLED := .venv/.installed
BENCH_INSTALLED := .venv/.bench-installed

# A game is a folder with a game.yaml; anything else in designs/ is shared by all games.
GAMES := $(patsubst designs/%/game.yaml,%,$(wildcard designs/*/game.yaml))
# Touched after each default build. A manifest newer than it comes from another build into the same
# folder (another player number, mode, paper), which `make` then replaces.
BUILT := $(GAMES:%=output/%/.default-build)
SHARED := $(filter-out $(GAMES:%=designs/%),$(wildcard designs/*))
PROGRAM := $(shell find cardforge -type f ! -path '*/__pycache__/*' ! -name '* *')

# Folders count too, so that a removed file is noticed. A name with a space cannot be a prerequisite.
in_folders = $(if $(strip $(1)),$(shell find $(1) ! -path '* *'))

# The rules of a game, and the words that all rules share.
rules_of = $(wildcard rules_text/*.yaml) $(call in_folders,$(wildcard rules_text/$(1)))

SUITE := $(BIN)/python -m pytest -n auto --maxprocesses 4

.PHONY: all test test-fast check format-check lint types format bench clean help missing-output
.PRECIOUS: $(BUILT)

all: $(BUILT) ## set up and build every game into output/ (the default)

define game_edges
output/$(1)/.default-build: $(call in_folders,designs/$(1)) $(call rules_of,$(1)) $(or $(wildcard output/$(1)/manifest.json),missing-output)
endef
$(foreach game,$(GAMES),$(eval $(call game_edges,$(game))))

$(BUILT): output/%/.default-build: $(INSTALLED) $(PROGRAM) $(call in_folders,$(SHARED))
	$(BIN)/cardforge build designs/$* --out output
	@touch $@

missing-output:

$(INSTALLED): pyproject.toml
	@rm -f $(INSTALLED); python=; \
	for candidate in $(PYTHON); do \
	  if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	  then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "cardforge needs Python 3.11 or newer: install it, or name it with make PYTHON=..." >&2; exit 1; fi; \
	if ! "$$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then \
	  echo "$$python has no venv module: install it (on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; fi; \
	echo "Setting up .venv with $$python"; \
	if ! "$$python" -m venv --clear .venv; then \
	  echo "$$python could not make .venv: install its venv module and make this folder writable." >&2; exit 1; fi; \
	if ! $(BIN)/python -m pip install --quiet --editable '.[dev]' >.venv/install.log 2>&1; then \
	  echo "The packages of cardforge could not be installed: connect to the network and run make again (see .venv/install.log)." >&2; exit 1; fi; \
	touch $(INSTALLED)

$(BENCH_INSTALLED): $(INSTALLED)
	@if ! $(BIN)/python -m pip install --quiet --editable '.[bench]' >.venv/install.log 2>&1; then \
	  echo "Typst could not be installed: connect to the network and run make bench again (see .venv/install.log)." >&2; exit 1; fi; \
	touch $(BENCH_INSTALLED)

test: $(INSTALLED) ## run the whole test suite
	$(SUITE)

test-fast: $(INSTALLED) ## run the tests that take no more than a moment
	$(SUITE) -m 'not slow'

check: format-check lint types test ## format, lint, types and tests: is a change ready?

format-check: $(INSTALLED) ## say which files are not formatted
	$(BIN)/ruff format --check .

lint: $(INSTALLED) ## look for likely mistakes
	$(BIN)/ruff check .

types: $(INSTALLED) ## check the types of the package
	$(BIN)/mypy

format: $(INSTALLED) ## format every file and sort its imports
	$(BIN)/ruff check --select I --fix .
	$(BIN)/ruff format .

bench: $(BENCH_INSTALLED) ## measure cold builds beside Typst
	$(BIN)/python bench/run.py

clean: ## remove everything built, keep .venv
	find output -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache build

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile
