# All tools live in .venv, which the first target that needs it makes.
#   PYTHON=python3.12 make demo     another Python than the first that will do
#   CXX=clang++ make demo           another compiler
#   make test ARGS='-k idastar'     arguments for pytest or the benchmark

ifneq ($(filter 0.% 1.% 2.% 3.%,$(MAKE_VERSION)),)
$(error deepen needs GNU make 4 or newer, and this is $(MAKE_VERSION))
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

BIN := .venv/bin
# Twice quiet: only errors. A build that fails still shows what the compiler said.
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet --quiet
ENGINE := CMakeLists.txt $(wildcard cpp/engine/*.h cpp/bindings/*.h cpp/bindings/*.cpp)
# Strict where we look, lenient for a newcomer whose compiler knows warnings that ours does not.
WERROR ?= $(if $(CI),ON,OFF)
ARGS ?=
# How the tests are spread: one worker more than there are cores, since some tests wait.
# `make test CORES=` runs them one after the other.
CORES ?= -n $(shell expr $$(nproc 2>/dev/null || echo 1) + 1) --dist worksteal

# Tests start hundreds of processes and pytest rewrites every module of them: compiled once, and kept.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test test-all lint format docs bench study wheel sanitize stubs clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | awk -F '\t' '{printf "make %-10s %s\n", $$1, $$2}'

demo: .venv/package ## set everything up and show four answers
	@scripts/demo $(BIN)/deepen

test: .venv/package .venv/dev ## set everything up and run the tests
	@$(BIN)/python -m pytest -q $(CORES) $(ARGS)

test-all: .venv/package .venv/dev ## the tests, also the slow ones
	@$(BIN)/python -m pytest -q $(CORES) -m 'not sanitizer' $(ARGS)

lint: .venv/package .venv/dev ## check format, style, types and who imports whom
	@$(BIN)/ruff check --quiet --output-format=concise
	@$(BIN)/ruff format --quiet --check
	@$(BIN)/clang-format --dry-run --Werror cpp/*/*
	@$(BIN)/mypy
	@said=$$($(BIN)/lint-imports --no-logo --no-cache) || { echo "$$said"; exit 1; }

format: .venv/dev ## format all Python and C++
	@$(BIN)/ruff check --quiet --fix-only
	@$(BIN)/ruff format --quiet
	@$(BIN)/clang-format -i cpp/*/*

docs: .venv/package .venv/docs ## build the site into build/site; a broken link is an error
	@$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going \
	    --doctree-dir build/doctrees docs build/site $(ARGS)
	@echo "The site is build/site/index.html."

bench: .venv/package .venv/bench ## measure against the bars and the peers
	@$(BIN)/python benchmarks/run.py $(ARGS)

study: .venv/package .venv/dev ## write the measured parts of the pages on games anew
	@for script in chexers_study darkchess_study hashi_study connect4_table \
	        heuristics_on_trial choosing_an_algorithm; do \
	    $(BIN)/python studies/$$script.py $(ARGS) || exit; \
	done

wheel: .venv/dev ## build a wheel into dist/ and try it where there is no compiler
	@scripts/build-wheel

sanitize: .venv/package .venv/dev ## run the engine's tests under ASan, UBSan and TSan
	@scripts/sanitize $(ARGS)

stubs: .venv/package .venv/dev ## write src/deepen/_core.pyi and __init__.pyi anew
	@$(BIN)/python -m nanobind.stubgen --quiet --module deepen._core \
	    --output-file src/deepen/_core.pyi
	@$(BIN)/python scripts/public_stub.py

clean: ## remove all that make has made
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# --- .venv; a file there says what is done -----------------------------------------------------

# Look for all that is missing before the first download.
.venv/tools: pyproject.toml scripts/requirements.py
	@python=$$(scripts/find-python) && scripts/find-compiler >/dev/null && \
	    if [ ! -e $@ ]; then \
	        echo "Setting up .venv with $$python ..." && $$python -m venv .venv; \
	    fi
	@$(BIN)/python scripts/requirements.py | $(PIP) install -r /dev/stdin cmake ninja 'pip>=24'
	@touch $@

# Editable: a change in Python needs nothing, a change in C++ compiles what it touches.
.venv/package: .venv/tools $(ENGINE)
	@echo "Building the engine ..."
	@CXX=$$(scripts/find-compiler) && export CXX && \
	    $(PIP) install --no-build-isolation -Ccmake.define.DEEPEN_WERROR=$(WERROR) --editable .
	@touch $@

.venv/dev: .venv/tools
	@echo "Installing the tools for tests and checks ..."
	@$(BIN)/python scripts/requirements.py dev | $(PIP) install -r /dev/stdin
	@touch $@

.venv/docs: .venv/tools
	@echo "Installing the tools for the documentation ..."
	@$(BIN)/python scripts/requirements.py docs | $(PIP) install -r /dev/stdin
	@touch $@

.venv/bench: benchmarks/requirements.txt .venv/tools
	@echo "Installing the peers ..."
	@$(PIP) install -r $<
	@touch $@
