FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN useradd --system --uid 10001 --home-dir /app club
WORKDIR /app

COPY requirements/runtime.txt requirements/runtime.txt
RUN pip install --no-cache-dir --no-deps --require-hashes -r requirements/runtime.txt

COPY manage.py ./
COPY club club
COPY games games
COPY ledger ledger
COPY templates templates
COPY locale locale
RUN python -m compileall -q club games ledger

ENV CLUB_MODE=production CLUB_DATA=/tmp/club STATIC_ROOT=/app/static
# The settings ask for these before anything runs; none of them stays in the image.
RUN SECRET_KEY=build ALLOWED_HOSTS=build SITE_URL=https://build DATABASE_URL=sqlite:// REDIS_URL=redis://build \
    EMAIL_URL=smtp://build python manage.py collectstatic --noinput

USER club
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=10s --start-period=30s --retries=3 CMD ["python", "-P", "club/probe.py"]
CMD ["uvicorn", "club.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", "--timeout-graceful-shutdown", "5", "--lifespan", "off"]
