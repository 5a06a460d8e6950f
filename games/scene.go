package games

import (
	"fmt"
	"strconv"
	"strings"
)

// A Scene is a position worth a picture. The tests of package imaging draw it, compare
// it with its golden picture and lay it on the game's contact sheet.
type Scene struct {
	Name     string // lower case letters, digits and '-'; the golden picture is called <game>-<name>
	Setup    Setup
	Position string // the text of a [Positioner] to begin from; empty begins from the Setup
	Log      []Ply
	Seat     Seat     // the seat that looks, or [Spectator]
	Picked   []string // the steps of a move in the making that are picked; nil unless one is shown, which may have none
	Values   bool     // whether the choices of that move bear what they can come to
	Better   Move     // a better move than the last one of Log, which is drawn beside it; empty for none
	Preview  bool     // whether it is drawn as a move that is only tried
	Contrast bool     // whether it is drawn in the palette of high contrast
}

// Scene returns a scene after a line from such a setup, as a spectator sees it.
func (i Info) Scene(name, line string, options ...string) Scene {
	return Scene{Name: name, Setup: i.Setup(options...), Log: Line(i.MinSeats, line), Seat: Spectator}
}

// Sized is Scene for a game with a size of the board, with which the name begins: "9-start".
func (i Info) Sized(name, line string) Scene {
	size, _, _ := strings.Cut(name, "-")
	return i.Scene(name, line, "size", size)
}

// State returns the position of a scene of a game.
func (s Scene) State(g Game) (State, error) {
	if s.Position == "" {
		state, _, err := Replay(g, s.Setup, s.Log)
		return state, err
	}
	p, ok := g.(Positioner)
	if !ok {
		return nil, fmt.Errorf("%s does not begin from a position", g.Info().Name)
	}
	state, err := p.FromPosition(s.Position)
	for i, ply := range s.Log {
		if err != nil {
			return nil, err
		}
		if state, err = state.Play(ply.Seat, ply.Move); err != nil {
			err = &BadPly{i, ply, err}
		}
	}
	return state, err
}

// Before returns the scene without the last ply of its Log, and that ply's move.
func (s Scene) Before() (Scene, Move) {
	last := len(s.Log) - 1
	made := s.Log[last].Move
	s.Log = s.Log[:last]
	return s, made
}

// AsMaking returns the scene as a seat sees it who is making a move, with some steps picked.
func (s Scene) AsMaking(seat Seat, picked ...string) Scene {
	s.Seat, s.Picked = seat, append([]string{}, picked...)
	return s
}

// WithBetter returns the scene as a seat sees it, with a better move than its last one.
func (s Scene) WithBetter(seat Seat, m Move) Scene {
	s.Seat, s.Better = seat, m
	return s
}

// AsPreview returns the scene with its last move only tried.
func (s Scene) AsPreview() Scene {
	s.Preview = true
	return s
}

// InContrast returns the scene in the palette of high contrast.
func (s Scene) InContrast() Scene {
	s.Contrast = true
	return s
}

// Line reads plies from text, with spaces between them. Seats move one after the other,
// from the first; "3:b4" says that seat 3 plays b4, and the seat after it is next.
func Line(seats int, text string) []Ply {
	words := strings.Fields(text)
	log := make([]Ply, len(words))
	seat := 0
	for i, word := range words {
		if before, move, ok := strings.Cut(word, ":"); ok {
			if n, err := strconv.Atoi(before); err == nil {
				seat, word = n, move
			}
		}
		log[i] = Ply{Seat(seat), Move(word)}
		seat = (seat + 1) % seats
	}
	return log
}
