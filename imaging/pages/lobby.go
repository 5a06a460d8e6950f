package pages

import (
	"slices"
	"strconv"

	"parlour/games"
	"parlour/imaging/canvas"
)

// A Lobby is tables at which others play, of which three are drawn.
type Lobby struct {
	Tables []Seats
	None   string // what is said if there are none
	Look
}

// A Seats is one table: what anybody may see of it.
type Seats struct {
	View       games.View
	Game, Pace string       // "Permute", "2 days"
	Names      []string     // by seat
	ToMove     []games.Seat // under whose names there is a line
}

// The places of the parts of a lobby.
const (
	lobbyHigh  = 368
	panelWide  = 256
	panelPitch = 264
	boardSide  = 248
)

// Draw draws the lobby.
func (l Lobby) Draw(c *canvas.Canvas, g Games) {
	p, n := page{c, g}, min(3, len(l.Tables))
	c.Cut(lobbyHigh)
	if n == 0 {
		p.RoundRect(p.Box(8, 8, canvas.Size-16, lobbyHigh-16), p.Px(12), p.Board)
		p.none(l.None, lobbyHigh/2)
	}
	left := (canvas.Size - panelPitch*float64(n) + panelPitch - panelWide) / 2
	for i, t := range l.Tables[:n] {
		p.seats(t, left+panelPitch*float64(i))
	}
}

// seats draws a table.
func (p page) seats(t Seats, x float64) {
	p.RoundRect(p.Box(x, 8, panelWide, lobbyHigh-16), p.Px(12), p.Board)
	p.games.Board(p.Canvas, t.View, p.Box(x+4, 12, boardSide, boardSide))
	says := canvas.Label{Text: t.Game, Name: true, Ink: p.OnBoard(), X: x + panelWide/2, Y: 287, Align: 0.5, Room: panelWide - 24}
	with := says
	if with.Text += " · " + t.Pace; t.Pace != "" && p.Wide(with) <= with.Room {
		says = with
	}
	p.Say(says)
	p.names(t, x+14, x+panelWide-14)
}

// names writes the names at a table between two points. Of more than two it is the one who moves, and how many more
// there are.
func (p page) names(t Seats, left, right float64) {
	moves := func(seat int) bool { return slices.Contains(t.ToMove, games.Seat(seat)) }
	room := right - left - 16
	switch len(t.Names) {
	case 0:
		return
	case 1:
		p.name(t.Names[0], moves(0), left, 0, room)
		return
	case 2:
		other := p.Wide(p.label(t.Names[1], moves(1)))
		wide := p.name(t.Names[0], moves(0), left, 0, max(room/2, room-other))
		p.name(t.Names[1], moves(1), right, 1, room-wide)
		return
	}
	first, n := 0, 0
	for i := range t.Names {
		if moves(i) {
			if n++; n == 1 {
				first = i
			}
		}
	}
	more := p.name("+"+strconv.Itoa(len(t.Names)-1), n > 1, right, 1, 80)
	p.name(t.Names[first], moves(first), left, 0, room-more)
}

// name writes a name, with a line under it if it is their turn, and returns its width.
func (p page) name(name string, moves bool, x, align, room float64) float64 {
	l := p.label(name, moves)
	l.X, l.Y, l.Align, l.Room = x, 328, align, room
	wide := p.Say(l)
	if moves {
		wide = max(wide, 24) // also of a name that cannot be written
		p.RoundRect(p.Box(x-align*wide, 346, wide, 6), p.Px(3), p.Paper)
	}
	return wide
}

// label is how a name is written.
func (p page) label(name string, moves bool) canvas.Label {
	if moves {
		return canvas.Label{Text: name, Name: true, Bold: true, Ink: canvas.Ink{Text: p.Paper, Ground: p.Board}}
	}
	return canvas.Label{Text: name, Name: true, Ink: p.OnBoard()}
}
