package gametest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/games"
)

const toyRecord = "testdata/records/v1-toy.json"

func TestRecords(t *testing.T) {
	Records(t, toy{&fault{}}, filepath.Dir(toyRecord), map[string]games.Setup{"toy": toySetup})
}

func TestRecordsWantsOneForEachVersion(t *testing.T) {
	if files, err := recordsOf(1, filepath.Dir(toyRecord)); err != nil || len(files) != 1 {
		t.Errorf("recordsOf(1) = %v, %v, want one file", files, err)
	}
	if files, err := recordsOf(2, filepath.Dir(toyRecord)); err == nil {
		t.Errorf("recordsOf(2) = %v, want an error", files)
	}
}

// A record that was changed, however little, is found.
func TestCheckRecordFindsAChangedFile(t *testing.T) {
	good := read(t, toyRecord)
	for _, c := range []struct{ why, old, new, want string }{
		{"another move", `"move": "3"`, `"move": "2"`, "its moves lead to another result"},
		{"an illegal move", `"move": "3"`, `"move": "4"`, `ply 1, "4" by seat 0`},
		{"another time", "12:00:00Z", "13:00:01Z", "made before the one before it"},
		{"another score", `"scores": [`, `"scores": [1,`, "its moves lead to another result"},
		{"another way to write a time", "12:00:00Z", "12:00:00+00:00", "written again, it is another"},
		{"a blank more", `"game": `, `"game":  `, "written again, it is another"},
		{"no newline at the end", "}\n}\n", "}\n}", ""},
	} {
		file := filepath.Join(t.TempDir(), "v1-toy.json")
		changed := strings.Replace(good, c.old, c.new, 1)
		if changed == good {
			t.Fatalf("%s: the record has no %s", c.why, c.old)
		}
		write(t, file, changed)
		if err := checkRecord(toy{&fault{}}, 1, file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("a record with %s gave %v, want %q", c.why, err, c.want)
		}
	}
	if err := checkRecord(toy{&fault{}}, 2, toyRecord); err == nil || !strings.Contains(err.Error(), "it is of version 1") {
		t.Errorf("a record of version 1 under version 2 gave %v", err)
	}
}

// A game that plays what it should refuse is found by changing its record.
func TestCheckRecordFindsAGameThatPlaysAnything(t *testing.T) {
	for want, accepts := range map[string]func(*played) bool{
		`with ply 1 replaced by "no such move" of seat 0`: func(p *played) bool { return p.move == "no such move" },
		`with ply 1 replaced by "3" of seat 99`:           func(p *played) bool { return p.seat == 99 },
		`with ply 7 replaced by "" of seat 0`:             func(p *played) bool { return p.move == "" && p.state.round == 2 && p.state.sealed[1] > 0 },
	} {
		f := plant("", func(p *played) {
			if accepts(p) {
				p.next, p.err = p.state, nil
			}
		})
		if err := checkRecord(toy{&f}, 1, toyRecord); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("checkRecord = %v, want %q", err, want)
		}
	}
}

func TestKeepWritesWhatIsNotThere(t *testing.T) {
	dir := t.TempDir()
	old, fresh := filepath.Join(dir, "old.json"), filepath.Join(dir, "fresh.json")
	write(t, old, "kept")
	keep(t, toy{&fault{}}, old, toySetup)
	keep(t, toy{&fault{}}, fresh, toySetup)
	if got := read(t, old); got != "kept" {
		t.Errorf("a record that was there is now %q", got)
	}
	if err := checkRecord(toy{&fault{}}, 1, fresh); err != nil {
		t.Errorf("a record that was written: %v", err)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
