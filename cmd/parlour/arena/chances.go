package arena

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A plan is which games [Cmd.Chances] asks for.
type plan struct {
	root   string // the folder of the project
	tables []table
	count  int // the games of the seed that each table is to have
	seed   uint64
	part   int
}

// measureChances measures how often games are won in which advice says a chance, and writes the curves by which
// advice says that.
func (c Cmd) measureChances(ctx context.Context, stdout io.Writer) error {
	tables, err := choose(c.Table)
	if err != nil {
		return err
	}
	return plan{root: ".", tables: tables, count: c.Games, seed: c.Seed, part: c.Part}.run(ctx, stdout)
}

// data returns the store of the games.
func (p plan) data() store { return store(filepath.Join(p.root, "cmd/parlour/arena/testdata")) }

// run gathers games, fits the curves of all tables that have games, and writes them and the pictures.
func (p plan) run(ctx context.Context, w io.Writer) error {
	if err := p.gather(ctx, w); err != nil {
		return err
	}
	if err := p.write(); err != nil {
		return err
	}
	return report(w, p.data())
}

// write writes the curves and the pictures.
func (p plan) write() error {
	for _, f := range files() {
		path := filepath.Join(p.root, f.path)
		text, err := f.text(p.data())
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// gather plays the games that the tables lack, one of each table after the other, until the context ends.
func (p plan) gather(ctx context.Context, w io.Writer) error {
	had := map[string]map[key]bool{}
	for _, t := range p.tables {
		games, err := p.data().read(t)
		if err != nil {
			return err
		}
		had[t.name()] = map[key]bool{}
		for _, g := range games {
			had[t.name()][g.key] = true
		}
	}
	for n := range p.count {
		for _, t := range p.tables {
			k := key{p.seed, p.part, n}
			if had[t.name()][k] {
				continue
			}
			g, err := t.play(ctx, k)
			if ctx.Err() != nil {
				return nil // what was played is kept
			}
			if err == nil {
				err = p.data().add(t, g)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s: game %d of %d\n", t.name(), n+1, p.count)
		}
	}
	return nil
}

// choose returns the tables of some names, or the usual ones of all games. A game whose advice says no chances has
// none.
func choose(names []string) ([]table, error) {
	var chosen []table
	if len(names) == 0 {
		for _, g := range tellers() {
			chosen = append(chosen, tables(g)[0])
		}
	}
	for _, name := range names {
		i, every := -1, everyTable()
		for j, t := range every {
			if t.name() == name || i < 0 && t.Info().Name == name {
				i = j
			}
		}
		if i < 0 && isGame(name) {
			continue
		}
		if i < 0 {
			var all []string
			for _, t := range every {
				all = append(all, t.name())
			}
			return nil, fmt.Errorf("there is no table %q whose advice says chances: name a game or one of %s", name, strings.Join(all, ", "))
		}
		if !slices.ContainsFunc(chosen, func(t table) bool { return t.name() == every[i].name() }) {
			chosen = append(chosen, every[i])
		}
	}
	return chosen, nil
}

// report prints each table's games, curve and bins of held-out games.
func report(w io.Writer, s store) error {
	for _, t := range everyTable() {
		games, err := s.read(t)
		if err != nil {
			return err
		}
		c, enough := fit(games, t.size, t.seats)
		if len(games) == 0 {
			continue
		}
		fmt.Fprintf(w, "%s: %d games, steep %.2f, lift %+.2f", t.name(), len(games), c.Steep, c.Lift)
		if !enough {
			fmt.Fprintf(w, " (too few for a curve)")
		}
		fmt.Fprintln(w)
		for _, b := range joined(games, c) {
			fmt.Fprintf(w, "  said %5.1f, won %5.1f of 100: %4d positions, as good as %5.1f games; may differ by %4.1f\n",
				100*b.said(), 100*b.won(), b.n, b.games(), 100*b.allowed())
		}
	}
	all, err := together(s)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "all tables together")
	for _, at := range all {
		fmt.Fprintf(w, "  said %5.1f, won %5.1f of 100: as good as %5.1f games\n", 100*at.said, 100*at.won, at.games)
	}
	return nil
}
