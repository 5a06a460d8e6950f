package arena

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// lineOf is the result of one game of a meeting.
func lineOf(m meeting, first int) line {
	return line{meeting: m, First: first, score: score{Games: 1, Wins: first % 2, Share: float64(first % 2), Load: [2]float64{float64(first), float64(first)}}, Processors: 2}
}

// Whatever order games are added in, and however often, the book has each once.
func TestBookHasEachGameOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "results")
	b, err := readBook(path)
	must(t, err)
	one, two := meeting{Game: "toy", Seed: 1}, meeting{Game: "toy", Seed: 2}
	for _, first := range []int{5, 1, 2, 6, 3, 2, 6} {
		for _, m := range []meeting{one, two} {
			must(t, b.add(lineOf(m, first)))
		}
	}
	check := func(b *book, when string) {
		for n, want := range []bool{true, true, true, false, true, true, false} {
			if got := b.has(one, n); got != want {
				t.Errorf("%s it has game %d: %t", when, n, got)
			}
		}
		if s := b.score(one); s.Games != 5 || s.Wins != 3 || s.Share != 3 || s.Load != [2]float64{1, 6} {
			t.Errorf("%s the score is %+v, want 3 of 5 games", when, s)
		}
		if len(b.lines[one]) != 2 || len(b.lines) != 2 {
			t.Errorf("%s it has the lines %+v, want two of each meeting", when, b.lines)
		}
	}
	check(b, "after adding")
	if b, err = readBook(path); err != nil {
		t.Fatal(err)
	}
	check(b, "read again")
	must(t, b.fold(func(meeting) bool { return false }))
	check(b, "folded")
	if text, err := os.ReadFile(path); err != nil || strings.Count(string(text), "\n") != 4 {
		t.Errorf("folded it is %q (%v), want four lines", text, err)
	}
	if b, err = readBook(path); err != nil {
		t.Fatal(err)
	}
	check(b, "folded and read again")
}

// Games with another number of processors stay apart.
func TestBookKeepsMachinesApart(t *testing.T) {
	t.Parallel()
	b, _ := readBook("")
	here, there := lineOf(meeting{Game: "toy"}, 1), lineOf(meeting{Game: "toy"}, 2)
	there.Processors = 8
	b.insert(here)
	b.insert(there)
	if got := b.lines[here.meeting]; len(got) != 2 || b.score(here.meeting).Games != 2 {
		t.Errorf("the lines are %+v, want two", got)
	}
}

// A line that was not written to its end is left out; so are, once the book is folded, the meetings that are gone. What
// another program appended meanwhile stays.
func TestBookDropsWhatIsHalfWrittenOrGone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "results")
	old, today := meeting{Game: "toy", A: "hard", Marks: [2]string{"old"}}, meeting{Game: "toy", A: "hard", Marks: [2]string{"new"}}
	write := func(l line, bytes int) {
		text, err := json.Marshal(l)
		must(t, err)
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		must(t, err)
		defer f.Close()
		if _, err := f.Write(append(text, '\n')[:min(bytes, len(text)+1)]); err != nil {
			t.Fatal(err)
		}
	}
	write(lineOf(old, 1), 1000)
	write(lineOf(today, 1), 1000)
	b, err := readBook(path)
	must(t, err)
	write(lineOf(today, 2), 1000)
	write(lineOf(today, 3), 40)
	must(t, b.fold(func(m meeting) bool { return m.Marks[0] == "old" }))
	write(lineOf(today, 3), 1000)
	again, err := readBook(path)
	if err != nil || b.score(today).Games != 2 || again.score(today).Games != 3 || again.score(old).Games != 0 {
		t.Errorf("there are %d games, then %d, and %d old ones (%v), want 2, 3 and none", b.score(today).Games, again.score(today).Games, again.score(old).Games, err)
	}
}

// A line that isn't a result is refused with its number; so is a place where nothing can be written.
func TestBookRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "results")
	good, err := json.Marshal(lineOf(meeting{Game: "toy"}, 1))
	must(t, err)
	for _, bad := range []string{"", "rubbish", "{}", `{"game":"toy","first":0,"games":1}`, `{"game":"toy","first":1}`, `{"first":1,"games":1}`} {
		must(t, os.WriteFile(path, fmt.Appendf(nil, "%s\n%s\n%s\n", good, bad, good), 0o600))
		if _, err := readBook(path); err == nil || !strings.Contains(err.Error(), "line 2 of "+path+" isn't the result of a game") {
			t.Errorf("of %q it says %v", bad, err)
		}
	}
	if _, err := readBook(folder); err == nil || !strings.Contains(err.Error(), "the results can't be read") {
		t.Errorf("of a folder it says %v", err)
	}
	nowhere := &book{path: filepath.Join(folder, "none", "results"), lines: map[meeting][]line{}}
	if err := nowhere.fold(func(meeting) bool { return false }); err == nil || !strings.Contains(err.Error(), "name another file with --results") {
		t.Errorf("of a folder that does not exist it says %v", err)
	}
	first := nowhere.add(lineOf(meeting{Game: "toy"}, 1))
	if first == nil || !strings.Contains(first.Error(), "can't be kept") {
		t.Errorf("a result that can't be kept gives %v", first)
	}
	nowhere.path = path // nothing is written behind half a line
	if again := nowhere.add(lineOf(meeting{Game: "toy"}, 2)); again != first {
		t.Errorf("the next result gives %v, want %v again", again, first)
	}
}

// A tournament that is stopped goes on where it was, and ends with the results that it would have had otherwise.
func TestTournamentGoesOn(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	g := toy{steps: 4}
	whole, parts := filepath.Join(folder, "whole"), filepath.Join(folder, "parts")
	if _, err := g.play(Cmd{Games: 20, Results: whole}); err != nil {
		t.Fatal(err)
	}
	for stops := 0; ; stops++ {
		printed, err := g.stopped(Cmd{Games: 20, Results: parts, Workers: 1 + stops%3}, 9)
		if err == nil {
			if stops < 10 || !strings.Contains(printed, "medium against easy at toy, 20 games") {
				t.Errorf("after %d stops it prints %s", stops, printed)
			}
			break
		}
		if !strings.Contains(err.Error(), "are in "+parts+": the same command goes on") || stops > 30 {
			t.Fatalf("stop %d says %v", stops, err)
		}
		text, err := os.ReadFile(parts)
		must(t, err)
		if err := os.WriteFile(parts, append(text, `{"game":"toy","op`...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := results(t, whole), results(t, parts); !slices.Equal(a, b) || len(a) != 7 {
		t.Errorf("played at once the results are\n%s\nplayed in parts\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
}

// results reads a file of results without the times and loads, which differ each time.
func results(t *testing.T, path string) (all []string) {
	t.Helper()
	b, err := readBook(path)
	must(t, err)
	for m := range b.lines {
		s := b.score(m)
		s.Load, s.Pace = [2]float64{}, [2]pace{{Moves: s.Pace[0].Moves}, {Moves: s.Pace[1].Moves}}
		all = append(all, fmt.Sprintf("%+v %+v", m, s))
	}
	slices.Sort(all)
	return all
}

// A player that has changed plays its games again, and the others do not.
func TestTournamentForgetsOldPlayers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "results")
	play := func(g toy) []string {
		t.Helper()
		if _, err := g.play(Cmd{Games: 8, Results: path}); err != nil && !strings.Contains(err.Error(), "too high or too low") {
			t.Fatal(err)
		}
		return results(t, path)
	}
	before, after := play(toy{steps: 4}), play(toy{steps: 4, bonus: 2})
	for _, l := range after {
		if slices.Contains(before, l) {
			t.Errorf("both before and after all levels changed there is %s", l)
		}
	}
	if len(before) != 7 || len(after) != 7 {
		t.Errorf("there were %d meetings and are %d, want 7", len(before), len(after))
	}
	longer := play(toy{steps: 5, bonus: 2}) // where the last step has another name, and the others are as they were
	kept := 0
	for _, l := range longer {
		if slices.Contains(after, l) {
			kept++
		}
	}
	if len(longer) != 9 || kept != 5 {
		t.Errorf("of %d meetings with one step more %d are as before, want 5 of 9", len(longer), kept)
	}
}
