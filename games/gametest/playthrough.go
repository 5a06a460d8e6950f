package gametest

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/games"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Playthroughs compares every file of a folder with the game that it tells: its
// first line is the setup as JSON, a line that begins with "> " is a ply, the
// rest is what everybody sees. With -update the rest is written anew, and a line
// "random N" becomes a game of random moves. It fails when there is no file.
func Playthroughs(t *testing.T, g games.Game, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no playthrough of %s in %s (%v)", g.Info().Name, dir, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			old, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tale, err := tell(g, string(old))
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(file, []byte(tale), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if line, want, got := firstDifference(string(old), tale); line > 0 {
				t.Errorf("%s:%d: the file has %q, the game says %q; -update writes it anew", file, line, want, got)
			}
		})
	}
}

// tell plays the game of a file and writes what everybody sees.
func tell(g games.Game, file string) (string, error) {
	setupLine, _, _ := strings.Cut(file, "\n")
	var setup games.Setup
	if err := json.Unmarshal([]byte(setupLine), &setup); err != nil {
		return "", fmt.Errorf("the first line is not a setup: %w", err)
	}
	state, err := g.Start(setup)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintln(&b, setupLine)
	show(&b, state, setup.Seats)
	play := func(p games.Ply) error {
		next, err := state.Play(p.Seat, p.Move)
		if err != nil {
			return fmt.Errorf("> %d %s: %w", p.Seat, p.Move, err)
		}
		state = next
		fmt.Fprintf(&b, "\n> %d %s\n", p.Seat, p.Move)
		show(&b, state, setup.Seats)
		return nil
	}
	lines := bufio.NewScanner(strings.NewReader(file))
	for lines.Scan() {
		var seed uint64
		if n, _ := fmt.Sscanf(lines.Text(), "random %d", &seed); n == 1 {
			if err := playOut(&state, play, seed); err != nil {
				return "", err
			}
		}
		var p games.Ply
		if rest, ok := strings.CutPrefix(lines.Text(), "> "); ok {
			seat, move, _ := strings.Cut(rest, " ")
			fmt.Sscan(seat, &p.Seat)
			p.Move = games.Move(move)
			if err := play(p); err != nil {
				return "", err
			}
		}
	}
	return b.String(), lines.Err()
}

// playOut plays random moves to the end.
func playOut(state *games.State, play func(games.Ply) error, seed uint64) error {
	p := player{rng: rand.New(rand.NewPCG(seed, 2))}
	for len((*state).ToMove()) > 0 {
		seat, move := p.pick(*state)
		if err := play(games.Ply{Seat: seat, Move: move}); err != nil {
			return err
		}
	}
	return nil
}

// show writes what everybody sees; a seat that sees what a spectator sees takes
// one line.
func show(b *strings.Builder, s games.State, seats int) {
	all := s.View(games.Spectator)
	fmt.Fprintln(b, all)
	words := all.Words()
	fmt.Fprintf(b, "last %v; sides %v; score %v\n", words.Last, words.Sides, words.Score)
	for seat := range games.Seat(seats) {
		fmt.Fprintf(b, "seat %d: %d moves, ", seat, len(s.Legal(seat)))
		if sight(s, seat) == sight(s, games.Spectator) {
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

// firstDifference returns the number, from 1, of the first line in which two
// texts differ, and both lines; 0 when they are equal.
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
