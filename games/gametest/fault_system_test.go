package gametest

import (
	"slices"

	"parlour/games"
)

// systemFaults are in what system moves do, and for which seats.
var systemFaults = map[string]fault{
	"In descends":         {want: "In() = [1 0], want some of the 2 seats, ascending", in: func(_ toyState, in []games.Seat) []games.Seat { slices.Reverse(in); return in }},
	"In names a stranger": {want: "In() = [0 1 2], want some of the 2 seats", in: func(_ toyState, in []games.Seat) []games.Seat { return append(in, 2) }},
	"a seat that is in may not leave": {
		want: `Play(1, "leave"): it gave toy.refuse, with [0 1] owing a move, [0 1] in, over: false`,
		play: playing(1, games.Leave, refuse),
	},
	"a seat that may leave is not in": {
		want: `Play(1, "leave"): it gave <nil>, with [0 1] owing a move, [0] in, over: false`,
		in:   func(_ toyState, in []games.Seat) []games.Seat { return in[:1] },
	},
	"a seat that has left may leave": {
		want: `Play(1, "leave"): it gave <nil>, with [0] owing a move, [0] in, over: false`,
		play: playing(1, games.Leave, accept, func(s toyState) bool { return s.out[1] && !s.over }),
	},
	"a seat that has left may agree to a draw": {
		want: `Play(1, "draw"): it gave <nil>, with [0] owing a move, [0] in, over: false`,
		play: playing(1, games.Draw, func(p *played) { p.state.over, p.state.unit = true, p.state.round+1; accept(p) }, goesOn),
	},
	"a seat that owes a move may not lapse": {want: `Play(1, "lapse"): it gave toy.refuse, with [0 1] owing`, play: playing(1, games.Lapse, refuse)},
	"a seat that owes no move may lapse":    {want: `Play(0, "lapse"): it gave <nil>, with [1] owing`, play: playing(0, games.Lapse, accept, goesOn)},
	"a seat that never left may return":     {want: `Play(0, "return"): it gave <nil>`, play: func(p *played) { playing(p.seat, games.Return, accept, p.sits)(p) }},
	"a seat may leave after the end": {
		want: "it gave <nil>, with [] owing a move, [0 1] in, over: true",
		play: func(p *played) {
			playing(p.seat, games.Leave, accept, func(s toyState) bool { return p.sits(s) && s.over })(p)
		},
	},
	"no seat owes a move once one has left": {
		want: `Play(0, "leave"): ToMove() = [], but Result() says over = false`,
		toMove: func(s toyState, owe []games.Seat) []games.Seat {
			if s.out != [2]bool{} {
				return nil
			}
			return owe
		},
	},
	"a lapse breaks what comes after": {
		want: "Legal(1) is not sorted",
		legal: func(l *listed) {
			if l.state.lapsed && l.seat == 1 {
				slices.Reverse(l.moves)
			}
		},
	},
	"a seat whose time runs out does not lose":          {want: "a seat whose time runs out is to lose", info: func(i *games.Info) { i.Forfeit = true }},
	"a system move is refused without words":            {want: `Play(0, "return"): want a Refusal`, play: playing(0, games.Return, wordless)},
	"a lapse is refused as something else":              {want: `Play(0, "lapse"): it gave toy.refuse, want refuse.lapse`, play: playing(0, games.Lapse, refuse, func(s toyState) bool { return s.sealed[0] > 0 && !s.over })},
	"a move after the end is refused as something else": {want: `it gave toy.refuse, want refuse.over`, play: playing(1, games.Draw, refuse, func(s toyState) bool { return s.over })},
	"nobody is refused as something else":               {want: `Play(99, "leave"), a seat which does not exist, gave toy.refuse, want refuse.seat`, play: playing(99, games.Leave, refuse, goesOn)},
	"a position takes itself back":                      {want: `Play(0, "back 1"), which no position can carry out, gave`, play: playing(0, games.Back(1), accept)},
	"a system move gives nothing":                       {want: `Play(0, "return"): no position and no error`, play: playing(0, games.Return, nothing)},
	"nobody may leave":                                  {want: `Play(99, "leave"), a seat which does not exist, gave`, play: playing(99, games.Leave, accept)},
	"nobody may move":                                   {want: `Play(2, "1"), a seat which does not exist, gave`, play: playing(2, "1", accept)},
	"nobody is refused without words":                   {want: `Play(-7, "draw"), a seat which does not exist, gave <nil>, no (want a Refusal`, play: playing(-7, games.Draw, wordless)},
}

// goesOn reports whether a game is not over.
func goesOn(s toyState) bool { return !s.over }

// sits reports whether the seat that plays is one of those who play.
func (p *played) sits(s toyState) bool { return s.sits(p.seat) }
