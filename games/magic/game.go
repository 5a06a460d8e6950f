// Package magic is Rubik's Magic, the strategy game by Ernő Rubik: on a board of
// 4×4 flip one of the opponent's tiles into an empty space, place one of your
// own, and have three in a row, all the same side up, when your turn begins.
//
// Its policy: a [position] is the board and its rules, without text; the state over it
// adds seats, words and the end. Nothing is hidden, so every seat has the same [View]. A
// position is judged when a turn begins, never within one. The game is solved: [Solve]
// makes the table from which opponents play. The rules are those that GamesCrafters play
// by, version 1 here.
package magic

import (
	"embed"
	"encoding/json"

	"parlour/games"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// sides are what people call the sides.
var sides = games.Sides{"magic.side.circle", "magic.side.diamond"}

// Game is Rubik's Magic.
type Game struct{}

// Info returns what Parlour must know of Rubik's Magic.
func (Game) Info() games.Info {
	return games.Info{
		Name: "magic", Title: "Rubik's Magic", Designer: "Ernő Rubik",
		Source: "https://gamescrafters.berkeley.edu/games.php?game=rubiksmagic",
		Rules:  rules, MinSeats: 2, MaxSeats: 2, Forfeit: true,
		Locale: locale,
	}
}

// Start returns the empty board.
func (g Game) Start(s games.Setup) (games.State, error) {
	if err := g.Info().Check(s); err != nil {
		return nil, err
	}
	return newState(position{}), nil
}

// FromPosition returns the position of a text, as [parsePosition] reads it: nobody has
// moved yet, and the game may be over already.
func (Game) FromPosition(text string) (games.State, error) {
	p, err := parsePosition(text)
	if err != nil {
		return nil, err
	}
	return newState(p).judged(), nil
}

// A state is a position with its seats. As many turns were played as tiles lie on the
// board, so the mover of the position is the seat that owes a turn.
type state struct {
	games.Duel
	pos  position
	turn *Turn // the last turn; never written to once set
}

// newState returns a position in which nobody has moved yet.
func newState(p position) state { return state{Duel: games.Duel{Ply: p.tileCount()}, pos: p} }

func (s state) Legal(seat games.Seat) []games.Move {
	return s.Moves(seat, s.pos.Count(), func(n int) games.Move { return s.pos.Turn(n).move() })
}

// Play makes a turn, or a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	return games.PlayDuel(s, seat, m, state.readTurn, state.playTurn)
}

func (s state) playTurn(t Turn, m games.Move) state {
	s.Move(m)
	s.turn = &t
	s.pos.Play(t)
	return s.judged()
}

// judged ends the game if the position is decided.
func (s state) judged() state {
	if winner, over := s.pos.Judge(); over {
		s.End(winner, s.pos.reason(winner))
	}
	return s
}

// Perft counts the sequences of depth moves.
func (s state) Perft(depth int) int { return s.Counted(depth, s.pos.Perft) }

// Value returns what the board is worth, also when a system move ended the game.
func (s state) Value() string { return s.pos.Value().String() }

// MarshalJSON writes the position as its text, and the last turn and the end as [View] has
// them.
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	told := v.Told()
	told["position"], told["turn"] = s.pos.String(), v.Turn
	return json.Marshal(told)
}

// Example returns a board with a new row that can still be broken.
func (Game) Example() games.Example {
	return games.Example{
		Setup:   games.Setup{Game: "magic", Rules: rules, Seats: 2},
		Log:     games.InTurn(2, "c1D", "c1Sc1U", "c1Ea3U", "a3Ec4U", "c4Nb2D", "b2Wb4U", "b4Wb2U"),
		Seat:    games.Spectator,
		Caption: games.Say("magic.example.caption"),
		Alt:     games.Say("magic.example.alt"),
	}
}

// Scenes gives boards with every mark: what was flipped and placed, rows that threaten, are
// locked and win, and each step of a turn.
func (Game) Scenes() []games.Scene {
	threat := games.Line(2, "c1U c1Ec3U c3Wc2U c2Sc4D c4Ea4U a4Ea2D d4Nd2D")
	scenes := []games.Scene{
		{Name: "threat", Log: threat},
		{Name: "contrast", Log: threat, Contrast: true},
		{Name: "preview", Log: games.Line(2, "d2U d2Sb4D b4Nb4D b4Eb2U b3Sd2D c4Na1U b4Eb1D c3Nd4D c4Wc3U"),
			Preview: true},
		{Name: "both", Log: games.Line(2, `
			d4D d4Nd2U d2Nc1D c1Wa2D a2Nc1U c1Sc4U c4Wa3U d3Sc4D d1Wb2U b2Sd3U
			d3Wa4U c2Wd3D c1Sa2U`)},
		{Name: "locked", Position: "1_DuUd-uDdUUdUudD-"},
		{Name: "better", Log: threat, Better: "a2Eb1U"},
		{Name: "values", Log: games.Line(2, "d2U d2Sb4D b4Nb4D b4Eb2U b3Sd2D c4Na1U b4Eb1D c3Nd4D c4Wc3U"), Seat: 1,
			Picked: []string{}, Values: true},
		{Name: "flip", Log: threat, Seat: 1, Picked: []string{}},
		{Name: "place", Log: threat, Seat: 1, Picked: []string{"c3N"}},
		{Name: "side", Log: threat, Seat: 1, Picked: []string{"c3N", "c4"}},
	}
	for i := range scenes {
		scenes[i].Setup = games.Setup{Game: "magic", Rules: rules, Seats: 2}
		if scenes[i].Picked == nil && scenes[i].Better == "" {
			scenes[i].Seat = games.Spectator
		}
	}
	return scenes
}
