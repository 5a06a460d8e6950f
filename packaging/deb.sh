#!/usr/bin/env bash
# deb.sh DEB VERSION: installs a deb in a folder of its own, has systemd read its units, runs its ExecStart line
# against a sandbox, and removes it. It leaves nothing.
set -euo pipefail
deb=$1 version=$2

echo "The deb is installed, run and removed."
command -v dpkg >/dev/null && [ "$(id -u)" = 0 ] || { echo "  this needs dpkg and root, and is left out"; exit 0; }
work=$(mktemp -d)
bots=() # the processes that this started
trap 'kill "${bots[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
fail() { echo "deb: $*" >&2; exit 1; }
await() { # await FILE TEXT PID: until a process says something
  for _ in $(seq 600); do
    grep -q "$2" "$1" && return
    kill -0 "$3" 2>/dev/null || fail "it ended before it said '$2': $(cat "$1")"
    sleep 0.1
  done
  fail "within a minute it did not say '$2': $(cat "$1")"
}
root=$work/root env=etc/parlour/parlour.env
mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info" && touch "$root/var/lib/dpkg/status"
dpkg=(dpkg --root="$root" --force-script-chrootless --log="$work/dpkg.log")
"${dpkg[@]}" --install "$deb" >"$work/log" 2>&1 || fail "$(cat "$work/log")"
[ "$(stat -c %a "$root/$env")" = 600 ] || fail "others can read /$env"
if command -v systemd-analyze >/dev/null; then
  mkdir -p "$root/etc/systemd" && cp -r /usr/lib/systemd "$root/usr/lib/" # the targets that the units name
  for unit in parlour.service parlour@8081.service; do
    said=$(systemd-analyze --root="$root" verify "$unit" 2>&1 | grep -i parlour || true)
    [ -z "$said" ] || fail "systemd says of $unit: $said"
    cp "$root/usr/lib/systemd/system/${unit/8081/}" "$work/$unit"
    systemd-analyze security --offline=true --threshold=20 "$work/$unit" >"$work/log" || fail "systemd finds that $unit may do too much: $(tail -n 1 "$work/log")"
    tail -n 1 "$work/log" | sed 's/^[^A-Z]*/  /'
  done
else
  echo "  there is no systemd here, so nothing reads the units"
fi
said=$("$root/usr/bin/parlour" --version)
[[ $said == *"$version"* ]] || fail "the program says that it is '$said', and not $version"
for file in man/man1/parlour.1 bash-completion/completions/parlour zsh/vendor-completions/_parlour fish/vendor_completions.d/parlour.fish; do
  grep -q parlour "$root/usr/share/$file" || fail "there is no /usr/share/$file"
done
run=$(sed -n 's/^ExecStart=//p' "$root/usr/lib/systemd/system/parlour.service")
"$root/${run%% *}" sandbox --no-bot --token a-word --addr 127.0.0.1:0 >"$work/sandbox" 2>&1 & bots+=($!)
await "$work/sandbox" 'http://' "${bots[0]}"
api=$(grep -o 'http://[0-9.:]*' "$work/sandbox" | head -n 1)
# shellcheck disable=SC2086 # the line has its arguments
(cd "$work" && exec env DISCORD_TOKEN=a-word PARLOUR_API="$api" PARLOUR_STORE="$work/parlour.db" "$root"/$run) >"$work/bot" 2>&1 & bots+=($!)
await "$work/bot" 'Parlour is ready' "${bots[1]}"
kill -TERM "${bots[1]}"
wait "${bots[1]}" || fail "the bot did not end well: $(cat "$work/bot")"
echo "# ours" >>"$root/$env"
"${dpkg[@]}" --install "$deb" >"$work/log" 2>&1 && grep -q '^# ours' "$root/$env" || fail "a second installation does not leave the settings alone: $(cat "$work/log")"
"${dpkg[@]}" --remove parlour >"$work/log" 2>&1 || fail "$(cat "$work/log")"
[ ! -e "$root/usr/bin/parlour" ] && [ -e "$root/$env" ] || fail "a removal takes the program and leaves the settings, and this one does not"
"${dpkg[@]}" --purge parlour >"$work/log" 2>&1 && [ ! -e "$root/$env" ] || fail "a purge takes the settings too, and this one does not: $(cat "$work/log")"
