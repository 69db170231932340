#!/usr/bin/env bash
# Builds the image with this builder (docker or podman), and runs it with the PostgreSQL of an image: test/deploy/image.sh docker
set -euo pipefail
cd "$(dirname "$0")/../.."
builder=$1
name=slotline-check-$$
# The default of podman has no place for a health check. docker does not know the variable.
export BUILDAH_FORMAT=docker

finish() {
  "$builder" rm --force --volumes "$name" "$name-postgres" >/dev/null 2>&1 || true
  "$builder" network rm "$name" >/dev/null 2>&1 || true
  "$builder" rmi --force "$name" >/dev/null 2>&1 || true
}
trap finish EXIT

"$builder" build --quiet --tag "$name" --file deploy/Dockerfile .
"$builder" network create "$name" >/dev/null
"$builder" run --detach --network "$name" --name "$name-postgres" \
  --env POSTGRES_PASSWORD=secret postgres:18 >/dev/null
"$builder" run --detach --network "$name" --name "$name" --restart on-failure --read-only \
  --env SECRET_KEY=a-secret-key-of-this-check-alone-long-enough \
  --env "DATABASE_URL=postgresql://postgres:secret@$name-postgres/postgres" "$name" >/dev/null

fail() {
  "$builder" logs "$name" >&2 || true
  echo "$1" >&2
  exit 1
}

# At most a minute.
wait_for() {
  for _ in {1..60}; do
    if "$@"; then return; fi
    sleep 1
  done
  return 1
}

is_ready() {
  "$builder" exec "$name" node -e \
    'fetch("http://127.0.0.1:3000/readyz").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'
}

# podman leaves the repetition of the check to systemd, which may not be there.
is_healthy() {
  if [[ $builder == *podman ]]; then
    "$builder" healthcheck run "$name" >/dev/null
  else
    [[ $("$builder" inspect --format '{{.State.Health.Status}}' "$name") == healthy ]]
  fi
}

cli() {
  "$builder" exec "$name" node src/cli/main.ts "$@" >/dev/null
}

wait_for is_ready || fail 'The node was not ready within a minute.'
wait_for is_healthy || fail 'The node was not healthy within a minute.'
[[ $("$builder" exec "$name" id -u) != 0 ]] || fail 'The node runs as root.'
cli workspace create --name Acme --owner-email you@example.com --owner-password 'a long password' ||
  fail 'The command of the operator failed.'
"$builder" stop --time 30 "$name" >/dev/null
code=$("$builder" inspect --format '{{.State.ExitCode}}' "$name")
((code == 0)) || fail "The node ended with code $code."
echo 'The image was built and ran, with a root file system that it could not write.'
