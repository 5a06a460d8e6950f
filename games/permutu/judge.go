package permutu

import (
	"parlour/games"
	"parlour/games/search"
)

// Judge implements [search.Teller]. A player who is alone has nobody to win against.
func (Game) Judge(view games.View, seat games.Seat, m games.Move, seed games.Seed) (raw float64, ok bool) {
	p := view.(View).position(seat)
	take, ok := readNotation(m)
	if !ok || p.seats == 1 {
		return 0, false
	}
	after := p
	if after.Play(take); after.mover == games.Spectator {
		return 0, false // the game is over, so nothing is estimated
	}
	t := newThinker(hardest, seed.Rand(p.Left()))
	t.search(&after, search.Budget{Playouts: advicePlayouts})
	return t.ends.share(seat), true
}

// share returns a seat's share of the first places.
func (e *prospect) share(s games.Seat) float64 { return e.wins[s] / float64(e.n) }

// curved puts the curve of the board on what playouts from a position say. The end of a game stays what it is.
func (p *position) curved(raw float64) float64 {
	if p.mover == games.Spectator {
		return raw
	}
	return chances.At(p.columns, p.seats).Of(raw)
}
