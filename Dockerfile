# The console as an image: web processes, workers and the beat are the same image with different commands.
FROM python:3.12.12-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 MEGAGAME_VAR=/var/lib/megagame
WORKDIR /srv/megagame

COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock

COPY manage.py ./
COPY megagame megagame
COPY control control
COPY rooms rooms
COPY fixtures fixtures
COPY docs docs

RUN useradd --system --uid 10001 --home-dir /var/lib/megagame megagame \
    && install -d -o megagame -g megagame /var/lib/megagame \
    && python -m compileall -q megagame control rooms \
    && python -c "from megagame.messages import compiled; compiled()"
USER megagame
VOLUME /var/lib/megagame
EXPOSE 8000

CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port", "8000"]
