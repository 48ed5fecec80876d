# Decides the commands a newcomer types; each makes the environment first, and needs only
# Python 3.12 or newer, make and a C library.

# The first of these that is new enough; choose another with `make PYTHON=... demo`.
PYTHON ?= $(shell for python in python3.13 python3 python3.14 python3.12; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null \
	&& { echo "$$python"; break; }; done)
BIN := .venv/bin
PORT ?= 8000
ARGS ?=

# Whatever the name of the interpreter says: this environment is the one to fill.
export UV_PROJECT_ENVIRONMENT := .venv
export UV_PYTHON_DOWNLOADS := never
# Whatever the shell says: tests and benches start many processes, and each would compile everything again.
export UV_COMPILE_BYTECODE := 1
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test check bench coverage-page format clean

help:  ## What there is
	@echo "make demo           a season in full swing on http://127.0.0.1:$(PORT)"
	@echo "make test           all tests, the browser tests included (ARGS='-k fights' for some)"
	@echo "make check          lint, types, import directions, migrations, rule books, settings"
	@echo "make bench          the figures, measured"
	@echo "make coverage-page  write docs/coverage.md: every clause, what the product does, which tests"
	@echo "make format         put the sources in shape"
	@echo "make clean          remove the environment and the data of the demo"

demo: .venv/installed
	@exec $(BIN)/python -m rinkside demo --port $(PORT)

test: .venv/installed
	@exec $(BIN)/python -m rinkside test $(ARGS)

check: .venv/installed
	@exec $(BIN)/python -m rinkside check

bench: .venv/installed
	@exec $(BIN)/python -m bench $(ARGS)

coverage-page: .venv/installed
	@exec $(BIN)/python -m rinkside run rulebook_coverage

format: .venv/installed
	@$(BIN)/ruff check --fix --quiet; $(BIN)/ruff format

clean:
	rm -rf .venv .rinkside

# uv itself comes in the version of the lock, and then installs everything from the lock.
.venv/installed: pyproject.toml uv.lock
	@test -n "$(PYTHON)" || { echo "Python 3.12 or newer is needed; name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "uv==$$($(BIN)/python -c \
		'import tomllib; print(*(p["version"] for p in tomllib.load(open("uv.lock", "rb"))["package"] if p["name"] == "uv"))')"
	$(BIN)/uv sync --frozen --quiet --python $(BIN)/python
	@touch $@
