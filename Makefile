# `make` lists what can be done here. Everything works on a machine with git, make and Python 3.11 or newer.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.play
DEV := $(VENV)/.dev
COMPILED := $(VENV)/.compiled
COLLECTED := $(VENV)/.collected
KERNELS := $(wildcard src/saloon/search/kernels/*.py src/saloon/games/*/*/kernel.py)
PAGE := src/saloon/page/index.html
PAGE_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/.node/*')
STEP := $(PYTHON) tools/step.py
QUIETLY := $(MAKE) --no-print-directory --silent
APT := DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends

# The tests start hundreds of processes: each would compile the sources again if the shell forbade Python to keep them.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play page setup test check long pythons docs pictures bench timings browsers clean
.PHONY: checks style types page-style page-types page-tests

help: ## Show this list
	@echo "Saloon: five card games, their engine, server, page, bots and solvers. Start with \`make play\`."
	@echo
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1	/' | expand -t 18
	@echo
	@echo "Each command sets up what it needs. After an interruption, run it again: it continues."
	@echo "One folder of tests: $(BIN)/pytest tests/core; add --cpu to see where the time goes."
	@echo "The page with live reload: \`npm run dev\` in web, beside \`saloon serve\`."

play: ## Set up what playing needs, start the server and open the page
	@$(QUIETLY) -j2 $(PLAY) $(PAGE)
	@$(BIN)/saloon

page: $(PAGE) ## Build the page

setup: ## Set up everything that developing needs, browsers included
	@$(QUIETLY) -j3 browsers $(COLLECTED) $(PAGE)

test: setup ## Run the tests, those of the page in real browsers among them
	@$(BIN)/pytest -q -n auto

check: ## Run what CI runs: all linters, type checkers and tests, warnings being errors
	@$(QUIETLY) -j3 checks
	@$(BIN)/pytest -q -n auto --rerun-show-tracebacks

long: setup ## Run the tests that take minutes, and all others with all their random examples (CI does it every night)
	@$(BIN)/pytest -q -m long
	@$(BIN)/pytest -q -n auto --examples all

pythons: ## Run the tests of engine, solvers and bots with every Python from 3.11 to 3.14 that is installed
	@$(PYTHON) tools/pythons.py

docs: $(DEV) ## Build the documentation site into the folder site
	@NO_MKDOCS_2_WARNING=1 $(STEP) "Building the documentation" $(BIN)/mkdocs build --strict
	@echo "To read and search it: $(PYTHON) -m http.server --directory site 8001, then open http://127.0.0.1:8001"

pictures: setup ## Take the pictures of the README and the documentation
	@$(BIN)/python tests/web/pictures.py

bench: $(DEV) ## Measure the engine and the replay runner
	@$(BIN)/saloon bench engine replay

timings: ## Time `make play` in a fresh clone with empty caches (RUNS=3 for three)
	@$(PYTHON) tools/timings.py $(or $(RUNS),1)

browsers: # The browsers of the tests, from the system's packages where that is allowed; pytest says which are missing
	@missing=; \
	command -v chromium-headless-shell >/dev/null || missing="$$missing chromium-headless-shell fonts-dejavu-core"; \
	command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing="$$missing chromium"; \
	command -v firefox-esr >/dev/null || command -v firefox >/dev/null || missing="$$missing firefox-esr"; \
	command -v WebKitWebDriver >/dev/null || missing="$$missing webkit2gtk-driver"; \
	command -v Xvfb >/dev/null || missing="$$missing xvfb"; \
	if [ -n "$$missing" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing$$missing for the tests of the page (once) …"; \
	  { $(APT) $$missing || { apt-get update; for one in $$missing; do $(APT) $$one; done; }; } >/dev/null 2>&1 || true; \
	fi

# At the same time: the page is built and checked while the packages of Python and the browsers are installed.
checks: browsers page-types page-tests page-style $(COLLECTED) types style

style: $(DEV)
	@$(STEP) "Checking the style of the Python code" sh -c "$(BIN)/ruff check . && $(BIN)/ruff format --check ."

types: $(DEV)
	@$(STEP) "Checking the types of the Python code" $(BIN)/mypy

page-style: $(PAGE)
	@$(STEP) "Checking the style of the page" $(PYTHON) web/hatch_build.py lint

page-types: $(PAGE)
	@$(STEP) "Checking the types of the page" $(PYTHON) web/hatch_build.py types

page-tests: $(PAGE)
	@$(STEP) "Testing the modules of the page" $(PYTHON) web/hatch_build.py test

clean: ## Remove the virtual environment, the built page and caches
	rm -rf $(VENV) .pythons .mypy_cache .pytest_cache .ruff_cache .hypothesis site src/saloon/page src/saloon/page.new web/node_modules web/.node

$(PLAY): pyproject.toml constraints.txt
	@$(PYTHON) tools/setup.py play

$(DEV): pyproject.toml constraints.txt
	@$(PYTHON) tools/setup.py dev

$(COMPILED): $(DEV) $(KERNELS)
	@$(STEP) "Compiling solvers and bots (once)" $(BIN)/python -m saloon.compile --all
	@touch $@

# Pytest rewrites the assertions of each new test file: here once, otherwise in each worker.
$(COLLECTED): $(COMPILED)
	@$(STEP) "Preparing the tests (once)" $(BIN)/pytest -q --collect-only
	@touch $@

$(PAGE): $(PAGE_SOURCES)
	@$(STEP) "Building the page" $(PYTHON) web/hatch_build.py
