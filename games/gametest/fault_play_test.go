package gametest

import (
	"errors"
	"slices"

	"parlour/games"
)

// turnFaults are in who owes a move and which moves there are.
var turnFaults = map[string]fault{
	"ToMove descends": {want: "want some of the 2 seats, ascending", toMove: func(_ toyState, owe []games.Seat) []games.Seat { slices.Reverse(owe); return owe }},
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
	"over, and a move is owed":        {want: "but Result() says over = true", result: func(s toyState, _ *games.Result, over *bool) { *over = *over || s.round > 0 }},
	"a seat owes a move and has none": {want: "seat 1 owes a move and has none", legal: listing(1, func(l *listed) { l.moves = nil })},
	"Legal is not sorted":             {want: "Legal(1) is not sorted", legal: listing(1, func(l *listed) { slices.Reverse(l.moves) })},
	"Legal lists a move twice": {
		want:  "Legal(1) is not sorted bytewise and unique",
		legal: listing(1, func(l *listed) { l.moves = slices.Sorted(slices.Values(slices.Repeat(l.moves, 2))) }),
	},
	"Legal lists a system move": {
		want: `lists "leave", which is a system move`,
		legal: func(l *listed) {
			if l.seat == 1 && len(l.moves) > 0 {
				l.moves = append(l.moves, games.Leave)
			}
		},
	},
	"Legal lists moves after the end": {want: "but the game is over", legal: listing(1, func(l *listed) { l.moves = numbers })},
	"Legal lists what Play refuses": {
		want: `Play(1, "4"), which is legal: toy.refuse`,
		legal: func(l *listed) {
			if l.seat == 1 && l.state.round == 2 && len(l.moves) > 0 {
				l.moves = []games.Move{"4"}
			}
		},
		parse: parsing("4", "4", nil),
	},
	"Legal changes within a turn": {
		want: "has other legal moves",
		legal: func(l *listed) {
			if len(l.moves) > 0 && l.state.sealed[1-l.seat] > 0 {
				l.moves = l.moves[:2]
			}
		},
	},
	"nobody has moves": {want: "seat 99, which does not exist, has moves", legal: listing(99, func(l *listed) { l.moves = numbers })},
	"nobody has choices": {
		want: "seat -1, which does not exist, has moves",
		choices: func(o *offered) {
			if o.seat == games.Spectator {
				o.step.Choices = []games.Choice{{Value: "1", Label: games.Say("toy.owes"), Move: "1"}}
			}
		},
	},
}

// playFaults are in what is accepted.
var playFaults = map[string]fault{
	"Parse changes what is right": {want: `Parse("2") = "2 "`, parse: parsing("2", "2 ", nil)},
	"Parse refuses what is right": {want: `Parse("2") = "2", toy.refuse, want it as it is`, parse: parsing("2", "2", games.Refuse("toy.refuse"))},
	"Parse reads a system move":   {want: `Parse("leave") = "leave"`, parse: parsing("leave", "leave", nil)},
	"Parse refuses without words": {
		want: "want a Refusal",
		parse: func(p *parsed) {
			if p.err != nil {
				p.err = errors.New("no")
			}
		},
	},
	"ParseBid changes what is right":      {want: `ParseBid("2") = "2 "`, bid: parsing("2", "2 ", nil)},
	"ParseBid reads a system move":        {want: `ParseBid("leave") = "leave"`, bid: parsing("leave", "leave", nil)},
	"ParseBid refuses without words":      {want: `ParseBid("x") = "": want a Refusal`, bid: parsing("x", "", errors.New("no"))},
	"any text is played":                  {want: `Play(0, "x"), which is not a move`, play: playing(anySeat, "x", sealOne)},
	"any text is refused with a position": {want: `Play(0, "x"), which is not a move`, play: playing(anySeat, "x", both)},
	"another spelling is played":          {want: `"1x"), which is not in Legal: Parse("1x") = "", toy.refuse, want it`, play: playing(anySeat, "1x", sealOne)},
	"Play refuses without words":          {want: "want a Refusal", play: wordless},
	"Play gives nothing":                  {want: "no position and no error", play: playing(anySeat, "2x", nothing)},
	"Play gives a position and an error":  {want: "a position and an error", play: playing(anySeat, "2x", both)},
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

// playing changes what Play gives for a seat and a move, in positions that hold to all of
// some conditions.
func playing(seat games.Seat, m games.Move, change func(*played), all ...func(toyState) bool) func(*played) {
	return func(p *played) {
		if p.move != m || seat != anySeat && p.seat != seat {
			return
		}
		for _, holds := range all {
			if !holds(p.state) {
				return
			}
		}
		change(p)
	}
}

// anySeat stands for all seats.
const anySeat games.Seat = -99

// What Play gives instead.
func accept(p *played)  { p.next, p.err = p.state, nil }
func sealOne(p *played) { p.next, p.err = p.state.seal(p.seat, 1), nil }
func refuse(p *played)  { p.next, p.err = nil, games.Refuse("toy.refuse") }
func nothing(p *played) { p.next, p.err = nil, nil }
func both(p *played)    { p.next = p.state }

// wordless takes the words from a refusal.
func wordless(p *played) {
	if p.err != nil {
		p.err = errors.New("no")
	}
}

// unsaid takes the sentence from a refusal.
func unsaid(p *played) {
	if p.err != nil {
		p.err = games.Refuse("toy.missing")
	}
}

// parsing changes what is read of a text.
func parsing(text string, m games.Move, err error) func(*parsed) {
	return func(p *parsed) {
		if p.text == text {
			p.move, p.err = m, err
		}
	}
}

// listing changes the legal moves of a seat.
func listing(seat games.Seat, change func(*listed)) func(*listed) {
	return func(l *listed) {
		if l.seat == seat {
			change(l)
		}
	}
}
