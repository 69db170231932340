#!/usr/bin/env bash
# Runs a command at another time, with all that it starts: test/ci/another-time/run.sh '2026-12-31 23:50Z' npm test
# It needs root, for a mount that only the command sees, and gcc.
set -euo pipefail
if (($# < 2)); then
  sed -n '2,3s/^# //p' "$0" >&2
  exit 64
fi
shift_by=$(($(date -d "$1" +%s) - $(date +%s)))
shift

folder=$(mktemp -d)
# Programs of every user load it.
chmod 755 "$folder"
preload=/etc/ld.so.preload
[[ -e $preload ]] || made=$preload
trap 'rm -rf "$folder" ${made:+"$made"}' EXIT
gcc -O2 -shared -fPIC "-DSHIFT=$shift_by" -o "$folder/clock.so" "$(dirname "$0")/clock.c"
# What is started with a clean environment loads it too, as LD_PRELOAD could not do.
cat "$preload" >"$folder/preload" 2>/dev/null || touch "$preload"
echo "$folder/clock.so" >>"$folder/preload"
unshare --mount bash -c 'mount --bind "$1" "$2" && shift 2 && exec "$@"' bash "$folder/preload" "$preload" "$@"
