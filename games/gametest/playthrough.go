package gametest

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
)

// Update says to write the golden files anew, for all tests of games.
var Update = flag.Bool("update", false, "write the golden files anew")

// Playthroughs compares every file of a folder with the game that it tells: the first line
// is the setup as JSON, a line that begins with "> " is a ply, and the rest is what every
// seat sees. With -update it writes the rest anew, and replaces a line "random N" by a game
// of random moves. It fails when there is no file.
func Playthroughs(t *testing.T, g games.Game, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no playthrough of %s in %s (%v)", g.Info().Name, dir, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if err := comparePlaythrough(g, file, *Update); err != nil {
				t.Error(err)
			}
		})
	}
}

// comparePlaythrough plays the game of a file and compares the views of every seat with the file, or
// writes them there.
func comparePlaythrough(g games.Game, file string, anew bool) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	told, err := tell(g, string(old))
	if err != nil {
		return err
	}
	if anew {
		return os.WriteFile(file, []byte(told), 0o644)
	}
	if line, want, got := firstDifference(string(old), told); line > 0 {
		return fmt.Errorf("%s:%d: the file has %q, the game says %q; -update writes it anew", file, line, want, got)
	}
	return nil
}

// A tale is a game under way and the text of what every seat sees of it.
type tale struct {
	state games.State
	setup games.Setup
	text  strings.Builder
}

// tell plays the game of a file and returns the text of what every seat sees.
func tell(g games.Game, file string) (string, error) {
	setupLine, rest, _ := strings.Cut(file, "\n")
	var setup games.Setup
	if err := json.Unmarshal([]byte(setupLine), &setup); err != nil {
		return "", fmt.Errorf("the first line is not a setup: %w", err)
	}
	state, err := g.Start(setup)
	if err != nil {
		return "", err
	}
	t := &tale{state: state, setup: setup}
	fmt.Fprintln(&t.text, setupLine)
	show(&t.text, t.state, t.setup.Seats)
	for _, line := range strings.Split(rest, "\n") {
		if err := t.line(line); err != nil {
			return "", fmt.Errorf("%s: %w", line, err)
		}
	}
	return t.text.String(), nil
}

// line plays a line that is a ply or a random game, and skips any other.
func (t *tale) line(line string) error {
	var seed uint64
	if n, _ := fmt.Sscanf(line, "random %d", &seed); n == 1 {
		return t.playOut(seed)
	}
	said, ok := strings.CutPrefix(line, "> ")
	if !ok {
		return nil
	}
	number, move, _ := strings.Cut(said, " ")
	seat, err := strconv.Atoi(number)
	if err != nil {
		return err
	}
	return t.play(games.Seat(seat), games.Move(move))
}

// play plays a ply and writes what every seat sees then.
func (t *tale) play(seat games.Seat, move games.Move) error {
	next, err := t.state.Play(seat, move)
	if err != nil {
		return err
	}
	t.state = next
	fmt.Fprintf(&t.text, "\n> %d %s\n", seat, move)
	show(&t.text, t.state, t.setup.Seats)
	return nil
}

// playOut plays random moves to the end.
func (t *tale) playOut(seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 2))
	for len(t.state.ToMove()) > 0 {
		owing := t.state.ToMove()
		seat := owing[rng.IntN(len(owing))]
		moves := t.state.Legal(seat)
		if err := t.play(seat, moves[rng.IntN(len(moves))]); err != nil {
			return err
		}
	}
	return nil
}

// show writes what every seat sees; a seat that sees the same as a spectator takes a line.
func show(b *strings.Builder, s games.State, seats int) {
	all := s.View(games.Spectator)
	fmt.Fprintln(b, all)
	words := all.Words()
	fmt.Fprintf(b, "last %v; sides %v; score %v\n", words.Last, words.Sides, words.Score)
	fmt.Fprintf(b, "unit %d%s: %v\n", words.Unit, map[bool]string{true: ", the last of its part"}[words.Ends], words.Line)
	for seat := range games.Seat(seats) {
		fmt.Fprintf(b, "seat %d: %d moves, ", seat, len(s.Legal(seat)))
		if reflect.DeepEqual(s.View(seat), s.View(games.Spectator)) {
			fmt.Fprintln(b, "sees the same")
		} else {
			fmt.Fprintf(b, "sees\n%s\n", s.View(seat))
		}
	}
	if r, over := s.Result(); over {
		fmt.Fprintf(b, "over: places %v, scores %v, %v\n", r.Places, r.Scores, r.Reason)
	} else {
		fmt.Fprintf(b, "to move: %v\n", s.ToMove())
	}
}

// firstDifference returns the first line in which two texts differ, in both, and its
// number from 1; 0 when they are equal.
func firstDifference(a, b string) (line int, inA, inB string) {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	at := func(lines []string, i int) string {
		if i < len(lines) {
			return lines[i]
		}
		return "(end of text)"
	}
	for i := range max(len(as), len(bs)) {
		if at(as, i) != at(bs, i) {
			return i + 1, at(as, i), at(bs, i)
		}
	}
	return 0, "", ""
}
