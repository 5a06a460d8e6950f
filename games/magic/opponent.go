package magic

import (
	"slices"
	"strings"
	"time"

	"parlour/games"
)

// sights holds the number of turns that each level looks ahead. Within these it makes no
// mistake; a position that is not decided after them counts as a tie.
var sights = map[games.Level]int{games.Easy: 1, games.Medium: 3, games.Hard: allTiles}

// Player returns the player of a level. A time makes no difference to any.
func (g Game) Player(name string, each time.Duration) (games.Player, error) {
	sight, ok := sights[games.Level(name)]
	switch {
	case !ok:
		return nil, games.NoPlayer(g, name)
	case each > 0:
		return nil, games.Untimed(g, name)
	}
	return func(v games.View, _ games.Seat, seed games.Seed) games.Move {
		p := v.(View).position()
		t, _ := newSearcher(p.Tiles()+sight).choose(p, seed.Chance("think"))
		return t.Move()
	}, nil
}

// Levels returns the ladder.
func (Game) Levels() []games.Level { return ladder }

// ladder is that of the levels.
var ladder = games.Ladder(3, 2)

// Yardsticks returns none: hard is measured against the values themselves.
func (Game) Yardsticks() []string { return nil }

// Advise returns the turn of hard with its exact value, and the exact value of the turn
// that was made. A later win or a sooner loss costs nothing, but Worth and Made say so.
func (Game) Advise(v games.View, seat games.Seat, made games.Move, seed games.Seed) games.Advice {
	p := v.(View).position()
	s := newSearcher(allTiles)
	best, worth := s.choose(p, seed.Chance("think"))
	advice := games.Advice{Best: best.Move(), Worth: worth.text(1 - seat)}
	if typed, ok := parseTurn(strings.ToLower(string(made))); ok {
		p.Play(typed.turn())
		value := s.worth(p).before()
		advice.Made = value.text(1 - seat)
		advice.Cost = worth.points() - value.points()
	}
	return advice
}

// points returns the points of a value: 1 for a win, half for a tie.
func (v Value) points() float64 {
	switch {
	case v < tie:
		return 0
	case v > tie:
		return 1
	}
	return 0.5
}

// text returns the words of a value against an opponent, for the middle of a sentence: in how
// many turns of its own the winner can win.
func (v Value) text(opponent games.Seat) games.Text {
	switch n := v.Plies(); {
	case v == tie:
		return games.Say("magic.worth.tie")
	case v > tie && n <= 1:
		return games.Say("magic.worth.won")
	case v > tie:
		return games.Say("magic.worth.win", "Count", (n+1)/2)
	case n <= 1:
		return games.Say("magic.worth.lost")
	default:
		return games.Say("magic.worth.loss", "Player", opponent, "Count", n/2)
	}
}

// position returns the position of a View of a game that goes on.
func (v View) position() Position {
	p := Position{mover: v.ToMove}
	for i, c := range v.Cells {
		p.put(Square(i), c.letter())
	}
	return p
}

// Value returns what a position is worth with best play: by the rules if it is decided,
// else from the table, or with nine tiles or more by a search of half a second at most.
// The first call that needs the table reads it, which takes a second or two.
func (p Position) Value() Value { return newSearcher(allTiles).worth(p) }

// worth returns the value of any position.
func (s *searcher) worth(p Position) Value { return s.within(p, lost, won) }

// within returns the value of any position if it lies between low and high, else a bound
// of the value on that side.
func (s *searcher) within(p Position, low, high Value) Value {
	winner, over := p.Judge()
	switch {
	case over && winner == p.mover:
		return won
	case over && winner != games.Spectator:
		return lost
	case over:
		return tie
	case s.horizon >= allTiles && p.Tiles() <= tableTiles:
		return known().value(p)
	}
	return s.value(p, low, high)
}

// choose returns a best turn and the value of the position. It prefers turns that make a
// row, which the other side has to break, and draws one of these.
func (s *searcher) choose(p Position, c *games.Chance) (Turn, Value) {
	v := s.worth(p)
	turns := p.Turns(nil)
	games.Shuffle(c, turns)
	slices.SortStableFunc(turns, func(a, b Turn) int { return p.rowAfter(b) - p.rowAfter(a) })
	for _, t := range turns {
		if s.keeps(p, t, v) {
			return t, v
		}
	}
	panic("magic: no turn is worth what " + p.String() + " is")
}

// rowAfter returns 1 if the mover has a row after a turn, else 0.
func (p Position) rowAfter(t Turn) int {
	mover := p.mover
	p.Play(t)
	if p.hasRow(mover) {
		return 1
	}
	return 0
}

// keeps reports whether a turn is worth a value or more.
func (s *searcher) keeps(p Position, t Turn, v Value) bool {
	p.Play(t)
	left := v.after()
	return s.within(p, left, left+1) <= left
}
