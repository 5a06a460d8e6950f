package pages

import (
	"strconv"

	"parlour/imaging/canvas"
)

// A Standings is the table of a server.
type Standings struct {
	Title, Line, Aside   string // "Standings", "The Tuesday Table · 14 players · 187 games", "November"
	Rating, Played, Form string // what stands above these columns; those of won, drawn and lost have their marks
	Game                 string // the name of the game that it is of; "" for all
	Rows                 []Standing
	Rest                 int // the first row that does not follow the one before, counted from 0; 0 for none
	Look
}

// A Standing is a row of a table.
type Standing struct {
	Place  int // 0 for none
	Name   string
	Game   string // the name of the game played most
	Rating string // "" if there are no ratings
	Played int
	Score
	Form []Outcome // the newest last, of which five are drawn
	Asks bool      // whether the row is that of the person who asked
}

// The places of the parts of a table.
const (
	firstRow  = 164
	rowHigh   = 70
	rowPitch  = 78
	restGap   = 6   // more above a row that does not follow the one before
	mostRows  = 8   // that are drawn
	formEnd   = 768 // the middle of the newest mark
	formPitch = 26
)

// Draw draws the table.
func (s Standings) Draw(c *canvas.Canvas, g Games) {
	p := page{c, g}
	p.head(107)
	left := 24.0
	if p.emblem(s.Game, 24, 20, 68) {
		left = 110
	}
	wide := p.Say(canvas.Label{Text: s.Aside, Ink: p.OnBoard(), X: 776, Y: 44, Align: 1, Room: 260})
	p.Say(canvas.Label{Text: s.Title, Title: true, Size: 46, Ink: canvas.Ink{Text: p.Paper, Ground: p.Board}, X: left, Y: 43,
		Room: 752 - wide - left})
	p.Say(canvas.Label{Text: s.Line, Ink: p.OnBoard(), X: left, Y: 84, Room: 776 - left})
	rows := s.Rows[:min(len(s.Rows), mostRows)]
	col := columnsOf(rows)
	heads := canvas.Label{Ink: p.Quiet(), Y: 140, Align: 1}
	for _, head := range []struct {
		text        string
		right, room float64
	}{{s.Rating, col.rating, 110}, {s.Played, col.played, col.playedRoom}, {s.Form, 778, 120}} {
		if heads.Text, heads.X, heads.Room = head.text, head.right, head.room; head.right > 0 {
			p.Say(heads)
		}
	}
	for i, right := range col.counts {
		p.outcome(Outcome(i), right-16, 140)
	}
	y := float64(firstRow)
	for i, row := range rows {
		if i > 0 && i == s.Rest {
			y += restGap
		}
		p.standing(row, col, y)
		y += rowPitch
	}
	c.Cut(y + rowHigh - rowPitch + 14)
}

// columns are where the columns of a table lie: the right ends of numbers, and the room for names.
type columns struct {
	name, nameEnd      float64
	emblems            bool
	rating             float64 // 0 for none
	played, playedRoom float64
	counts             [3]float64 // won, drawn and lost
}

// columnsOf lays out the columns that some of the rows have.
func columnsOf(rows []Standing) columns {
	col := columns{name: 88, nameEnd: 380, played: 460, playedRoom: 160, counts: [3]float64{519, 580, 641}}
	rated := false
	for _, row := range rows {
		col.emblems = col.emblems || row.Game != ""
		rated = rated || row.Rating != ""
	}
	if col.emblems {
		col.name = 146
	}
	if rated {
		col.rating, col.nameEnd, col.playedRoom = 334, 252, 120
	}
	return col
}

// standing draws a row at a height.
func (p page) standing(s Standing, col columns, y float64) {
	mid, ground, best := y+rowHigh/2, row(p.Palette), s.Place > 0 && s.Place <= 3
	switch {
	case s.Asks:
		ground = p.Floor
	case best:
		ground = p.Board
	}
	bright, quiet := canvas.Ink{Text: p.Paper, Ground: ground}, canvas.Ink{Text: p.Muted, Ground: ground}
	p.RoundRect(p.Box(12, y, 776, rowHigh), p.Px(10), ground)
	if s.Asks {
		p.RoundRect(p.Box(12, y, 8, rowHigh), p.Px(4), p.Paper)
	}
	place := canvas.Label{Text: strconv.Itoa(s.Place), Bold: best || s.Asks, Size: canvas.NameText, Ink: quiet, X: 50,
		Y: mid, Align: 0.5, Room: 56}
	if place.Bold {
		place.Ink = bright
	}
	switch s.Place {
	case 0:
	case 1:
		p.Crown(p.Px(50), p.Px(mid), p.Px(18))
	default:
		p.Say(place)
	}
	if col.emblems {
		p.emblem(s.Game, 84, mid-24, 48)
	}
	p.Say(canvas.Label{Text: s.Name, Name: true, Bold: place.Bold, Size: canvas.NameText, Ink: bright, X: col.name, Y: mid,
		Room: col.nameEnd - col.name})
	number := canvas.Label{Y: mid, Align: 1, Ink: quiet, Room: 64}
	for i, n := range [3]int{s.Won, s.Drawn, s.Lost} {
		number.Text, number.X = strconv.Itoa(n), col.counts[i]
		p.Say(number)
	}
	number.Text, number.X = strconv.Itoa(s.Played), col.played
	p.Say(number)
	if col.rating > 0 {
		p.Say(canvas.Label{Text: s.Rating, Bold: true, Size: canvas.ScoreText, Ink: bright, X: col.rating, Y: mid, Align: 1,
			Room: 84})
	}
	for i := range min(5, len(s.Form)) {
		p.outcome(s.Form[len(s.Form)-1-i], formEnd-formPitch*float64(i), mid)
	}
}
