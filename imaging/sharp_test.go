package imaging_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/color"
	"math"
	"os/exec"
	"strings"
	"testing"
	"time"

	"parlour/games/board"
	"parlour/games/permute"
	"parlour/imaging"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

// BenchmarkBesideSharp draws new boards of Permute, and beside it equal boards as SVGs with
// sharp, which is the library that a bot in JavaScript would use. make sharp installs it.
func BenchmarkBesideSharp(b *testing.B) {
	if err := exec.Command("node", "-e", "require('sharp')").Run(); err != nil {
		b.Skip("there is no Node with sharp here: make sharp installs sharp and runs this")
	}
	pictures := fresh(b, permute.Game{}, 105)
	var svgs []string
	for _, p := range pictures {
		svgs = append(svgs, svgOf(p, p.View.(permute.View)))
	}
	input, err := json.Marshal(svgs)
	if err != nil {
		b.Fatal(err)
	}
	var ours, theirs float64
	for b.Loop() {
		began := time.Now()
		for _, p := range pictures[5:] {
			mustDraw(b, p)
		}
		ours += time.Since(began).Seconds() * 1000 / float64(len(pictures)-5)
		c := exec.Command("node", "testdata/sharp.cjs")
		c.Stdin = bytes.NewReader(input)
		out, err := c.Output()
		if err != nil {
			b.Fatalf("sharp: %v", err)
		}
		var said struct{ Ms, Bytes float64 }
		if err := json.Unmarshal(out, &said); err != nil {
			b.Fatalf("sharp said %q", out)
		}
		theirs += said.Ms
		b.ReportMetric(said.Bytes, "sharp-bytes/picture")
	}
	b.ReportMetric(ours/float64(b.N), "ms/picture")
	b.ReportMetric(theirs/float64(b.N), "sharp-ms/picture")
	b.ReportMetric(theirs/ours, "times")
}

// svgOf writes a board of Permute as an SVG, as one would who draws with one: a shape for each
// stone, bridge, floor and plaster.
func svgOf(p imaging.Drawing, v permute.View) string {
	c, pal := canvas.New(), canvas.Classic()
	c.Begin(imaging.Size, pal.With(stones.Gamut(&pal)))
	b := stones.New(c, v.Full, false)
	b.Grid = c.NewGrid(c.BoardRoom(false), v.Size, v.Size)
	var s strings.Builder
	hex := func(col color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", col.R, col.G, col.B) }
	rect := func(x, y, w, h, r float64, col color.RGBA, more string) {
		fmt.Fprintf(&s, `<rect x="%g" y="%g" width="%g" height="%g" rx="%g" fill="%s"%s/>`, x, y, w, h, r, hex(col), more)
	}
	text := func(x, y float64, anchor string, col color.RGBA, said string) {
		fmt.Fprintf(&s, `<text x="%g" y="%g" font-size="28" font-family="sans-serif" text-anchor="%s" fill="%s">%s</text>`, x, y, anchor, hex(col), said)
	}
	s.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">`)
	rect(0, 0, 800, 800, 0, c.Ground, "")
	rect(6, 5, 384, 8, 4, c.Paper, "")
	for seat := range 2 {
		left := float64(404 * seat)
		fmt.Fprintf(&s, `<circle cx="%g" cy="33" r="17" fill="%s"/>`, left+28, hex(stones.Tint(c.Palette, int(v.Colours[seat]), true)))
		text(left+54, 43, "start", c.Paper, p.Names[seat])
	}
	for i, cell := range v.Cells.Stones {
		if v.Live(i%v.Size, i/v.Size) {
			x, y := b.Middle(float64(i%v.Size)+0.5, float64(i/v.Size)+0.5)
			rect(x-b.Cell/2, y-b.Cell/2, b.Cell-1, b.Cell-1, 0, c.Floor, "")
		}
		x, y := b.Middle(float64(i%v.Size), float64(i/v.Size))
		lit, joins := b.Lit(i)
		ink := stones.Tint(c.Palette, int(cell.Colour), lit)
		if cell.Colour == board.Orange {
			fmt.Fprintf(&s, `<circle cx="%g" cy="%g" r="%g" fill="%s"/>`, x, y, 0.4*b.Cell, hex(ink))
		} else {
			rect(x-0.36*b.Cell, y-0.36*b.Cell, 0.72*b.Cell, 0.72*b.Cell, 0.09*b.Cell, ink, "")
		}
		for bit, d := range [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
			if joins&(1<<bit) != 0 {
				dx, dy := float64(d[0])*b.Cell/2, -float64(d[1])*b.Cell/2
				w := 0.15 * b.Cell * math.Abs(dy) / (b.Cell / 2)
				h := 0.15 * b.Cell * math.Abs(dx) / (b.Cell / 2)
				rect(math.Min(x, x+dx)-w, math.Min(y, y+dy)-h, math.Abs(dx)+2*w, math.Abs(dy)+2*h, 0, ink, "")
			}
		}
		if cell.Fixed {
			turn := fmt.Sprintf(` transform="rotate(-45 %g %g)"`, x, y)
			rect(x-0.27*b.Cell, y-0.085*b.Cell, 0.54*b.Cell, 0.17*b.Cell, 0.085*b.Cell, c.Ground, turn)
			rect(x-0.065*b.Cell, y-0.065*b.Cell, 0.13*b.Cell, 0.13*b.Cell, 0, c.Paper, turn)
		}
	}
	if t := v.Twist; t != nil {
		x, y := b.Middle(float64(t.Col)+0.5, float64(t.Row)+0.5)
		fmt.Fprintf(&s, `<rect x="%g" y="%g" width="%g" height="%g" rx="%g" fill="none" stroke="%s" stroke-width="5"/>`,
			x-b.Cell, y-b.Cell, 2*b.Cell, 2*b.Cell, 0.2*b.Cell, hex(c.Accent))
	}
	for i := range v.Size {
		x, y := b.Middle(float64(i), float64(i))
		text(20, y+10, "middle", c.Dim, fmt.Sprint(i+1))
		text(x, 794, "middle", c.Dim, string(rune('a'+i)))
	}
	s.WriteString("</svg>")
	return s.String()
}
