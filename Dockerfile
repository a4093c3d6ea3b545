# One image for web, workers and beat: only the command differs (compose.yaml).
# No step needs a secret, and none is in a layer: secrets are files that the container is given.
FROM python:3.13-slim-trixie AS build
WORKDIR /srv/undermine
ENV VENV=/srv/venv VAR_DIR=/srv/build
COPY requirements.txt ./
COPY tools/bootstrap.py tools/
RUN python tools/bootstrap.py requirements.txt
COPY . .
RUN /srv/venv/bin/python manage.py collectstatic --noinput

FROM python:3.13-slim-trixie
RUN apt-get update \
 && apt-get install -y --no-install-recommends postgresql-client \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin undermine \
 && install --directory --owner undermine --mode 700 /srv/backups
WORKDIR /srv/undermine
ENV PATH=/srv/venv/bin:$PATH VAR_DIR=/srv/var PORT=8000 PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
COPY --from=build /srv/venv /srv/venv
COPY --from=build /srv/undermine /srv/undermine
COPY --from=build /srv/build/static /srv/var/static
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s CMD ["python", "tools/healthcheck.py", "/healthz"]
CMD ["gunicorn", "config.asgi:application", "--config", "python:config.gunicorn", "--bind", "0.0.0.0:8000"]
