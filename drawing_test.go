package parlour

import (
	"flag"
	"fmt"
	"html"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw docs/architecture.svg anew")

// A box of the drawing stands for packages and all beneath them that no other box names.
type box struct {
	title, says string
	column      float64
	hangs       bool // as high as those let it that import it, in place of as low as what it imports
	packages    []string
}

// boxes are those of docs/architecture.svg. Their rows come from the code: a box stands above all that it imports.
var boxes = []box{
	{"cmd/parlour", "the program and its subcommands", 1, false, []string{"cmd/parlour", "packaging"}},
	{"bot/sandbox", "a Discord of your own", 2, true, []string{"bot/sandbox"}},
	{"bot", "interactions in, requests to Discord out", 1, false, []string{"bot"}},
	{"commands", "which handler a command or a button has", 1, false, []string{"commands"}},
	{"opening, turn, look, own, steward", "the handlers: what people do", 1, false, []string{"commands/opening", "commands/turn", "commands/look", "commands/own", "commands/steward"}},
	{"commands/host", "what handlers are made with", 1, false, []string{"commands/host", "commands/interaction"}},
	{"commands/publish", "shows what was committed", 1, false, []string{"commands/publish"}},
	{"commands/message, locale", "a match in words, picture and buttons", 1, false, []string{"commands/message", "commands/locale"}},
	{"commands/think", "Parlour's own turns, hints, analyses", 0, false, []string{"commands/think"}},
	{"commands/match", "loads, replays, decides, commits", 1, false, []string{"commands/match"}},
	{"commands/clock", "time that people have", 1, false, []string{"commands/clock"}},
	{"storage", "a file, or a database", 1, false, []string{"storage"}},
	{"imaging", "a view becomes a picture", 2, true, []string{"imaging"}},
	{"games", "rules, moves, views, opponents", 1.3, false, []string{"games"}},
}

// boxOf returns the box of a package, -1 if it is in none.
func boxOf(pkg string) int {
	best, length := -1, 0
	for i, b := range boxes {
		for _, p := range b.packages {
			if (pkg == p || strings.HasPrefix(pkg, p+"/")) && len(p) > length {
				best, length = i, len(p)
			}
		}
	}
	return best
}

// arrows returns for each box which others the code in it imports, tests apart.
func arrows(t *testing.T) []map[int]bool {
	t.Helper()
	to := make([]map[int]bool, len(boxes))
	for i := range to {
		to[i] = map[int]bool{}
	}
	eachFile(t, func(file, pkg string, imports []string) {
		from := boxOf(pkg)
		switch {
		case strings.HasSuffix(file, "_test.go") || strings.Contains(pkg, "testdata") || pkg == "cmd/scale" || pkg == "cmd/chances":
			return
		case from < 0:
			t.Errorf("%s is in no box of docs/architecture.svg", pkg)
			return
		}
		for _, name := range imports {
			if own, ours := strings.CutPrefix(name, "parlour/"); ours && boxOf(own) >= 0 && boxOf(own) != from {
				to[from][boxOf(own)] = true
			}
		}
	})
	return to
}

// reaches reports whether a way of two arrows or more leads from a box to another.
func reaches(to []map[int]bool, from, goal int) bool {
	for next := range to[from] {
		if next != goal && (to[next][goal] || reaches(to, next, goal)) {
			return true
		}
	}
	return false
}

// heights returns how high each box stands, above all that it imports. It fails for a circle.
func heights(t *testing.T, to []map[int]bool) []int {
	t.Helper()
	high := make([]int, len(boxes))
	for round, moved := 0, true; moved; round++ {
		if round > len(boxes) {
			t.Fatal("the boxes of docs/architecture.svg import each other in a circle")
		}
		moved = false
		for from := range to {
			for next := range to[from] {
				if high[from] <= high[next] {
					high[from], moved = high[next]+1, true
				}
			}
		}
	}
	for i, b := range boxes {
		for from := range to {
			if b.hangs && to[from][i] {
				high[i] = max(high[i], high[from]-1)
			}
		}
	}
	for from := range to {
		for next := range to[from] {
			high[next] = min(high[next], high[from]-1)
		}
	}
	return high
}

// draw returns the drawing: the boxes in rows, and the arrows that no longer way implies.
func draw(to []map[int]bool, high []int) string {
	const width, height, across, down, edge = 236.0, 46.0, 274.0, 74.0, 16.0
	rows := float64(slices.Max(high))
	x := func(i int) float64 { return edge + boxes[i].column*across }
	y := func(i int) float64 { return edge + (rows-float64(high[i]))*down }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" text-anchor="middle">`+"\n", 2*edge+2*across+width, 2*edge+rows*down+height)
	b.WriteString(`<rect width="100%" height="100%" fill="#fbfaf7"/>` + "\n" +
		`<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#5b6478"/></marker>` + "\n")
	for from := range to {
		for _, next := range slices.Sorted(maps.Keys(to[from])) {
			if !reaches(to, from, next) {
				x1, x2 := x(from)+width/2, x(next)+width/2
				lean := max(4-width/2, min(width/2-4, (x2-x1)*0.4)) // so that arrows to and from a box keep apart
				fmt.Fprintf(&b, `<path d="M%g %gL%g %g" stroke="#5b6478" stroke-width="1.5" marker-end="url(#head)"/>`+"\n", x1+lean, y(from)+height, x2-lean, y(next)-2)
			}
		}
	}
	for i, at := range boxes {
		fmt.Fprintf(&b, `<rect x="%g" y="%g" width="%g" height="%g" rx="6" fill="#e8edf7" stroke="#33415c"/>`+"\n", x(i), y(i), width, height)
		fmt.Fprintf(&b, `<text x="%g" y="%g" font-size="14" font-weight="bold" fill="#1b2436">%s</text>`+"\n", x(i)+width/2, y(i)+19, html.EscapeString(at.title))
		fmt.Fprintf(&b, `<text x="%g" y="%g" font-size="11" fill="#33415c">%s</text>`+"\n", x(i)+width/2, y(i)+36, html.EscapeString(at.says))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// The drawing in docs/architecture.md is that of the code as it is.
func TestTheDrawingIsOfTheCode(t *testing.T) {
	const file = "docs/architecture.svg"
	to := arrows(t)
	drawn := draw(to, heights(t, to))
	if *update {
		if err := os.WriteFile(file, []byte(drawn), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if read(t, file) != drawn {
		t.Errorf("%s is not what the code imports: make golden draws it anew; look at it", file)
	}
}
