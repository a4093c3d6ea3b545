# The commands people type. `make help` lists them.
# The machine's own python3 if it fits, else the newest that does; tools/bootstrap.py knows which fit.
ifndef PYTHON
PYTHON := $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python tools/bootstrap.py fits >/dev/null 2>&1 && command -v $$python && exit; done; command -v python3)
endif
VENV ?= .venv
export VENV
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help run test test-fast lint format bench soak mutants screenshots messages lock prod dev clean

help: ## List these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

prod:
	@$(if $(PYTHON),,$(error Undermine needs Python 3.11, 3.12 or 3.13, and there is no python3 here))"$(PYTHON)" tools/bootstrap.py requirements.txt

dev: prod
	@"$(PYTHON)" tools/bootstrap.py requirements-dev.txt

run: prod ## Start the site with its worker (PORT=8000)
	@exec $(BIN)/python -m tools.stack

test: dev ## Run every test, on SQLite and on PostgreSQL, with real brokers and a real browser
	@$(BIN)/python -m tools.run_tests test

test-fast: dev ## Run the tests of the SQLite leg that need no browser
	@$(BIN)/python -m tools.run_tests fast

lint: dev ## Check style, types, templates, settings and migrations
	@$(BIN)/python -m tools.run_tests lint

format: dev ## Put code and templates into the house style
	@$(BIN)/ruff check --fix -q . ; $(BIN)/ruff format . ; $(BIN)/djlint --reformat --quiet templates

bench: dev ## Measure requests, streams, growth, sweeps and playouts, as ratios and counts
	@$(BIN)/python -m bench

soak: dev ## Long runs (at most an hour); writes docs/results/soak.md
	@$(BIN)/python -m tools.run_tests soak

mutants: dev ## Break a sample of 300 lines and see tests fail (20 minutes); writes docs/results/mutants.md
	@$(BIN)/python -m tools.mutants

screenshots: dev ## Picture every page at phone and desktop size, light and dark, into var/screenshots
	@$(BIN)/python -m tools.screenshots

messages: dev ## Collect and compile the words to translate
	@$(BIN)/python -m tools.messages

# One lock for every Python that fits (--universal, from the oldest), with the hash of every file.
COMPILE := $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url

lock: dev ## Pin pyproject's dependencies with all they pull in
	@$(BIN)/python -m pip install -q uv==0.13.7
	@$(COMPILE) pyproject.toml -o requirements.txt
	@$(COMPILE) --no-strip-extras --group dev -c requirements.txt -o requirements-dev.txt
	@sed -i '1i -r requirements.txt' requirements-dev.txt

clean: ## Remove the virtual environment and all local data
	@rm -rf $(VENV) var
