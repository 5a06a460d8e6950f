package pages

import (
	"math"
	"strconv"

	"parlour/imaging/canvas"
)

// A Profile is what a server may see of a player.
type Profile struct {
	Name              string
	Game, Line        string // the name of the game of the rating, and "Permute · 24 games, 15 won"
	Rating, Deviation string // "1698" and "± 62"
	Change            string // "+44 this month"
	Rise              int    // whether that is more than nothing, or less

	Ratings []Rating // over time or game by game, the oldest first
	Times   []Time   // what is written below them
	None    string   // what is said if there are none

	Played string // what stands above the games
	Games  []Play // of which four are drawn

	With    string   // what stands above all that follows
	Pace    string   // "usually within 5 hours"
	Late    string   // "1 of 24 lost on time"
	Against *Against // the games with the person who asks; nil for none

	Look
}

// A Rating is a rating on a day, counted from any, or at a game of some number.
type Rating struct {
	Day               int
	Rating, Deviation float64
}

// A Time is what is said of a day.
type Time struct {
	Day  int
	Text string
}

// A Play is the games of one kind that were played.
type Play struct {
	Game, Title string // its name, and the same in the reader's language
	Score
}

// An Against is the games with one player.
type Against struct {
	Title, Line string // "Against you", "1 drawn, 2 still played"
	Score
}

// Draw draws the profile.
func (f Profile) Draw(c *canvas.Canvas, g Games) {
	p := page{c, g}
	bright, quiet := canvas.Ink{Text: p.Paper, Ground: p.Board}, p.OnBoard()
	p.head(145)
	right := 776.0
	if wide := p.Say(canvas.Label{Text: f.Deviation, Size: 36, Ink: quiet, X: right, Y: 56, Align: 1, Room: 140}); wide > 0 {
		right -= wide + 24
	}
	if wide := p.Say(canvas.Label{Text: f.Rating, Bold: true, Size: 50, Ink: bright, X: right, Y: 53, Align: 1,
		Room: 160}); wide > 0 {
		right -= wide + 24
	}
	p.Say(canvas.Label{Text: f.Name, Name: true, Title: true, Size: 54, Ink: bright, X: 24, Y: 52, Room: right - 24})
	change := canvas.Label{Text: f.Change, Ink: quiet, X: 776, Y: 110, Align: 1, Room: 320}
	if f.Rise > 0 {
		change.Ink.Text = p.First.Lit
	} else if f.Rise < 0 {
		change.Ink.Text = p.Second.Lit
	}
	right, left := 752-p.Say(change), 24.0
	if p.emblem(f.Game, 24, 88, 44) {
		left = 80
	}
	p.Say(canvas.Label{Text: f.Line, Ink: quiet, X: left, Y: 110, Room: right - left})
	p.ratings(f)
	head := canvas.Label{Text: f.Played, Bold: true, Size: canvas.NameText, Ink: p.Bright(), X: 24, Y: 440, Room: 336}
	p.Say(head)
	for i, play := range f.Games[:min(4, len(f.Games))] {
		p.play(play, 470+80*float64(i))
	}
	head.Text, head.X, head.Room = f.With, 384, 392
	p.Say(head)
	y := p.about(f.Pace, 470, p.clock)
	y = p.about(f.Late, y, p.hourglass)
	end := p.against(f.Against, y)
	if n := min(4, len(f.Games)); n > 0 {
		end = max(end, 470+80*float64(n))
	}
	if end == 470 {
		end = 410 // there is nothing but the ratings
	}
	c.Cut(end + 6)
}

// play draws the score of a game, at a height.
func (p page) play(s Play, y float64) {
	p.RoundRect(p.Box(16, y, 344, 72), p.Px(10), p.Board)
	left, ink := 30.0, canvas.Ink{Text: p.Paper, Ground: p.Board}
	if p.emblem(s.Game, 28, y+12, 48) {
		left = 90
	}
	wide := p.points(s.Score, 346, y+28)
	p.Say(canvas.Label{Text: s.Title, Ink: ink, X: left, Y: y + 28, Room: 330 - wide - left})
	p.share(s.Score, left, y+49, 346-left)
}

// points writes how many games were won and lost, and returns the width.
func (p page) points(s Score, right, y float64) float64 {
	return p.Say(canvas.Label{Text: strconv.Itoa(s.Won) + "–" + strconv.Itoa(s.Lost), Bold: true, Size: canvas.NameText,
		Ink: canvas.Ink{Text: p.Paper, Ground: p.Board}, X: right, Y: y, Align: 1, Room: 160})
}

// about says something of a player beside a sign, and returns where the next begins.
func (p page) about(words string, y float64, sign func(x, y float64)) float64 {
	l := canvas.Label{Text: words, Ink: canvas.Ink{Text: p.Paper, Ground: p.Board}, X: 438, Room: 330}
	lines := p.Lines(l, 2)
	if len(lines) == 0 {
		return y
	}
	high := 26 + 36*float64(len(lines))
	p.RoundRect(p.Box(376, y, 408, high), p.Px(10), p.Board)
	sign(407, y+high/2)
	for i, text := range lines {
		l.Text, l.Y = text, y+31+36*float64(i)
		p.Say(l)
	}
	return y + high + 8
}

// against draws the games with the person who asks, and returns where they end.
func (p page) against(a *Against, y float64) float64 {
	if a == nil {
		return y
	}
	high := 112.0
	if a.Line == "" {
		high = 72
	}
	p.RoundRect(p.Box(376, y, 408, high), p.Px(10), p.Board)
	wide := p.points(a.Score, 770, y+28)
	p.Say(canvas.Label{Text: a.Title, Bold: true, Ink: canvas.Ink{Text: p.Paper, Ground: p.Board}, X: 392, Y: y + 28,
		Room: 754 - wide - 392})
	p.share(a.Score, 392, y+51, 378)
	p.Say(canvas.Label{Text: a.Line, Ink: p.OnBoard(), X: 392, Y: y + 87, Room: 378})
	return y + high + 8
}

// The room of a line over time.
const (
	chartLeft, chartRight = 96.0, 766.0
	chartTop, chartLow    = 172.0, 352.0
)

// ratings draws the ratings over time as a line in a band as wide as their deviation.
func (p page) ratings(f Profile) {
	n := len(f.Ratings)
	if n == 0 {
		p.none(f.None, (chartTop+chartLow)/2)
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range f.Ratings {
		around := min(max(r.Deviation, 30), 80) // of a new player the deviation is larger than all else
		low, high = min(low, r.Rating-around), max(high, r.Rating+around)
	}
	if !(high-low < 1e5) { // neither too far apart nor no numbers
		return
	}
	first, last := f.Ratings[0].Day, f.Ratings[n-1].Day
	at := func(day int) float64 {
		if last <= first {
			return chartRight
		}
		part := (float64(day) - float64(first)) / (float64(last) - float64(first))
		return chartLeft + (chartRight-chartLeft)*min(max(0, part), 1)
	}
	height := func(rating float64) float64 {
		return chartLow - (chartLow-chartTop)*min(max(0, (rating-low)/(high-low)), 1)
	}
	marks := scale(low, high)
	room := p.Box(chartLeft-16, chartTop-16, chartRight-chartLeft+32, chartLow-chartTop+32)
	p.Stamp(canvas.Key{}, room, func(pen *canvas.Pen, b canvas.Box) {
		x := func(v float64) float64 { return p.Px(v) + b.X - room.X }
		y := func(rating float64) float64 { return p.Px(height(rating)) + b.Y - room.Y }
		for _, r := range f.Ratings {
			pen.LineTo(x(at(r.Day)), y(r.Rating+r.Deviation))
		}
		for i := n - 1; i >= 0; i-- {
			pen.LineTo(x(at(f.Ratings[i].Day)), y(f.Ratings[i].Rating-f.Ratings[i].Deviation))
		}
		pen.Close()
		pen.Fill(band(p.Palette))
		thick := max(1, math.Round(p.Px(2)))
		for _, v := range marks {
			pen.Rectangle(canvas.NewBox(x(chartLeft), math.Round(y(v)-thick/2), p.Px(chartRight-chartLeft), thick))
			pen.Fill(p.Floor)
		}
		for _, r := range f.Ratings {
			pen.LineTo(x(at(r.Day)), y(r.Rating))
		}
		pen.Stroke(line(p.Palette), p.Px(6))
	})
	for _, v := range marks {
		p.Say(canvas.Label{Text: strconv.Itoa(int(v)), Ink: p.Quiet(), X: chartLeft - 12, Y: height(v), Align: 1})
	}
	x, y := p.Px(at(last)), p.Px(height(f.Ratings[n-1].Rating))
	p.Disc(x, y, p.Px(13), p.Casing)
	p.Disc(x, y, p.Px(10), p.Paper)
	for _, t := range f.Times {
		if t.Day >= first && t.Day <= last {
			p.Say(canvas.Label{Text: t.Text, Ink: p.Quiet(), X: min(max(chartLeft+20, at(t.Day)), 740), Y: 386, Align: 0.5,
				Room: 160})
		}
	}
}

// scale returns a few round numbers between two.
func scale(low, high float64) (marks []float64) {
	step := 25.0
	for i := 0; high-low > 5*step; i++ {
		step *= [3]float64{2, 2, 2.5}[i%3]
	}
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		marks = append(marks, v)
	}
	return marks
}

// clock draws a clock around a point.
func (p page) clock(x, y float64) {
	p.ring(x, y, 16, 4, p.Muted)
	p.Stamp(canvas.Key{Kind: "hands", Args: [4]int{int(64 * p.Scale())}}, canvas.Around(p.Px(x), p.Px(y), math.Ceil(p.Px(14))), func(pen *canvas.Pen, b canvas.Box) {
		x, y := b.Mid()
		pen.MoveTo(x, y-p.Px(9))
		pen.LineTo(x, y)
		pen.LineTo(x+p.Px(7), y+p.Px(4))
		pen.Stroke(p.Muted, p.Px(4))
	})
}

// hourglass draws an hourglass around a point.
func (p page) hourglass(x, y float64) {
	p.Stamp(canvas.Key{Kind: "hourglass", Args: [4]int{int(64 * p.Scale())}}, canvas.Around(p.Px(x), p.Px(y), math.Ceil(p.Px(20))), func(pen *canvas.Pen, b canvas.Box) {
		x, y := b.Mid()
		w, h := p.Px(13), p.Px(17)
		pen.Polygon(x-w, y-h, x+w, y-h, x+p.Px(2), y, x+w, y+h, x-w, y+h, x-p.Px(2), y)
		pen.Fill(p.Muted)
	})
}
