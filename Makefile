# Two commands do everything on a machine with git, make and Python 3.11 or newer: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test check bench clean help

help: ## Show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /make \1	/' | expand -t 16

play: $(READY) ## Set everything up and play Klondike in the terminal
	@$(BIN)/saloon play klondike

test: $(READY) ## Run the tests
	@$(BIN)/pytest -q -n auto

check: $(READY) ## Run ruff, mypy --strict and the tests, warnings being errors
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q -n auto

bench: $(READY) ## Measure the engine and the replay runner
	@$(BIN)/saloon bench engine replay

clean: ## Remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Saloon needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@echo "Setting up $(VENV) (once)…"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@
