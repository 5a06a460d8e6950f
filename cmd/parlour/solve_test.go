package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestSolveRefuses(t *testing.T) {
	wantSentence(t, []string{"solve", "permute"}, exitUsage, "must be one of \"magic\" but got \"permute\"")
	wantSentence(t, []string{"solve"}, exitUsage, "<game>")
	wantSentence(t, []string{"solve", "magic", "--workers=-5"}, exitUsage, "--workers takes a number from 1, not -5")
	wantSentence(t, []string{"solve", "magic", "--table", t.TempDir()}, exitFailed, "is not a file: name another one")
	wantSentence(t, []string{"solve", "magic", "--table", filepath.Join(t.TempDir(), "none", "table")}, exitFailed, "there is no place for the table")
}

// The table is written whole or not at all, and work that fails leaves the file before.
func TestKeep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table")
	failed := errors.New("no")
	for _, c := range []struct {
		table string
		err   error
		want  string
	}{{"first", nil, "first"}, {"half", failed, "first"}, {"second", nil, "second"}} {
		if err := keep(file, func() ([]byte, error) { return []byte(c.table), c.err }); !errors.Is(err, c.err) {
			t.Errorf("keep of %q = %v", c.table, err)
		}
		got, err := os.ReadFile(file)
		left, _ := os.ReadDir(filepath.Dir(file))
		if err != nil || string(got) != c.want || len(left) != 1 {
			t.Errorf("after %q there is %q in one of %d files (%v), want %q in one", c.table, got, len(left), err, c.want)
		}
	}
}
