package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parlour/games"
	"parlour/games/all"
	"parlour/games/search"
)

// measureChances measures how often games are won in which advice says a chance, and writes the curves by which
// advice says that.
func (c Cmd) measureChances(ctx context.Context, w io.Writer) error {
	tables, err := choose(c.Table)
	if err == nil {
		err = c.gather(ctx, "cmd/parlour/arena/testdata", tables, w)
	}
	if err != nil {
		return err
	}
	all, err := store("cmd/parlour/arena/testdata").all()
	if err != nil {
		return err
	}
	for path, text := range all.files() {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			return err
		}
	}
	all.report(w)
	return nil
}

// gather plays the games that some tables lack in a store, so many a band, until the context ends.
func (c Cmd) gather(ctx context.Context, s store, tables []table, w io.Writer) error {
	had, err := s.all()
	if err != nil {
		return err
	}
	for i := range c.Games * int(search.Bands) {
		for _, t := range tables {
			k := key{c.Seed, search.Band(i) % search.Bands, i / int(search.Bands)}
			if slices.ContainsFunc(had[t.name()], func(g game) bool { return g.key == k }) {
				continue
			}
			g, err := t.play(ctx, k)
			if ctx.Err() != nil {
				return nil // what was played is kept
			}
			if err == nil {
				err = s.add(t, g)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s, %s levels: game %d of %d\n", t.name(), k.band, k.n+1, c.Games)
		}
	}
	return nil
}

// choose returns the tables of some names, or the usual ones of all games. A game whose advice says no chances has
// none.
func choose(names []string) (chosen []table, err error) {
	if len(names) == 0 {
		for _, g := range tellers() {
			chosen = append(chosen, tables(g)[0])
		}
	}
	every := everyTable()
	for _, name := range names {
		i := slices.IndexFunc(every, func(t table) bool { return t.name() == name })
		if i < 0 {
			i = slices.IndexFunc(every, func(t table) bool { return t.Info().Name == name })
		}
		if i < 0 && slices.ContainsFunc(all.Games(), func(g games.Game) bool { return g.Info().Name == name }) {
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
func (all gathered) report(w io.Writer) {
	for _, t := range everyTable() {
		for b := range search.Bands {
			all.reportOf(t, b, w)
		}
	}
	for b := range search.Bands {
		fmt.Fprintf(w, "all tables together, %s levels\n", b)
		for _, at := range all.together(b) {
			fmt.Fprintf(w, "  said %5.1f, won %5.1f of 100: as good as %5.1f games\n", 100*at.said, 100*at.won, at.games)
		}
	}
}

// reportOf does so of a band at a table, and says nothing if it has no games.
func (all gathered) reportOf(t table, b search.Band, w io.Writer) {
	if games := all.of(t, b); len(games) > 0 {
		c, enough := fit(games, t.size, t.seats, b)
		fmt.Fprintf(w, "%s, %s levels: %d games, steep %.2f, lift %+.2f", t.name(), b, len(games), c.Steep, c.Lift)
		if !enough {
			fmt.Fprintf(w, " (too few for a curve)")
		}
		fmt.Fprintln(w)
		for _, b := range joined(games, c) {
			fmt.Fprintf(w, "  said %5.1f, won %5.1f of 100: %4d positions, as good as %5.1f games; may differ by %4.1f\n",
				100*b.said(), 100*b.won(), b.n, b.games(), 100*b.allowed())
		}
	}
}

// leastGames is the fewest games that a curve is fitted on; a board with fewer has none.
const leastGames = 30

// fit returns the curve under which the results of the games that are not held out are likeliest, and whether there are
// enough of them. A guess, steepness 1 and no lift, weighs about as much as a game: it keeps the curve sober where
// few are known.
func fit(games []game, size, seats int, band search.Band) (search.Curve, bool) {
	var x, y []float64
	c := search.Curve{Size: size, Seats: seats, Band: band, Steep: 1}
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
