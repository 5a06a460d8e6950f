#!/usr/bin/env bash
# What make release-check does, with the newest commit:
# 1. builds the binary twice for two platforms, in two folders, and compares the bytes;
# 2. has GoReleaser make the packages for this machine, and looks at each;
# 3. has deb.sh install the deb in a folder of its own, run it and remove it;
# 4. vets everything, tests too, for a Mac, for Windows and for Linux with 32 bits.
# It leaves nothing but artefacts/release, where the packages are.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$PWD/artefacts/release
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "release-check: $*" >&2; exit 1; }

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
  go install github.com/goreleaser/goreleaser/v2@v2.17.0 # the version of .goreleaser.yaml
  go install github.com/anchore/syft/cmd/syft@v1.57.1    # which it runs for the lists of parts
)
# The image is left out, as it needs docker buildx, and so are signatures, which are a workflow's.
(export PATH="$work/tools:$PATH" GOFLAGS=-buildvcs=true && cd "$repo" && goreleaser check && goreleaser release --snapshot --clean -f "$work/goreleaser.yaml" --skip=docker,sign) \
  >"$work/log" 2>&1 || fail "$(cat "$work/log")"
rm -rf "$out" && mkdir -p "$out"
find "$repo/dist" -maxdepth 1 -name 'parlour_*' -type f -exec cp {} "$out" \; && cp "$repo/dist/checksums.txt" "$out"
(cd "$out" && sha256sum --quiet -c checksums.txt) || fail "checksums.txt is wrong"
deb=$(echo "$out"/*_"$arch".deb) rpm=$(echo "$out"/*_"$arch".rpm) archive=$(echo "$out"/*_"$arch".tar.gz)
[ -f "$deb" ] && [ -f "$rpm" ] && [ -f "$archive" ] && [ -s "$archive.sbom.json" ] || fail "a deb, an rpm, an archive and its list of parts should be in $out: $(ls "$out")"
tar -tf "$archive" >"$work/files"
for file in parlour LICENSE NOTICE README.md CHANGELOG.md docs/upgrade.md packaging/parlour.service packaging/parlour.env packaging/completion/_parlour parlour.1; do
  grep -q "/$file$" "$work/files" || fail "the archive has no $file"
done

version=$(sed -n 's/.*"version":"\([^"]*\)".*/\1/p' "$repo/dist/metadata.json")
packaging/deb.sh "$deb" "v$version"
for platform in "darwin/$arch" "windows/$arch" linux/386 linux/arm; do
  (cd "$work/one" && GOOS=${platform%/*} GOARCH=${platform#*/} go vet ./...) || fail "go vet fails for $platform"
done
echo "All is well. What GoReleaser made for this machine is in $out"
