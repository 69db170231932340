#!/usr/bin/env bash
# Builds the image with this builder (docker or podman), and runs it with the PostgreSQL of an image: test/deploy/image.sh docker
set -euo pipefail
cd "$(dirname "$0")/../.."
builder=$1
name=slotline-check-$$

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
"$builder" run --detach --network "$name" --name "$name" --restart on-failure \
  --env SECRET_KEY=a-secret-key-of-this-check-alone-long-enough \
  --env "DATABASE_URL=postgresql://postgres:secret@$name-postgres/postgres" "$name" >/dev/null

ask='fetch("http://127.0.0.1:3000/readyz").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'
for _ in {1..60}; do
  if "$builder" exec "$name" node -e "$ask"; then
    [[ $("$builder" exec "$name" id -u) != 0 ]] || { echo 'The node runs as root.' >&2; exit 1; }
    "$builder" stop --time 30 "$name" >/dev/null
    code=$("$builder" inspect --format '{{.State.ExitCode}}' "$name")
    ((code == 0)) || { echo "The node ended with code $code." >&2; exit 1; }
    echo 'The image was built and ran.'
    exit 0
  fi
  sleep 1
done
"$builder" logs "$name" >&2
echo 'The node was not ready within a minute.' >&2
exit 1
