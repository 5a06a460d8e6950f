#!/usr/bin/env bash
# What make release-check does, with the newest commit:
# 1. builds the binary twice for two platforms, in two folders, and compares the bytes;
# 2. has GoReleaser make the packages for this machine, and looks at each;
# 3. installs the deb in a folder of its own, runs its ExecStart line against a sandbox, and removes it.
# It leaves nothing but artefacts/release, where the packages are.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/artefacts/release
work=$(mktemp -d)
bots=() # the processes that this started
trap 'kill "${bots[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
fail() { echo "release-check: $*" >&2; exit 1; }
await() { # await FILE TEXT PID: until a process says something
  for _ in $(seq 600); do
    grep -q "$2" "$1" && return
    kill -0 "$3" 2>/dev/null || fail "it ended before it said '$2': $(cat "$1")"
    sleep 0.1
  done
  fail "within a minute it did not say '$2': $(cat "$1")"
}

echo "The same commit makes the same bytes."
line=$(sed -n 's/^RUN \(CGO_ENABLED=0 go build .*\)$/\1/p' Dockerfile)
[ -n "$line" ] || fail "the Dockerfile has no build line"
git clone -q . "$work/one" && git clone -q "$work/one" "$work/a/longer/two"
for folder in one a/longer/two; do
  for platform in linux/amd64 windows/arm64; do
    (cd "$work/$folder" && GOOS=${platform%/*} GOARCH=${platform#*/} GOFLAGS=-buildvcs=true \
      bash -c "${line/-o parlour/-o parlour-${platform/\//-}}")
  done
done
for platform in linux-amd64 windows-arm64; do
  cmp "$work/one/parlour-$platform" "$work/a/longer/two/parlour-$platform" || fail "parlour-$platform depends on where it is built"
  echo "  $platform: $(wc -c <"$work/one/parlour-$platform") bytes, twice"
done

echo "GoReleaser makes the packages."
repo=$work/one
arch=$(go env GOARCH)
sed -E "/^      - linux_$arch\$/b; /^      - (linux|darwin|windows)_/d" "$repo/.goreleaser.yaml" >"$work/goreleaser.yaml"
git -C "$repo" clean -qdfx
git -C "$repo" remote set-url origin https://example.org/parlour/parlour.git # GoReleaser asks for one
mkdir "$work/tools"
(
  cd "$work/tools" && export GOBIN=$work/tools CGO_ENABLED=0
  go install github.com/goreleaser/goreleaser/v2@v2.15.2 # the version of .goreleaser.yaml
  go install github.com/anchore/syft/cmd/syft@v1.57.0    # which it runs for the lists of parts
)
# The image is left out: it needs docker buildx.
(export PATH="$work/tools:$PATH" GOFLAGS=-buildvcs=true && cd "$repo" && goreleaser check && goreleaser release --snapshot --clean -f "$work/goreleaser.yaml" --skip=docker) \
  >"$work/log" 2>&1 || fail "$(cat "$work/log")"
rm -rf "$out" && mkdir -p "$out"
find "$repo/dist" -maxdepth 1 -name 'parlour_*' -type f -exec cp {} "$out" \; && cp "$repo/dist/checksums.txt" "$out"
(cd "$out" && sha256sum --quiet -c checksums.txt) || fail "checksums.txt is wrong"
deb=$(echo "$out"/*_"$arch".deb) rpm=$(echo "$out"/*_"$arch".rpm) archive=$(echo "$out"/*_"$arch".tar.gz)
[ -f "$deb" ] && [ -f "$rpm" ] && [ -f "$archive" ] && [ -s "$archive.sbom.json" ] || fail "a deb, an rpm, an archive and its list of parts should be in $out: $(ls "$out")"
tar -tf "$archive" >"$work/files"
for file in parlour LICENSE NOTICE README.md CHANGELOG.md docs/upgrade.md packaging/parlour.service packaging/parlour.env; do
  grep -q "/$file$" "$work/files" || fail "the archive has no $file"
done

echo "The deb is installed, run and removed."
command -v dpkg >/dev/null && [ "$(id -u)" = 0 ] || { echo "  this needs dpkg and root, and is left out"; exit 0; }
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
said=$("$root/usr/bin/parlour" --version) version=$(sed -n 's/.*"version":"\([^"]*\)".*/\1/p' "$repo/dist/metadata.json")
[[ $said == *"v$version"* ]] || fail "the program says that it is '$said', and not v$version"
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
echo "All is well. What GoReleaser made for this machine is in $out"
