package arena

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"parlour/games/search"
)

// The measures of a picture: two panels beside each other, each with the chance said from left to right and the share
// won from bottom to top.
const (
	panel  = 260.0
	gap    = 70.0
	left   = 58.0
	top    = 66.0
	bottom = 60.0
)

// picture returns a drawing of how often held-out games of all tables of a game were won, by what was said: a panel for each
// band.
func (all gathered) picture(g search.Teller) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="11" fill="#1b2436">`+"\n",
		2*left+3*panel+2*gap-30, top+panel+bottom)
	b.WriteString(`<rect width="100%" height="100%" fill="#fbfaf7"/>` + "\n")
	fmt.Fprintf(&b, `<text x="%g" y="20" font-size="15" font-weight="bold">%s: said and won</text>`+"\n", left, g.Info().Title)
	fmt.Fprintf(&b, `<text x="%g" y="%g">The light stripe is 8 of 100 to each side. The line of a dot holds what chance may add, 95 times in 100, counting games.</text>`+"\n", left, top+panel+bottom-2)
	for band := range search.Bands {
		var sum [10]bin
		var names []string
		for _, t := range tables(g) {
			held := slices.DeleteFunc(all.of(t, band), func(g game) bool { return !g.held() })
			c, enough := fit(all.of(t, band), t.size, t.seats, band)
			if !enough {
				continue
			}
			names = append(names, fmt.Sprintf("%s: %d", t.name(), len(held)))
			for i, bin := range bins(held, c) {
				sum[i].add(bin)
			}
		}
		x := left + float64(band)*(panel+gap)
		fmt.Fprintf(&b, `<text x="%g" y="37">Held-out games: %s</text>`+"\n", x, strings.Join(names, ", "))
		drawPanel(&b, x, fmt.Sprintf("%s levels", band), sum)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// drawPanel draws one panel: the line where both are the same, what lies no more than 5 of 100 from it, and a dot for
// each bin, with the interval in which 95 of 100 would lie, counting games.
func drawPanel(b *strings.Builder, x float64, title string, all [10]bin) {
	at := func(said, won float64) (float64, float64) { return x + said*panel, top + (1-won)*panel }
	fmt.Fprintf(b, `<text x="%g" y="%g" font-weight="bold">%s</text>`+"\n", x, top-10, title)
	fmt.Fprintf(b, `<path d="M%g %gv%gL%g %gh%gv%gL%g %gz" fill="#dfe7f5"/>`+"\n", x, top+panel, -allowed*panel,
		x+(1-allowed)*panel, top, allowed*panel, allowed*panel, x+allowed*panel, top+panel)
	fmt.Fprintf(b, `<path d="M%g %gl%g %g" stroke="#8d9bb8"/>`+"\n", x, top+panel, panel, -panel)
	fmt.Fprintf(b, `<rect x="%g" y="%g" width="%g" height="%g" fill="none" stroke="#33415c"/>`+"\n", x, top, panel, panel)
	for tick := 0; tick <= 100; tick += 20 {
		tx, ty := at(float64(tick)/100, float64(tick)/100)
		fmt.Fprintf(b, `<text x="%.0f" y="%.0f" text-anchor="middle">%d</text><text x="%.0f" y="%.0f" text-anchor="end">%d</text>`+"\n", tx, top+panel+15, tick, x-6, ty+4, tick)
	}
	fmt.Fprintf(b, `<text x="%g" y="%g" text-anchor="middle">said to be won, of 100</text>`+"\n", x+panel/2, top+panel+34)
	fmt.Fprintf(b, `<text transform="translate(%g %g) rotate(-90)" text-anchor="middle">won, of 100</text>`+"\n", x-32, top+panel/2)
	for _, bin := range all {
		if bin.n == 0 {
			continue
		}
		spread := 1.96 * math.Sqrt(bin.said()*(1-bin.said())/bin.games())
		cx, cy := at(bin.said(), bin.won())
		_, high := at(0, min(bin.won()+spread, 1))
		_, low := at(0, max(bin.won()-spread, 0))
		fmt.Fprintf(b, `<path d="M%.1f %.1fV%.1f" stroke="#b5533c"/><circle cx="%.1f" cy="%.1f" r="%.1f" fill="#b5533c"/>`+"\n",
			cx, low, high, cx, cy, min(2+math.Sqrt(bin.games())/4, 8))
	}
}
