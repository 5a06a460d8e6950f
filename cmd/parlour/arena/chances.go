package arena

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parlour/games/search"
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

// leastGames is the fewest games that a curve is fitted on; a board with fewer has that of the nearest size.
const leastGames = 10

// fit returns the curve under which the results of the games that are not held out are likeliest, and whether there are
// enough of them. A guess, steepness 1 and no lift, weighs about as much as a game: it keeps the curve sober where
// few are known.
func fit(games []game, size, seats int) (search.Curve, bool) {
	var x, y []float64
	c := search.Curve{Size: size, Seats: seats, Steep: 1}
	for _, g := range games {
		if g.held() || len(g.said) == 0 {
			continue
		}
		c.Games++
		for _, s := range g.said {
			x, y = append(x, search.Logit(s.raw)), append(y, g.won[s.seat])
		}
	}
	ws, wl := 0.1, 0.1 // what the guess weighs: the information of a game, if what is said is true
	for _, x := range x {
		p := 1 / (1 + math.Exp(-x))
		ws, wl = ws+p*(1-p)*x*x/float64(c.Games), wl+p*(1-p)/float64(c.Games)
	}
	const rounds = 100
	for range rounds { // Newton's method
		gs, gl := ws*(1-c.Steep), -wl*c.Lift
		ss, sl, ll := ws, 0.0, wl
		for i := range x {
			p := 1 / (1 + math.Exp(-c.Steep*x[i]-c.Lift))
			d, w := y[i]-p, p*(1-p)
			gs, gl = gs+d*x[i], gl+d
			ss, sl, ll = ss+w*x[i]*x[i], sl+w*x[i], ll+w
		}
		det := ss*ll - sl*sl
		ds, dl := (ll*gs-sl*gl)/det, (ss*gl-sl*gs)/det
		step := 1 / max(1, math.Hypot(ds, dl)) // no step is longer than 1, so that none goes astray
		c.Steep, c.Lift = c.Steep+step*ds, c.Lift+step*dl
	}
	c.Steep, c.Lift = twoDigits(c.Steep), twoDigits(c.Lift)
	return c, c.Games >= leastGames
}

// rounded rounds to two digits after the point, without a negative zero.
func twoDigits(x float64) float64 { return math.Round(100*x)/100 + 0 }
