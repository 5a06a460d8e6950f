package gametest

import (
	"errors"
	"slices"

	"parlour/games"
)

// systemFaults are in what system moves do, and for which seats.
var systemFaults = map[string]fault{
	"In descends": {
		want: "In() = [1 0], want some of the 2 seats, ascending",
		in:   func(_ toyState, in []games.Seat) []games.Seat { slices.Reverse(in); return in },
	},
	"In names a stranger": {
		want: "In() = [0 1 2], want some of the 2 seats",
		in:   func(_ toyState, in []games.Seat) []games.Seat { return append(in, 2) },
	},
	"who is in may not leave": {
		want: `Play(1, "leave"): it gave toy.refuse, with [0 1] owing a move, [0 1] in, over: false`,
		play: func(p *played) {
			if p.move == games.Leave && p.seat == 1 {
				p.next, p.err = nil, games.Refuse("toy.refuse")
			}
		},
	},
	"who may leave is not in": {
		want: `Play(1, "leave"): it gave <nil>, with [0 1] owing a move, [0] in, over: false`,
		in:   func(_ toyState, in []games.Seat) []games.Seat { return in[:1] },
	},
	"who has left may leave": {
		want: `Play(1, "leave"): it gave <nil>, with [0] owing a move, [0] in, over: false`,
		play: func(p *played) {
			if p.move == games.Leave && p.seat == 1 && p.state.out[1] && !p.state.over {
				p.next, p.err = p.state, nil
			}
		},
	},
	"who has left may agree to a draw": {
		want: `Play(1, "draw"): it gave <nil>, with [0] owing a move, [0] in, over: false`,
		play: func(p *played) {
			if p.move == games.Draw && p.seat == 1 && !p.state.over {
				p.state.over = true
				p.next, p.err = p.state, nil
			}
		},
	},
	"who owes a move may not lapse": {
		want: `Play(1, "lapse"): it gave toy.refuse, with [0 1] owing`,
		play: func(p *played) {
			if p.move == games.Lapse && p.seat == 1 {
				p.next, p.err = nil, games.Refuse("toy.refuse")
			}
		},
	},
	"who owes no move may lapse": {
		want: `Play(0, "lapse"): it gave <nil>, with [1] owing`,
		play: func(p *played) {
			if p.move == games.Lapse && p.seat == 0 && !p.state.over {
				p.next, p.err = p.state, nil
			}
		},
	},
	"who never left may return": {
		want: `Play(0, "return"): it gave <nil>`,
		play: func(p *played) {
			if p.move == games.Return && p.state.sits(p.seat) {
				p.next, p.err = p.state, nil
			}
		},
	},
	"one may leave after the end": {
		want: "it gave <nil>, with [] owing a move, [0 1] in, over: true",
		play: func(p *played) {
			if p.move == games.Leave && p.state.sits(p.seat) && p.state.over {
				p.next, p.err = p.state, nil
			}
		},
	},
	"nobody owes a move once one has left": {
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
	"who lets time run out does not lose": {
		want: "a seat whose time runs out is to lose",
		info: func(i *games.Info) { i.Forfeit = true },
	},
	"a system move is refused without words": {
		want: `Play(0, "return"): want a Refusal`,
		play: func(p *played) {
			if p.move == games.Return && p.seat == 0 && p.err != nil {
				p.err = errors.New("no")
			}
		},
	},
	"a system move gives nothing": {
		want: `Play(0, "return"): no position and no error`,
		play: func(p *played) {
			if p.move == games.Return && p.seat == 0 {
				p.next, p.err = nil, nil
			}
		},
	},
	"nobody may leave": {
		want: `Play(99, "leave"), a seat which does not exist, gave`,
		play: func(p *played) {
			if p.move == games.Leave && p.seat == 99 {
				p.next, p.err = p.state, nil
			}
		},
	},
	"nobody may move": {
		want: `Play(2, "1"), a seat which does not exist, gave`,
		play: func(p *played) {
			if p.move == "1" && p.seat == 2 {
				p.next, p.err = p.state, nil
			}
		},
	},
	"nobody is refused without words": {
		want: `Play(-7, "draw"), a seat which does not exist, gave <nil>, no (want a Refusal`,
		play: func(p *played) {
			if p.move == games.Draw && p.seat == -7 {
				p.err = errors.New("no")
			}
		},
	},
}
