package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/klauspost/compress/gzip"
)

// The store of each released version opens, and its games go on. testdata/released has a store of
// each, packed, and what people do and see with it then, as testdata/script has it.
func TestReleasedStoresGoOn(t *testing.T) {
	changes, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	versions := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+)`).FindAllStringSubmatch(string(changes), -1)
	if len(versions) == 0 {
		t.Fatal("CHANGELOG.md names no version")
	}
	for _, v := range versions {
		t.Run(v[1], func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata/released", v[1]+".txt")
			store := unpacked(t, filepath.Join("testdata/released", v[1]+".gz"))
			code, got, stderr := run(t, "sandbox", "--script", file, "--store", store)
			if code != exitOK || stderr != "" {
				t.Fatalf("%s: exit %d, %s", file, code, stderr)
			}
			if code, stdout, stderr := run(t, "check", "--store", store); code != exitOK {
				t.Errorf("after that the store is not whole: %s%s", stdout, stderr)
			}
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			wantLines(t, file, got, string(want))
		})
	}
}

// unpacked returns a copy of a packed file that may be written to.
func unpacked(t *testing.T, packed string) string {
	t.Helper()
	in, err := os.Open(packed)
	if err != nil {
		t.Fatalf("each released version keeps its store here, packed: %v", err)
	}
	defer in.Close()
	plain, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "parlour.db")
	if err := os.WriteFile(path, all, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
