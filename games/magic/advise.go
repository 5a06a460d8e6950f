package magic

import (
	"strings"

	"parlour/games"
)

const (
	linePlies    = 3       // number of turns of the play that advice tells
	mostGood     = 3       // number of turns that it names as being as good as the best
	compareNodes = 300_000 // number of positions after which it compares no more turns
	// number of the winner's turns by which a loss that was hastened or a win that was delayed is worth a remark
	large = 4
)

// Advise returns the turn of hard with its exact value, and the exact values of others and of the turn
// that was made. A later win or a sooner loss costs nothing, but Worth, Made and Remark say so.
func (Game) Advise(v games.View, seat games.Seat, made games.Move, seed games.Seed) games.Advice {
	p, c := v.(View).position(), seed.Chance("think")
	s := newSearcher(allTiles)
	best, worth := s.choose(p, 0, c)
	a := games.Advice{Best: best.move(), Worth: worth.text(1 - seat)}
	s.line(&a, p, best, c)
	if typed, ok := parseTurn(strings.ToLower(string(made))); ok {
		value := s.left(p, typed.turn())
		a.Made, a.Cost, a.Remark = value.text(1-seat), worth.points()-value.points(), remark(worth, value, 1-seat)
	}
	s.nodes = 0
	less, second, listed := lost, games.Candidate{}, map[key]bool{}
	for _, t := range p.turns(nil) {
		switch {
		case s.nodes > compareNodes:
			return a // a better one than second may follow
		case t == best:
		case s.keeps(p, t, worth.alike()):
			after := p
			if after.Play(t); !listed[after.key()] && len(a.Others) < mostGood { // mirrors of a turn are one
				listed[after.key()] = true
				a.Others = append(a.Others, games.Candidate{Move: t.move(), Worth: a.Worth, Good: true})
			}
		case s.keeps(p, t, less+1):
			less = s.left(p, t)
			second = games.Candidate{Move: t.move(), Worth: less.text(1 - seat)}
		}
	}
	if second.Move != "" {
		a.Others = append(a.Others, second)
	}
	return a
}

// line adds the play that is best for both sides to advice, from a turn on.
func (s *searcher) line(a *games.Advice, p position, t Turn, c *games.Chance) {
	for {
		a.Line = append(a.Line, t.move())
		p.Play(t)
		if _, over := p.Judge(); over || len(a.Line) == linePlies {
			return
		}
		t, _ = s.choose(p, 0, c)
	}
}

// remark says of a turn that it hastens a loss or delays a win by much, where the best one had another value.
func remark(best, made Value, opponent games.Seat) games.Text {
	long, short := best.turns(), made.turns()
	switch {
	case best < tie && made < tie && long-short >= large && short == 0:
		return games.Say("magic.remark.lost", "By", "", "Player", opponent, "Long", long)
	case best < tie && made < tie && long-short >= large:
		return games.Say("magic.remark.hastened", "By", "", "Player", opponent, "Long", long, "Count", short)
	case best > tie && made > tie && short-long >= large:
		return games.Say("magic.remark.delayed", "By", "", "Long", short, "Count", long)
	}
	return games.Text{}
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

// turns returns the number of turns of its own that the winner of a game that is not a tie needs.
func (v Value) turns() int {
	if v > tie {
		return (v.plies() + 1) / 2
	}
	return v.plies() / 2
}

// alike returns the least value that is said in the same words as another.
func (v Value) alike() Value {
	if n := v.plies(); n > 1 && n%2 == 1 {
		return v - 1
	}
	return v
}

// text returns the words of a value against an opponent, for the middle of a sentence: in how
// many turns of its own the winner can win.
func (v Value) text(opponent games.Seat) games.Text {
	switch n := v.plies(); {
	case v == tie:
		return games.Say("magic.worth.tie")
	case v > tie && n <= 1:
		return games.Say("magic.worth.won")
	case v > tie:
		return games.Say("magic.worth.win", "Count", v.turns())
	case n <= 1:
		return games.Say("magic.worth.lost")
	default:
		return games.Say("magic.worth.loss", "Player", opponent, "Count", v.turns())
	}
}
