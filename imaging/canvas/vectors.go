package canvas

import (
	"cmp"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// This file writes pictures as vectors for one document, in which what they share is written once: a shape at any
// place, an element that the canvas stamps, and parts that many pictures have in a row.

// A Sheet is pictures as vectors for one document.
type Sheet struct {
	ids      map[kind]int
	kinds    []kind      // by id
	rows     [][]part    // of pictures, elements and what is clipped, from the lowest part
	elements map[Key]int // the row of an element
	drawn    []part      // the row that is being drawn
	pictures []rect      // their rows, with their size
}

// A rect is a picture in a row.
type rect struct{ row, wide, high int }

// A part is something of a kind at a point, in tenths of a pixel.
type part struct{ kind, x, y int }

// A kind is a shape, or a row.
type kind struct {
	shape string // the steps of its path from the point on; empty for a row
	attrs string
	row   int    // -1 for a shape
	clip  string // the path that clips the row; empty for none
	box   Box    // which it covers, from the point
}

// NewSheet returns a sheet without pictures, and a canvas that draws on it.
func NewSheet() (*Sheet, *Canvas) {
	s := &Sheet{ids: map[kind]int{}, elements: map[Key]int{}}
	c := New()
	c.pen = &Pen{vectors: s}
	return s, c
}

// Add ends the picture on the canvas of the sheet.
func (s *Sheet) Add(c *Canvas) {
	s.pictures = append(s.pictures, rect{len(s.rows), c.out.size, c.out.high})
	s.rows, s.drawn = append(s.rows, s.drawn), nil
}

// put puts a part on what is drawn.
func (s *Sheet) put(k kind, x, y float64) {
	id, ok := s.ids[k]
	if !ok {
		id = len(s.kinds)
		s.ids[k], s.kinds = id, append(s.kinds, k)
	}
	s.drawn = append(s.drawn, part{id, tenths(x), tenths(y)})
}

// tenths returns a length in tenths of a pixel.
func tenths(v float64) int { return int(math.Round(10 * v)) }

// row makes a row of what a function draws.
func (s *Sheet) row(draw func()) int {
	before := s.drawn
	s.drawn = nil
	draw()
	s.rows, s.drawn = append(s.rows, s.drawn), before
	return len(s.rows) - 1
}

// shape puts a shape, with a point that its path is moved to, which covers so much more around its path.
func (s *Sheet) shape(path []stretch, x, y int, attrs string, more float64) {
	left, top, steps := data(path)
	if steps == "" {
		return
	}
	b := bounds(path).Grow(more)
	b = Box{math.Floor(b.X - left), math.Floor(b.Y - top), math.Ceil(b.W) + 1, math.Ceil(b.H) + 1}
	s.put(kind{shape: steps, row: -1, attrs: attrs, box: b}, left+float64(x), top+float64(y))
}

// element puts an element in a box, which is drawn once for its key.
func (s *Sheet) element(k Key, b Box, draw func()) {
	row, ok := s.elements[k]
	if !ok {
		row = s.row(draw)
		s.elements[k] = row
	}
	s.put(kind{row: row, box: Box{0, 0, b.W, b.H}}, b.X, b.Y)
}

// clipped puts what a function draws within a path.
func (s *Sheet) clipped(path []stretch, draw func()) {
	x, y, steps := data(path)
	s.put(kind{clip: from(tenths(x), tenths(y)) + steps, row: s.row(draw), box: bounds(path)}, 0, 0)
}

// bounds returns the box of the points of a path, beyond which an arc may reach by its radii.
func bounds(path []stretch) Box {
	left, top, right, low := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, s := range path {
		var r [2]float64
		if s.op == 'A' {
			r = s.at[1]
		}
		for _, at := range s.at[:s.points()] {
			left, right = min(left, at[0]-r[0]), max(right, at[0]+r[0])
			top, low = min(top, at[1]-r[1]), max(low, at[1]+r[1])
		}
	}
	return Box{left, top, right - left, low - top}
}

// closedShapes returns the closed shapes of a path, which are one body and can be filled one by one; the whole path if
// one of them is open, or goes the other way round and cuts a hole.
func closedShapes(path []stretch) (shapes [][]stretch) {
	start, area := 0, 0.0
	var x, y float64
	for i, s := range path {
		if s.op == 'Z' {
			if area < 0 {
				return [][]stretch{path}
			}
			shapes, start, area = append(shapes, path[start:i+1]), i+1, 0
			continue
		}
		end := s.at[s.points()-1]
		if s.op != 'M' {
			area += x*end[1] - end[0]*y
		}
		if s.op == 'A' { // what lies between it and the line to its end
			r := max(s.at[1][0], s.at[1][1])
			angle := 2 * math.Asin(min(1, math.Hypot(end[0]-x, end[1]-y)/(2*r)))
			area += (2*s.at[2][0] - 1) * r * r * (angle - math.Sin(angle))
		}
		x, y = end[0], end[1]
	}
	if start < len(path) {
		return [][]stretch{path}
	}
	return shapes
}

// hex writes a colour.
func hex(c color.RGBA) string {
	if c.R%17 == 0 && c.G%17 == 0 && c.B%17 == 0 {
		return fmt.Sprintf("#%x%x%x", c.R/17, c.G/17, c.B/17)
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// short writes a length to a tenth of a pixel.
func short(v float64) string { return number(tenths(v)) }

// number writes tenths of a pixel.
func number(n int) string {
	sign, whole := "", ""
	if n < 0 {
		sign, n = "-", -n
	}
	if n >= 10 || n == 0 {
		whole = strconv.Itoa(n / 10)
	}
	if n%10 == 0 {
		return sign + whole
	}
	return sign + whole + "." + strconv.Itoa(n%10)
}

// from writes the beginning of a path at a point.
func from(x, y int) string {
	if y < 0 {
		return "m" + number(x) + number(y)
	}
	return "m" + number(x) + " " + number(y)
}

// data returns the first point of a path, and writes the rest as steps from there, so that it is the same wherever it
// lies. Points are rounded before, so that no errors add up.
func data(path []stretch) (left, top float64, steps string) {
	var b strings.Builder
	var x, y, fromX, fromY float64
	left, top = path[0].at[0][0], path[0].at[0][1]
	last := byte(0)
	put := func(op byte, steps ...float64) {
		if op != last || op == 'm' {
			b.WriteByte(op)
			last = 0
		}
		for _, v := range steps {
			s := short(v / 10)
			if last != 0 && s[0] != '-' {
				b.WriteByte(' ')
			}
			b.WriteString(s)
			last = op
		}
	}
	for i, s := range path {
		if s.op == 'Z' {
			put('z')
			x, y = fromX, fromY
			continue
		}
		var steps []float64
		for _, at := range s.at[:s.points()] {
			steps = append(steps, math.Round(10*(at[0]-left))-x, math.Round(10*(at[1]-top))-y)
		}
		n := len(steps)
		dx, dy := steps[n-2], steps[n-1]
		x, y = x+dx, y+dy
		switch {
		case s.op == 'M':
			fromX, fromY = x, y
			if i > 0 {
				put('m', steps...)
			}
		case s.op == 'A':
			put('a', 10*s.at[1][0], 10*s.at[1][1], 0, 0, 10*s.at[2][0], dx, dy)
		case s.op == 'L' && dx == 0 && dy == 0:
		case s.op == 'L' && dy == 0:
			put('h', dx)
		case s.op == 'L' && dx == 0:
			put('v', dy)
		default:
			put(s.op+'a'-'A', steps...)
		}
	}
	return left, top, b.String()
}

// Document returns what the pictures share, which stands once in the document beside them, and each picture. Around
// them lines have round ends and corners: stroke-linecap and stroke-linejoin.
func (s *Sheet) Document() (shared string, pictures []string) {
	most := math.MaxInt
	for _, order := range []func(rows [][]part){func([][]part) {}, s.settle} { // neither is better for every game
		rows := slices.Clone(s.rows)
		order(rows)
		d := document{Sheet: s, rows: rows, runs: map[int][]part{}, names: map[any]string{}, at: map[int]part{}}
		d.findRuns()
		d.count()
		var made []string
		said := "<svg width=\"0\" height=\"0\"><defs>\n" + d.shared() + "</defs></svg>\n"
		long := len(said)
		for _, p := range s.pictures {
			made = append(made, fmt.Sprintf(`<svg viewBox="0 0 %d %d">%s</svg>`, p.wide, p.high, d.write(rows[p.row])))
			long += len(made[len(made)-1])
		}
		if long < most {
			most, shared, pictures = long, said, made
		}
	}
	return shared, pictures
}

// settle puts the parts that most pictures have before the others, as far as none comes to lie under another one: so
// pictures have long runs in common.
func (s *Sheet) settle(rows [][]part) {
	in, first := map[part]int{}, map[part]int{}
	for _, p := range s.pictures {
		for _, part := range rows[p.row] {
			if in[part]++; in[part] == 1 {
				first[part] = len(first)
			}
		}
	}
	for _, p := range s.pictures {
		rows[p.row] = s.settled(rows[p.row], func(a, b part) bool {
			return cmp.Or(cmp.Compare(in[b], in[a]), cmp.Compare(first[a], first[b])) < 0
		})
	}
}

// settled returns a row with parts before others where that is better, in which none comes to lie under another one.
func (s *Sheet) settled(row []part, better func(a, b part) bool) []part {
	boxes := make([]Box, len(row))
	for i, p := range row {
		boxes[i] = s.kinds[p.kind].box
		boxes[i].X, boxes[i].Y = boxes[i].X+float64(p.x)/10, boxes[i].Y+float64(p.y)/10
	}
	below := make([]int, len(row)) // how many parts lie below one and are not placed yet
	above := make([][]int, len(row))
	for i := range row {
		for j := range i {
			if meet(boxes[i], boxes[j]) {
				below[i]++
				above[j] = append(above[j], i)
			}
		}
	}
	var placed []part
	var ready []int
	for i, n := range below {
		if n == 0 {
			ready = append(ready, i)
		}
	}
	for len(ready) > 0 {
		best := 0
		for at, i := range ready {
			if better(row[i], row[ready[best]]) {
				best = at
			}
		}
		i := ready[best]
		ready = slices.Delete(ready, best, best+1)
		placed = append(placed, row[i])
		for _, j := range above[i] {
			if below[j]--; below[j] == 0 {
				ready = append(ready, j)
			}
		}
	}
	return placed
}

// meet reports whether two boxes have something in common.
func meet(a, b Box) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}

// A document is a sheet as it is written.
type document struct {
	*Sheet
	rows  [][]part
	runs  map[int][]part // parts that occur together, as kinds after those of the sheet
	next  int            // the kind of the next run
	at    map[int]part   // where a kind lies that lies at one point alone
	names map[any]string // of what is shared: kinds, and the rest
}

// The things that are shared, besides kinds.
type (
	aShape string
	aClip  string
)

// A pair is two parts side by side in a row, the second so far from the first.
type pair struct{ a, b, x, y int }

func pairOf(a, b part) pair { return pair{a.kind, b.kind, b.x - a.x, b.y - a.y} }

// findRuns finds parts that occur several times beside each other, and puts a run in their place: pairs first, then
// pairs of those, until there are none.
func (d *document) findRuns() {
	first := len(d.kinds)
	d.next = first
	for found := true; found; {
		found = false
		times := map[pair]int{}
		for _, row := range d.rows {
			for i := 1; i < len(row); i++ {
				times[pairOf(row[i-1], row[i])]++
			}
		}
		of := map[pair]int{}
		for r, row := range d.rows {
			var made []part
			for i := 0; i < len(row); i++ {
				n, after := 0, 0
				if i+1 < len(row) {
					n = times[pairOf(row[i], row[i+1])]
				}
				if i+2 < len(row) {
					after = times[pairOf(row[i+1], row[i+2])]
				}
				if n < 2 || after > n {
					made = append(made, row[i])
					continue
				}
				p := pairOf(row[i], row[i+1])
				run, ok := of[p]
				if !ok {
					run, found = d.next, true
					of[p], d.runs[run] = run, []part{{p.a, 0, 0}, {p.b, p.x, p.y}}
					d.next++
				}
				made = append(made, part{run, row[i].x, row[i].y})
				i++
			}
			d.rows[r] = made
		}
	}
	for d.dissolve(first) {
	}
}

// eachRow calls a function for every row and run.
func (d *document) eachRow(do func(row []part)) {
	for _, row := range d.rows {
		do(row)
	}
	for _, run := range slices.Sorted(maps.Keys(d.runs)) {
		do(d.runs[run])
	}
}

// dissolve puts the runs that are not worth to be written by themselves where they occur, and reports whether there
// were any.
func (d *document) dissolve(first int) bool {
	uses := map[int]int{}
	d.eachRow(func(row []part) {
		for _, p := range row {
			uses[p.kind]++
		}
	})
	gone := map[int][]part{}
	open := func(row []part) (all []part) {
		for _, p := range row {
			run, ok := gone[p.kind]
			if !ok {
				all = append(all, p)
			}
			for _, q := range run {
				all = append(all, part{q.kind, p.x + q.x, p.y + q.y})
			}
		}
		return all
	}
	for id := first; id < d.next; id++ { // a run has only earlier ones in it
		if run, ok := d.runs[id]; ok {
			run = open(run)
			n, k := uses[id], len(run)
			d.runs[id] = run
			if useBytes*(n*k-n-k) <= len(`<g id="abc"></g>`) {
				gone[id] = run
				delete(d.runs, id)
			}
		}
	}
	for r, row := range d.rows {
		d.rows[r] = open(row)
	}
	return len(gone) > 0
}

// useBytes is about how long it is to refer to something.
const useBytes = len(`<use href="#abc" x="12"/>`)

// count notes what lies at one point alone, and gives names to what is shared, the shortest to what is referred to most.
func (d *document) count() {
	uses := map[int]int{}
	several := map[int]bool{}
	look := func(row []part, at part) {
		for _, p := range row {
			p.x, p.y = p.x+at.x, p.y+at.y
			if at, ok := d.at[p.kind]; ok && at != p {
				several[p.kind] = true
			}
			d.at[p.kind] = p
			uses[p.kind]++
		}
	}
	for _, row := range d.rows {
		look(row, part{})
	}
	for run := d.next - 1; run >= len(d.kinds); run-- { // a run has only earlier ones in it
		if several[run] {
			delete(d.at, run)
		}
		look(d.runs[run], d.at[run])
	}
	maps.DeleteFunc(d.at, func(kind int, _ part) bool { return several[kind] })
	colours := map[string]int{} // in how many a shape is there
	for id := range uses {
		if id < len(d.kinds) {
			colours[d.kinds[id].shape]++
		}
	}
	named := map[any]int{}
	for id, n := range uses {
		if id >= len(d.kinds) {
			named[id] += n
			continue
		}
		k := d.kinds[id]
		long := len(k.shape) + len(k.attrs) + 10
		switch c := colours[k.shape]; {
		case k.clip != "":
			named[aClip(k.clip)]++
			long = 200
		case k.row >= 0:
			named[id] += n
			continue
		case (c-1)*len(k.shape) > 20*c+14:
			named[aShape(k.shape)]++
			long = len(`<use href="#abc" x="123" y="456" fill="#123456"/>`)
		}
		if n > 1 && (n-1)*long > n*useBytes+10 {
			named[id] += n
		}
	}
	keys := slices.SortedFunc(maps.Keys(named), func(a, b any) int {
		return cmp.Or(cmp.Compare(named[b], named[a]), cmp.Compare(fmt.Sprintf("%T%v", a, a), fmt.Sprintf("%T%v", b, b)))
	})
	for i, k := range keys {
		d.names[k] = nameOf(i)
	}
}

// nameOf writes a number as a name: a letter, and figures and letters after it.
func nameOf(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return string(rune('a'+i%26)) + strconv.FormatInt(int64(i/26-1), 36)
}

// refer refers to something with a name, at a point.
func refer(name string, x, y int, more string) string {
	at := ""
	if x != 0 {
		at = ` x="` + number(x) + `"`
	}
	if y != 0 {
		at += ` y="` + number(y) + `"`
	}
	return `<use href="#` + name + `"` + at + more + "/>"
}

// written writes a part as it stands in its place, with more attributes.
func (d *document) written(p part, more string) string {
	k := d.kinds[p.kind]
	switch {
	case k.clip != "":
		if p.x != 0 || p.y != 0 {
			more += ` transform="translate(` + number(p.x) + " " + number(p.y) + `)"`
		}
		return `<g` + more + ` clip-path="url(#` + d.names[aClip(k.clip)] + `)">` + d.write(d.rows[k.row]) + "</g>"
	case d.names[aShape(k.shape)] != "":
		return refer(d.names[aShape(k.shape)], p.x, p.y, k.attrs+more)
	}
	return "<path" + more + k.attrs + ` d="` + from(p.x, p.y) + k.shape + `"/>`
}

// write writes a row.
func (d *document) write(row []part) string {
	var b strings.Builder
	for _, p := range row {
		name, ok := d.names[p.kind]
		at, alone := d.at[p.kind]
		switch {
		case !ok:
			b.WriteString(d.written(p, ""))
		case alone:
			b.WriteString(refer(name, p.x-at.x, p.y-at.y, ""))
		default:
			b.WriteString(refer(name, p.x, p.y, ""))
		}
	}
	return b.String()
}

// shared writes what is shared.
func (d *document) shared() string {
	var b strings.Builder
	for _, of := range slices.SortedFunc(maps.Keys(d.names), func(a, b any) int { return cmp.Compare(d.names[a], d.names[b]) }) {
		id := ` id="` + d.names[of] + `"`
		switch of := of.(type) {
		case int:
			at := d.at[of]
			row, ok := d.runs[of]
			if !ok && d.kinds[of].row >= 0 && d.kinds[of].clip == "" {
				row, ok = d.rows[d.kinds[of].row], true
			}
			if !ok {
				b.WriteString(d.written(part{of, at.x, at.y}, id) + "\n")
				continue
			}
			moved := slices.Clone(row)
			for i := range moved {
				moved[i].x, moved[i].y = moved[i].x+at.x, moved[i].y+at.y
			}
			b.WriteString("<g" + id + ">" + d.write(moved) + "</g>\n")
		case aShape:
			b.WriteString("<path" + id + ` d="m0 0` + string(of) + "\"/>\n")
		case aClip:
			b.WriteString("<clipPath" + id + `><path d="` + string(of) + "\"/></clipPath>\n")
		}
	}
	return b.String()
}
