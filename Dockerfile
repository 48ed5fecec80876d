# Decides what production runs: only the product and its locked dependencies, as a plain user.

FROM python:3.13-slim-bookworm AS build
WORKDIR /app
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never
COPY pyproject.toml uv.lock ./
# uv in the version of the lock, from outside the environment that it fills.
RUN python -m venv /uv \
    && /uv/bin/pip install --no-cache-dir "uv==$(python -c 'import tomllib; print(*(p["version"] for p in tomllib.load(open("uv.lock", "rb"))["package"] if p["name"] == "uv"))')" \
    && /uv/bin/uv sync --frozen --no-dev
COPY manage.py ./
COPY league league
COPY standings standings
COPY discipline discipline
COPY scheduling scheduling
COPY rulings rulings
COPY templates templates
COPY static static
COPY locale locale
RUN DJANGO_SETTINGS_MODULE=league.project.settings.build .venv/bin/python manage.py collectstatic --no-input \
    && .venv/bin/python -m compileall -q league standings discipline scheduling rulings

FROM python:3.13-slim-bookworm
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin rinkside
WORKDIR /app
COPY --from=build /app /app
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=league.project.settings.production
USER rinkside
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["granian", "--interface=wsgi", "--host=0.0.0.0", "--port=8000", "--workers=2", "--blocking-threads=4", "--backlog=256", "--workers-kill-timeout=30", "--respawn-failed-workers", "league.project.wsgi:application"]
