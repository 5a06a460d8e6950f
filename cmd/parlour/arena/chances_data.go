package arena

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"parlour/games"
)

// A key tells a game from all others of its table. Its seed and number make the same game again.
type key struct {
	seed uint64
	part int // the player has the budget of hard, divided by this
	n    int // the number of the game
}

// draw returns a source of chance for one purpose in a game.
func (k key) draw(what ...string) games.Seed {
	return games.SeedOf(games.Seed{}, append([]string{"chances", strconv.FormatUint(k.seed, 10), strconv.Itoa(k.n)}, what...))
}

// held reports whether a game is held out: the curve is not fitted on it, but checked.
func (k key) held() bool { return k.n%2 == 1 }

// A game is what is kept of one: what was said of its positions, and each player's share of the first place.
type game struct {
	key
	won  []float64
	said []said
}

// A said is the chance that the judge gave to a seat after its move, before any curve.
type said struct {
	ply  int
	seat games.Seat
	raw  float64
}

// String returns the game as a line of a file: "1/8/17 1,0 5:0:0.5231 9:0:0.61" is game 17 of seed 1, which hard's
// eighth played; seat 0 won; after ply 5 seat 0 was given 52.31 of 100.
func (g game) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d/%d/%d ", g.seed, g.part, g.n)
	for i, w := range g.won {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.FormatFloat(w, 'g', 4, 64))
	}
	for _, s := range g.said {
		fmt.Fprintf(&b, " %d:%d:%s", s.ply, s.seat, strconv.FormatFloat(inside(s.raw), 'g', 4, 64))
	}
	return b.String()
}

// edge is the least chance that the files know.
const edge = 0.0005

// inside returns a chance that is neither 0 nor 1.
func inside(p float64) float64 { return min(max(p, edge), 1-edge) }

// parseGame reads what String wrote.
func parseGame(line string) (g game, err error) {
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return g, fmt.Errorf("the line %q is too short for a game: it wants a key, such as 1/8/17, and what each seat won, such as 1,0", line)
	}
	if _, err := fmt.Sscanf(fields[0], "%d/%d/%d", &g.seed, &g.part, &g.n); err != nil || g.part < 1 {
		return g, fmt.Errorf("%q is not the key of a game: write seed, part and number, such as 1/8/17", fields[0])
	}
	for w := range strings.SplitSeq(fields[1], ",") {
		share, err := strconv.ParseFloat(w, 64)
		if err != nil || share < 0 || share > 1 {
			return g, fmt.Errorf("%q is not what each seat won: write a share from 0 to 1 for each, such as 1,0", fields[1])
		}
		g.won = append(g.won, share)
	}
	for _, f := range fields[2:] {
		var s said
		if _, err := fmt.Sscanf(f, "%d:%d:%g", &s.ply, &s.seat, &s.raw); err != nil || s.seat < 0 ||
			int(s.seat) >= len(g.won) || s.raw != inside(s.raw) {
			return g, fmt.Errorf("%q is not what was said of a position: write ply, seat and a chance between 0 and 1, such as 5:0:0.5231", f)
		}
		g.said = append(g.said, s)
	}
	return g, nil
}

// A store is a folder with a file of games for each table. One process at a time may add games of a table.
type store string

func (s store) file(t table) string { return filepath.Join(string(s), t.name()+".txt") }

// read returns the games of a table, in the order of their keys. A last line without an end was cut off: it is no game.
func (s store) read(t table) ([]game, error) {
	text, err := os.ReadFile(s.file(t))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []game
	for line := range strings.Lines(string(text[:bytes.LastIndexByte(text, '\n')+1])) {
		g, err := parseGame(line)
		if err == nil && len(g.won) != t.seats {
			err = fmt.Errorf("the game %s has %d seats, and the table %d", strings.Fields(line)[0], len(g.won), t.seats)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.file(t), err)
		}
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b game) int {
		return slices.Compare([]int{int(a.seed), a.part, a.n}, []int{int(b.seed), b.part, b.n})
	})
	return all, nil
}

// add appends a game to the file of a table, after the end of its last whole line.
func (s store) add(t table, g game) (err error) {
	f, err := os.OpenFile(s.file(t), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	text, err := os.ReadFile(s.file(t))
	if err != nil {
		return err
	}
	whole := int64(bytes.LastIndexByte(text, '\n') + 1)
	if err := f.Truncate(whole); err != nil {
		return err
	}
	_, err = f.WriteAt([]byte(g.String()+"\n"), whole)
	return err
}
