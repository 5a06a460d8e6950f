package twistonly

import (
	"slices"

	"parlour/games"
	"parlour/games/board"
)

// A View is a position of the game, of which nothing is hidden. Solved stones are fixed, and the groups are those that
// are solved.
type View struct {
	board.Full
	Twist  *Twist  `json:"twist"`  // the last twist; nil before the first
	Solves [2]int  `json:"solves"` // by Colour: the stones that the last twist solved
	Idle   int     `json:"idle"`   // number of twists in a row that solved nothing
	Back   []Twist `json:"back"`   // those that may not be made, as they would bring back the board before the last one
}

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{
		Full:   s.pos.Seen("solved", s.pos.held().Groups(), s.Seen(), s.before),
		Solves: s.solves, Idle: s.pos.Idle(), Back: slices.Clone(s.pos.barred.twists[:s.pos.barred.count]),
	}
	if s.twist != nil {
		t := *s.twist
		v.Twist = &t
	}
	return v
}

// position returns the position of a View of a game that goes on.
func (v View) position() Position {
	p := Position{Stones: board.Fill(v.Size, v.Stone), mover: board.Colour(v.ToMove), idle: uint8(v.Idle)}
	p.barred.count = uint8(copy(p.barred.twists[:], v.Back))
	p.update()
	return p
}

// Live reports whether the face with its bottom left cell at a column and a row can be twisted, one
// way at least.
func (v View) Live(col, row int) bool {
	ways := 2
	for _, t := range v.Back {
		if t.Col == col && t.Row == row {
			ways--
		}
	}
	return ways > 0 && v.Full.Live(col, row)
}

// String draws the board.
func (v View) String() string { return v.Text(sides) }

// Words returns the last twist, the sides and the largest solved groups.
func (v View) Words() games.Words {
	w := games.Words{
		Sides: sides.Texts(),
		Score: board.Score(sides, v.Groups),
		Owes:  games.Say("twistonly.owes"),
	}
	w.Score.Key = "twistonly.score"
	if v.AnyFixed() {
		w.Signs = sides.Signs("twistonly.signs")
	}
	twisted := func(key string) games.Text {
		return games.Say(key+board.Turn(v.Twist.Clockwise), "Player", v.Mover, "Face", v.Twist.Face())
	}
	if v.Tell(&w, "twistonly.line.", "twistonly.last.", twisted); w.Last != nil {
		w.Last = append(w.Last, v.more()...)
	}
	return w
}

// more says the stones that the last twist solved, and that the game ends if nothing was solved for so long.
func (v View) more() (said []games.Text) {
	for c, many := range v.Solves {
		if many > 0 {
			said = append(said,
				games.Say("twistonly.last.solves", "Count", many, "Side", games.Say(sides[c])))
		}
	}
	if v.Ended != nil && v.Idle >= 2*v.Size {
		said = append(said, games.Say("twistonly.last.idle", "Twists", v.Idle))
	}
	return said
}

// Tell says that a face was turned.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	t, ok := parseTwist(m)
	if !ok {
		return games.Telling{}
	}
	p := view.(View).position()
	own, after := p.mover, p
	after.Play(t)
	from, to := p.held(), after.held()
	gets := board.Gets(from.Largest(own), to.Largest(own), to.Largest(own.Other()))
	if gets.Key != "" {
		gets.Key = "twistonly.gets"
	}
	return games.Telling{Did: games.Say("twistonly.did", "Player", seat, "Turn", t.words()), Gets: gets}
}
