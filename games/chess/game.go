// Package chess is chess by the rules of FIDE, and Chess960.
//
// Its policy: a [Position] is the board and its rules as sets of squares, without text; the state over it adds seats, the
// positions that may come again, and the end. Nothing is hidden, so every seat has the same [View], which holds a position
// in FEN. A move is written as its two squares, "e2e4", and read in other spellings where the position says which is meant.
package chess

import (
	"embed"
	"encoding/json"
	"strings"

	"parlour/games"
	"parlour/games/search"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// sides are what people call the sides.
var sides = games.Sides{"chess.side.white", "chess.side.black"}

// The values of the option start.
const (
	usualStart = "usual"
	drawnStart = "960"
)

// Game is chess.
type Game struct{ search.Opponent[Game, View] }

// Info returns what Parlour must know of chess.
func (Game) Info() games.Info {
	return games.Info{
		Name: "chess", Title: "Chess", Designer: games.Traditional,
		Source: "https://handbook.fide.com/chapter/E012023",
		Rules:  rules, MinSeats: 2, MaxSeats: 2, Forfeit: true, Chance: true,
		Options: []games.Option{{Name: "start", Values: []string{usualStart, drawnStart}, Default: usualStart, Draws: drawnStart}},
		Locale:  locale,
	}
}

// Start sets up the pieces: in the usual order, or in one of the 960 that the seed draws or the deal has.
func (g Game) Start(s games.Setup) (games.State, error) {
	info := g.Info()
	if err := info.Check(s); err != nil {
		return nil, err
	}
	if _, err := info.Complete(s.Options); err != nil {
		return nil, err
	}
	order, drawing := usual, s.Options["start"] == drawnStart
	if drawing {
		order = drawn(s.Seed.Chance("deal").Below(orders))
	}
	if s.Deal == nil {
		return newState(newPosition(order)), nil
	}
	var told struct{ Position string }
	err := json.Unmarshal(s.Deal, &told)
	for n := 0; n < orders && drawing && !strings.HasPrefix(told.Position, black(order)); n++ {
		order = drawn(n)
	}
	if first := newState(newPosition(order)); err == nil && games.IsDeal(first, s.Deal) {
		return first, nil
	}
	return nil, games.ErrDeal
}

// black writes an order of pieces as a position begins.
func black(order [8]Kind) string {
	var b strings.Builder
	for _, kind := range order {
		b.WriteByte(letters[kind] + 'a' - 'A')
	}
	return b.String()
}

// orders is the number of orders that may be drawn.
const orders = 960

// drawn returns the order of pieces with a number from 0 to 959, as Scharnagl numbers them.
func drawn(n int) (order [8]Kind) {
	free := func(kind Kind, nth int) { // puts a piece on the nth square that is free
		for col := range order {
			if order[col] == Pawn {
				if nth == 0 {
					order[col] = kind
					return
				}
				nth--
			}
		}
	}
	order[n%4*2+1], order[n/4%4*2] = Bishop, Bishop
	free(Queen, n/16%6)
	for i := 0; i < 5; i++ { // ten pairs of places for the knights
		for j := i + 1; j < 5; j++ {
			if n/96 == pairs(i, j) {
				free(Knight, j)
				free(Knight, i)
			}
		}
	}
	for _, kind := range []Kind{Rook, King, Rook} {
		free(kind, 0)
	}
	return order
}

// pairs numbers two places below five: 0 and 1, 0 and 2, up to 3 and 4.
func pairs(i, j int) int { return i*(7-i)/2 + j - 1 }
