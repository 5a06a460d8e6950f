package gametest

import (
	"errors"
	"slices"

	"parlour/games"
)

// turnFaults are in who owes a move and which moves there are.
var turnFaults = map[string]fault{
	"ToMove descends": {
		want:   "want some of the 2 seats, ascending",
		toMove: func(_ toyState, owe []games.Seat) []games.Seat { slices.Reverse(owe); return owe },
	},
	"ToMove names a seat twice": {
		want:   "ToMove() = [0 0], want some of the 2 seats",
		toMove: func(_ toyState, owe []games.Seat) []games.Seat { return slices.Repeat(owe[:min(1, len(owe))], 2) },
	},
	"ToMove names a stranger": {
		want:   "ToMove() = [0 1 2], want some of the 2 seats",
		toMove: func(_ toyState, owe []games.Seat) []games.Seat { return append(owe, 2) },
	},
	"ToMove names the spectator": {
		want:   "ToMove() = [-1 0 1], want some of the 2 seats",
		toMove: func(_ toyState, owe []games.Seat) []games.Seat { return append([]games.Seat{games.Spectator}, owe...) },
	},
	"over, and a move is owed": {
		want:   "but Result() says over = true",
		result: func(s toyState, _ *games.Result, over *bool) { *over = *over || s.round > 0 },
	},
	"a seat owes a move and has none": {
		want: "seat 1 owes a move and has none",
		legal: func(l *listed) {
			if l.seat == 1 {
				l.moves = nil
			}
		},
	},
	"Legal is not sorted": {
		want: "Legal(1) is not sorted",
		legal: func(l *listed) {
			if l.seat == 1 {
				slices.Reverse(l.moves)
			}
		},
	},
	"Legal lists a move twice": {
		want: "Legal(1) is not sorted bytewise and unique",
		legal: func(l *listed) {
			if l.seat == 1 {
				l.moves = slices.Sorted(slices.Values(slices.Repeat(l.moves, 2)))
			}
		},
	},
	"Legal lists a system move": {
		want: `lists "leave", which is a system move`,
		legal: func(l *listed) {
			if l.seat == 1 && len(l.moves) > 0 {
				l.moves = append(l.moves, games.Leave)
			}
		},
	},
	"Legal lists moves after the end": {
		want: "but the game is over",
		legal: func(l *listed) {
			if l.seat == 1 {
				l.moves = numbers
			}
		},
	},
	"Legal lists what Play refuses": {
		want: `Play(1, "4"), which is legal: toy.refuse`,
		legal: func(l *listed) {
			if l.seat == 1 && l.state.round == 2 && len(l.moves) > 0 {
				l.moves = []games.Move{"4"}
			}
		},
		parse: func(p *parsed) {
			if p.text == "4" {
				p.move, p.err = "4", nil
			}
		},
	},
	"nobody has moves": {
		want: "seat 99, which does not exist, has moves",
		legal: func(l *listed) {
			if l.seat == 99 {
				l.moves = numbers
			}
		},
	},
	"nobody has choices": {
		want: "seat -1, which does not exist, has moves",
		choices: func(o *offered) {
			if o.seat == games.Spectator {
				o.steps = []games.Choice{{Value: "1", Label: games.Say("toy.owes"), Move: "1"}}
			}
		},
	},
}

// playFaults are in what is accepted.
var playFaults = map[string]fault{
	"Parse changes what is right": {
		want: `Parse("2") = "2 "`,
		parse: func(p *parsed) {
			if p.text == "2" {
				p.move = "2 "
			}
		},
	},
	"Parse refuses what is right": {
		want: `Parse("2") = "2", toy.refuse, want it as it is`,
		parse: func(p *parsed) {
			if p.text == "2" {
				p.err = games.Refuse("toy.refuse")
			}
		},
	},
	"Parse reads a system move": {
		want: `Parse("leave") = "leave"`,
		parse: func(p *parsed) {
			if p.text == "leave" {
				p.move, p.err = "leave", nil
			}
		},
	},
	"Parse refuses without words": {
		want: "want a Refusal",
		parse: func(p *parsed) {
			if p.err != nil {
				p.err = errors.New("no")
			}
		},
	},
	"ParseBid changes what is right": {
		want: `ParseBid("2") = "2 "`,
		bid: func(p *parsed) {
			if p.text == "2" {
				p.move = "2 "
			}
		},
	},
	"ParseBid reads a system move": {
		want: `ParseBid("leave") = "leave"`,
		bid: func(p *parsed) {
			if p.text == "leave" {
				p.move, p.err = "leave", nil
			}
		},
	},
	"ParseBid refuses without words": {
		want: `ParseBid("x") = "": want a Refusal`,
		bid: func(p *parsed) {
			if p.text == "x" {
				p.err = errors.New("no")
			}
		},
	},
	"any text is played": {
		want: `Play(0, "x"), which is no move`,
		play: func(p *played) {
			if p.move == "x" {
				p.next, p.err = p.state.seal(p.seat, 1), nil
			}
		},
	},
	"any text is refused with a position": {
		want: `Play(0, "x"), which is no move`,
		play: func(p *played) {
			if p.move == "x" {
				p.next = p.state
			}
		},
	},
	"another spelling is played": {
		want: `"1x"), which is not in Legal: Parse("1x") = "", toy.refuse, want it`,
		play: func(p *played) {
			if p.move == "1x" {
				p.next, p.err = p.state.seal(p.seat, 1), nil
			}
		},
	},
	"Play refuses without words": {
		want: "want a Refusal",
		play: func(p *played) {
			if p.err != nil {
				p.err = errors.New("no")
			}
		},
	},
	"Play gives nothing": {
		want: "no position and no error",
		play: func(p *played) {
			if p.move == "2x" {
				p.next, p.err = nil, nil
			}
		},
	},
	"Play gives a position and an error": {
		want: "a position and an error",
		play: func(p *played) {
			if p.move == "2x" {
				p.next = p.state
			}
		},
	},
	"a game does not end": {
		want: "no end after 50 plies",
		play: func(p *played) {
			if s, ok := p.next.(toyState); ok && !p.move.System() {
				s.round, s.over = 0, false
				p.next = s
			}
		},
	},
}
