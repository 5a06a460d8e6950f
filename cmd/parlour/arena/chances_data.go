package arena

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"parlour/games"
	"parlour/games/all"
	"parlour/games/search"
)

// A key tells a game from all others of its table. Its seed and number make the same game again.
type key struct {
	seed uint64
	band search.Band
	n    int // the number of the game
}

// draw returns a source of chance for one purpose in a game, the same for all bands.
func (k key) draw(what ...string) games.Seed {
	return games.SeedOf(games.Seed{}, append([]string{"chances", strconv.FormatUint(k.seed, 10), strconv.Itoa(k.n)}, what...))
}

// held reports whether a game is held out: others play it, and the curve is not fitted on it, but checked.
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

// String returns the game as a line of a file: "1/low/17 1,0 5:0:0.5231 9:0:0.61" is game 17 of seed 1 in the lowest band;
// seat 0 won; after ply 5 seat 0 was given 52.31 of 100.
func (g game) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d/%s/%d ", g.seed, g.band, g.n)
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
		return g, fmt.Errorf("the line %q is too short for a game: it wants a key, such as 1/low/17, and what each seat won, such as 1,0", line)
	}
	var band string
	_, err = fmt.Sscanf(strings.ReplaceAll(fields[0], "/", " "), "%d %s %d", &g.seed, &band, &g.n)
	for g.band = range search.Bands {
		if g.band.String() == band {
			break
		}
	}
	if g.band.String() != band || err != nil {
		return g, fmt.Errorf("%q is not the key of a game: write seed, band and number, such as 1/low/17", fields[0])
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

// gathered are the games of all tables, by the names of these.
type gathered map[string][]game

// of returns the games of a band at a table.
func (all gathered) of(t table, b search.Band) (list []game) {
	for _, g := range all[t.name()] {
		if g.band == b {
			list = append(list, g)
		}
	}
	return list
}

// all returns the games of all tables, in the order of their keys. A last line without an end was cut off: it is no
// game.
func (s store) all() (gathered, error) {
	all := gathered{}
	for _, t := range everyTable() {
		text, err := wholeLines(s.file(t))
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(text) {
			g, err := parseGame(string(line))
			if err == nil && len(g.won) != t.seats {
				err = fmt.Errorf("the game %s has %d seats, and the table %d", bytes.Fields(line)[0], len(g.won), t.seats)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.file(t), err)
			}
			all[t.name()] = append(all[t.name()], g)
		}
		slices.SortFunc(all[t.name()], func(a, b game) int {
			return slices.Compare([]int{int(a.band), int(a.seed), a.n}, []int{int(b.band), int(b.seed), b.n})
		})
	}
	return all, nil
}

// add appends a game to the file of a table, after the end of its last whole line.
func (s store) add(t table, g game) error {
	whole, err := wholeLines(s.file(t))
	if err != nil {
		return err
	}
	f, err := os.OpenFile(s.file(t), os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	if err = f.Truncate(int64(len(whole))); err == nil {
		_, err = f.WriteAt([]byte(g.String()+"\n"), int64(len(whole)))
	}
	return errors.Join(err, f.Close())
}

// tellers returns the games whose advice says chances, in the order in which they are shown.
func tellers() (list []search.Teller) {
	for _, g := range all.Games() {
		if t, ok := g.(search.Teller); ok {
			list = append(list, t)
		}
	}
	return list
}

// tables returns the tables of a game: the usual one first, then other sizes, then more seats at the usual size.
func tables(g search.Teller) []table {
	info := g.Info()
	option := sizeOf(info)
	of := func(size string, seats int) table {
		n, _ := strconv.Atoi(size) // 0 for none
		return table{g, n, seats}
	}
	seats := max(info.MinSeats, 2)
	list := []table{of(option.Default, seats)}
	for _, size := range option.Values {
		if size != option.Default {
			list = append(list, of(size, seats))
		}
	}
	for more := seats + 1; more <= info.MaxSeats; more++ {
		list = append(list, of(option.Default, more))
	}
	return list
}

// sizeOf returns the option that says how large the board is; the zero option for a game with one size.
func sizeOf(info games.Info) games.Option {
	for _, o := range info.Options {
		if o.Name == "size" || o.Name == "symbols" {
			return o
		}
	}
	return games.Option{}
}

// everyTable returns the tables of all games.
func everyTable() (list []table) {
	for _, g := range tellers() {
		list = append(list, tables(g)...)
	}
	return list
}

// files returns the files that the games make: their texts, by their paths from the folder of the project.
func (all gathered) files() map[string]string {
	files := map[string]string{}
	for _, g := range tellers() {
		name := g.Info().Name
		files[path.Join("games", name, "chances.go")] = all.source(g)
		files[path.Join("docs/chances", name+".svg")] = all.picture(g)
	}
	return files
}

// curves returns the curves of a game, for the boards that have enough games.
func (all gathered) curves(g search.Teller) (list search.Curves) {
	for _, t := range tables(g) {
		for b := range search.Bands {
			if c, enough := fit(all.of(t, b), t.size, t.seats, b); enough {
				list = append(list, c)
			}
		}
	}
	return list
}

// source returns the Go file with a game's curves.
func (all gathered) source(g search.Teller) string {
	list := all.curves(g)
	var b strings.Builder
	fmt.Fprintf(&b, "// Code generated by make chances; DO NOT EDIT.\n\npackage %s\n\nimport \"parlour/games/search\"\n\n", g.Info().Name)
	b.WriteString("// chances are the curves of the boards. Games is how many games each was fitted on; about as many of other players are\n" +
		"// held out to check it. All are in cmd/parlour/arena/testdata.\n")
	b.WriteString("var chances = search.Curves{")
	for _, c := range list {
		b.WriteString("\n\t{")
		if c.Size > 0 {
			fmt.Fprintf(&b, "Size: %d, ", c.Size)
		}
		fmt.Fprintf(&b, "Seats: %d, Band: search.%s, Steep: %.2f, Lift: %.2f, Games: %d},", c.Seats, []string{"Low", "Middle", "Top"}[c.Band], c.Steep, c.Lift, c.Games)
	}
	if len(list) > 0 {
		b.WriteByte('\n')
	}
	b.WriteString("}\n")
	return b.String()
}
