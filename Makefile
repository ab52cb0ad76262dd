# Two commands do everything on a machine with git, make and Python 3.11 or newer: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
COMPILED := $(VENV)/.compiled
KERNELS := $(wildcard src/saloon/search/kernels/*.py src/saloon/games/*/clerk/kernel.py)
PAGE := src/saloon/page/index.html
PAGE_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*')
NEED := $(BIN)/python web/hatch_build.py --needs
APT := DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends

.PHONY: play page browsers test check bench clean help

help: ## Show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /make \1	/' | expand -t 16

play: $(READY) $(PAGE) $(COMPILED) ## Set everything up, start the server and open the page
	@$(BIN)/saloon

page: $(PAGE) ## Build the page

test: $(READY) $(PAGE) $(COMPILED) browsers ## Run the tests, those of the page in real browsers among them
	@$(BIN)/pytest -q -n auto

check: $(READY) $(PAGE) $(COMPILED) browsers ## Run all linters, type checkers and tests, warnings being errors
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python web/hatch_build.py lint types test
	$(BIN)/pytest -q -n auto

bench: $(READY) ## Measure the engine and the replay runner
	@$(BIN)/saloon bench engine replay

browsers: # The browsers of the tests, from the system's packages where that is allowed; pytest says which are missing
	@missing=; \
	command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing="$$missing chromium fonts-dejavu-core"; \
	command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing="$$missing firefox-esr"; \
	command -v WebKitWebDriver >/dev/null || missing="$$missing webkit2gtk-driver"; \
	command -v Xvfb >/dev/null || missing="$$missing xvfb"; \
	if [ -n "$$missing" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing$$missing for the tests of the page (once)…"; \
	  { $(APT) $$missing || { apt-get update; for one in $$missing; do $(APT) $$one; done; }; } >/dev/null 2>&1 || true; \
	fi

clean: ## Remove the virtual environment, the built page and caches
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis src/saloon/page web/node_modules

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Saloon needs Python 3.11 or newer; this is " + sys.version.split()[0])'
	@echo "Setting up $(VENV) (once)…"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

$(COMPILED): $(READY) $(KERNELS)
	@echo "Compiling the solvers and the clerks (once)…"
	@$(BIN)/python -m saloon.compile
	@touch $@

$(PAGE): $(READY) $(PAGE_SOURCES)
	@echo "Building the page…"
	@needs=$$($(NEED)) && { [ -z "$$needs" ] || $(BIN)/pip install --quiet --disable-pip-version-check "$$needs"; }
	@$(BIN)/python web/hatch_build.py
