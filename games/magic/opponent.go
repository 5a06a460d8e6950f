package magic

import (
	"cmp"
	"slices"

	"parlour/games"
	"parlour/games/search"
)

// A mind is how a level thinks: how many turns it looks ahead, and how many of a hundred of its own turns it overlooks.
// Of the others it chooses without a mistake within its sight; a position that is not decided by then counts as a tie.
type mind struct{ sight, overlooks int }

// minds are those of the levels.
var minds = []mind{
	{1, 90}, {1, 60}, {2, 40}, {3, 0}, {4, 0}, {6, 0}, {8, 10}, {9, 0}, {10, 10}, {11, 10}, {12, 20}, {13, 30},
	{allTiles, 35}, {allTiles, 0},
}

// ladder is that of the levels.
var ladder = games.Ladder(len(minds), 4)

// Levels returns the ladder.
func (Game) Levels() []games.Level { return ladder }

// Yardsticks names a beginner: any turn, or as often a greedy one. Hard is measured against the values themselves.
func (Game) Yardsticks() []string { return []string{search.Beginner} }

// Player returns the player of a level or of the yardstick. A time makes no difference to any.
func (g Game) Player(name string, by games.Limit) (games.Player, error) {
	step, choose := games.Level(name).Step(ladder), begin
	switch {
	case step > 0:
		choose = minds[step-1].choose
	case name != search.Beginner:
		return nil, games.NoPlayer(g, name)
	}
	if !by.Own() {
		return nil, games.Unlimited(g, name)
	}
	return func(v games.View, _ games.Seat, seed games.Seed) games.Move {
		return choose(v.(View).position(), seed.Chance("think")).move()
	}, nil
}

// choose returns the turn of a mind.
func (m mind) choose(p position, c *games.Chance) Turn {
	t, _ := newSearcher(p.tileCount()+m.sight).choose(p, m.overlooks, c)
	return t
}

// begin returns the turn of a beginner.
func begin(p position, c *games.Chance) Turn {
	if c.Below(2) == 0 {
		return p.Turn(c.Below(p.Count()))
	}
	return mind{sight: 1}.choose(p, c)
}

// position returns the position of a View of a game that goes on.
func (v View) position() position {
	p := position{mover: v.ToMove}
	for i, c := range v.Cells {
		p.put(Square(i), c.letter(shown))
	}
	return p
}

// Value returns what a position is worth with best play: by the rules if it is decided, else from the table, or with
// nine tiles or more by a search of half a second at most. The first call that needs the table takes a second or two.
func (p position) Value() Value { return newSearcher(allTiles).worth(p) }

// worth returns the value of any position.
func (s *searcher) worth(p position) Value { return s.within(p, lost, won) }

// within returns the value of any position if it lies between low and high, else a bound of the value on that side.
func (s *searcher) within(p position, low, high Value) Value {
	winner, over := p.Judge()
	switch {
	case over && winner == p.mover:
		return won
	case over && winner != games.Spectator:
		return lost
	case over:
		return tie
	case p.tileCount() <= tableTiles && s.horizon-p.tileCount() >= farSight:
		if v := known().value(p); v.plies() <= s.horizon-p.tileCount() {
			return v
		}
		return tie // it is decided beyond the horizon
	}
	return s.value(p, low, high)
}

// farSight is the number of turns ahead from which the table is quicker than a search.
const farSight = 4

// choose returns the best turn of those that are not overlooked, and the value of the position. It prefers turns
// that make a row, which the other side has to break, and draws one of these.
func (s *searcher) choose(p position, overlooks int, c *games.Chance) (best Turn, worth Value) {
	worth = s.worth(p)
	turns, most := p.turns(nil), worth-1
	games.Shuffle(c, turns)
	if overlooks > 0 {
		most = lost
		turns = append(turns[:1], slices.DeleteFunc(turns[1:], func(Turn) bool { return c.Below(100) < overlooks })...)
	}
	slices.SortStableFunc(turns, func(a, b Turn) int { return p.rowAfter(b) - p.rowAfter(a) })
	for _, t := range turns {
		switch {
		case !s.keeps(p, t, most+1):
		case most+1 == worth:
			return t, worth
		default:
			best, most = t, s.left(p, t)
		}
	}
	return best, worth
}

// left returns the value that a turn leaves to the side that makes it.
func (s *searcher) left(p position, t Turn) Value {
	p.Play(t)
	return s.worth(p).before()
}

// rowAfter returns 1 if the mover has a row after a turn, else 0.
func (p position) rowAfter(t Turn) int {
	if p.Play(t); p.hasRow(1 - p.mover) {
		return 1
	}
	return 0
}

// keeps reports whether a turn is worth a value or more.
func (s *searcher) keeps(p position, t Turn, v Value) bool {
	p.Play(t)
	left := v.after()
	return s.within(p, left, left+1) <= left
}

// valueNodes is the number of positions after which the values of all turns are not worked out.
const valueNodes = 1_000_000

// Values is that of [games.Exact]. With up to seven tiles the table has the values; with more they are searched.
func (Game) Values(v games.View, _ games.Seat) (all []games.Valued, ok bool) {
	p, s := v.(View).position(), newSearcher(allTiles)
	for _, t := range p.turns(nil) {
		left := s.left(p, t)
		if s.nodes > valueNodes {
			return nil, false
		}
		all = append(all, games.Valued{Move: t.move(), Value: left.exact()})
	}
	slices.SortFunc(all, func(a, b games.Valued) int { return cmp.Compare(a.Move, b.Move) })
	return all, true
}

// exact returns a value as all games have it.
func (v Value) exact() games.Value {
	return games.Value{Wins: cmp.Compare(v, tie), Plies: max(v.plies(), 0)}
}

const (
	linePlies    = 3       // number of turns of the play that advice tells
	mostGood     = 3       // number of turns that it names as being as good as the best
	compareNodes = 300_000 // number of positions after which it compares no more turns
	// number of the winner's turns by which a loss that was hastened or a win that was delayed is worth a remark
	large = 4
)

// Advise returns the turn of hard with its exact value, and the exact values of others and of the turn
// that was made. A later win or a sooner loss costs nothing, but Worth, Made and Remark say so.
func (Game) Advise(v games.View, seat games.Seat, made games.Move, _ games.Level, seed games.Seed) games.Advice {
	p, c := v.(View).position(), seed.Chance("think")
	s := newSearcher(allTiles)
	best, worth := s.choose(p, 0, c)
	a := games.Advice{Best: best.move(), Worth: worth.text(1 - seat)}
	s.line(&a.Line, p, best, c)
	if t, _, _, ok := parseTurn(made); ok {
		value := s.left(p, t)
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
		t, _, _, _ := parseTurn(second.Move)
		s.line(&second.Line, p, t, c)
		a.Others = append(a.Others, second)
	}
	return a
}

// line adds a turn to a line, with the play after it that is best for both sides.
func (s *searcher) line(line *[]games.Move, p position, t Turn, c *games.Chance) {
	for {
		*line = append(*line, t.move())
		p.Play(t)
		if _, over := p.Judge(); over || len(*line) == linePlies {
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
func (v Value) points() float64 { return float64(1+cmp.Compare(v, tie)) / 2 }

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
