# Bare `make` lists what there is; `make run` is all that a venue needs.

PYTHON ?= python3
HOST ?= 0.0.0.0
PORT ?= 8000
BOTS ?= 0
BOTS_SEED ?=
BIN := .venv/bin
RUNTIME := .venv/.stamp-runtime
DEV := .venv/.stamp-dev
BENCH := .venv/.stamp-bench
MUTANTS := .venv/.stamp-mutants
ARGS ?=
PYTEST := $(BIN)/python -m pytest
# Two browsers, for the other lanes compute beside them, and each has a console of its own that computes when idle too. Each test is
# dealt out by itself, the slowest first; what shares a fixture of its file goes to one process by the mark `xdist_group`.
BROWSERS := -n 2 --dist loadgroup --no-loadscope-reorder
# A mark's own files alone, unless ARGS names others: to collect the whole suite for a few of its tests costs more than some of them.
marked = $(if $(filter tests/%,$(ARGS)),,$(shell grep -rl "mark\.$(1)" tests --include='test_*.py'))
# Bytecode that is kept makes each of the suite's many starts of Python cheaper, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help venv run test lint types imports pure rules examples transcripts e2e bench mutants faults fmt clean chromium rehearse \
	test-rest test-browsers quick thorough lock

help: ## list the targets
	@sed -nE 's/^([a-z0-9]+):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

venv: $(DEV) ## the Python environment for work on the console, made again only when requirements change

$(RUNTIME): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11 ...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(DEV): requirements-dev.txt $(RUNTIME)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

lock: ## write requirements.lock anew from requirements.txt, with the hashes of every file that the package index has of it
	$(PYTHON) .ci/hashes

run: $(RUNTIME) ## the console with its demo event on this machine: make run [HOST=0.0.0.0] [PORT=8000] [BOTS=1 [BOTS_SEED=7]]
	@$(BIN)/python manage.py serve --prepare-only --free --host $(HOST) --port $(PORT)
	@if $(BIN)/python manage.py help demo >/dev/null 2>&1; then HOST=$(HOST) PORT=$(PORT) BOTS=$(BOTS) $(BIN)/python manage.py demo; fi
	@exec env HOST=$(HOST) PORT=$(PORT) BOTS=$(BOTS) BOTS_SEED=$(BOTS_SEED) $(BIN)/python manage.py serve --host $(HOST) --port $(PORT)

rehearse: $(RUNTIME) ## a rehearsal beside the running console: make rehearse [EVENT=1] [ARGS="--from 3 --months 2 --speed day"]
	@$(BIN)/python manage.py rehearse $(or $(EVENT),1) $(ARGS)

test: $(DEV) ## everything: the checks, the rules, the console, its tests on PostgreSQL and Redis, the browser
	@$(MAKE) --no-print-directory -j 2 lint imports chromium
	@$(MAKE) --no-print-directory -j 3 -k --output-sync=line types test-browsers test-rest

# What computes runs beside what waits. Each lane runs also after a red one; the target fails when any of them did.
test-rest: $(DEV)
	@failed=0; \
	lane() { echo "$$@"; "$$@" || failed=1; }; \
	lane $(PYTEST) -c tests/pure.ini --rootdir . $(ARGS); \
	lane $(PYTEST) -n 2 -p tests.pure -m "not e2e" $(ARGS); \
	lane $(PYTEST) -n 2 -p tests.services -m both_databases $(call marked,both_databases) $(ARGS); \
	exit $$failed

test-browsers: $(DEV)
	$(PYTEST) $(BROWSERS) -m e2e $(call marked,e2e) $(ARGS)

thorough: export HYPOTHESIS_PROFILE = thorough
thorough: $(DEV) chromium ## what `make test` samples, in full: many examples, two hash seeds, both databases, every page in the browser
	PYTHONHASHSEED=1 $(PYTEST) -c tests/pure.ini --rootdir . $(ARGS)
	PYTHONHASHSEED=2 $(PYTEST) -c tests/pure.ini --rootdir . $(ARGS)
	$(PYTEST) -n 2 -p tests.pure -m "not e2e" $(ARGS)
	$(PYTEST) -n 2 -p tests.pure -p tests.services -m "not e2e" $(ARGS)
	$(PYTEST) $(BROWSERS) -m e2e $(call marked,e2e) $(ARGS)

quick: $(DEV) ## what a change touches, by import and by rule, under a minute: make quick [SINCE=origin/main]
	$(PYTEST) -p tests.quick.plugin $(if $(SINCE),--since $(SINCE)) $(ARGS)

lint: $(DEV) ## style of code and templates, known weaknesses of the dependencies; the shape of the code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint control rooms --lint --quiet
	$(BIN)/python .ci/audit
	$(BIN)/python .ci/shape

types: $(DEV) ## mypy, strict
	$(BIN)/mypy

imports: $(DEV) ## who may know whom
	$(BIN)/lint-imports

pure: $(DEV) ## the rules alone, without Django, under two hash seeds
	PYTHONHASHSEED=1 $(PYTEST) -c tests/pure.ini --rootdir . $(ARGS)
	PYTHONHASHSEED=2 $(PYTEST) -c tests/pure.ini --rootdir . $(ARGS)

rules: $(RUNTIME) ## rule IDs of the rulebooks that no test names, by area: make rules [ARGS=GE-WAR]
	$(BIN)/python manage.py rules $(ARGS)

examples: $(RUNTIME) ## play the rulebooks' own examples: make examples [ARGS=FILE]
	$(BIN)/python manage.py examples $(ARGS)

transcripts: $(DEV) ## write the transcripts again; review them as a diff
	$(PYTEST) -m transcript --regenerate $(ARGS)

e2e: chromium test-browsers ## real browsers against a real server

$(BENCH): requirements-bench.txt $(DEV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.txt
	@touch $@

bench: $(BENCH) ## measure; quote ratios, never absolute figures
	$(BIN)/python -m tests.bench $(ARGS)

$(MUTANTS): requirements-mutants.txt $(DEV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-mutants.txt
	@touch $@

mutants: $(MUTANTS) ## make lines wrong and see which tests notice: make mutants [ARGS="--seed 1 --lines 200"]
	nice $(BIN)/python -m tests.mutants $(ARGS)

faults: $(DEV) ## a morning under fire, a few minutes: make faults [ARGS="--seed 7 --months 3 --short --embedded"]
	$(BIN)/python -m tests.faults $(ARGS)

fmt: $(DEV) ## put the code into its usual form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## remove what was made here; the event's data in var/ stays
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis var/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

chromium: $(DEV)
	@.ci/chromium
