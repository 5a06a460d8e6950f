package search

import (
	"cmp"
	"iter"
	"slices"

	"parlour/games"
)

// An Outcome is what a game comes to for a player with the best play of both: 1 for a win, 0 for a tie, -1 for a loss.
type Outcome int8

// The outcomes.
const (
	Loses Outcome = -1
	Ties  Outcome = 0
	Wins  Outcome = 1
)

// An End is a pointer to a late position P of a game for players 0 and 1 who hide nothing, as a [Solver] solves it. A
// player may have several turns T in a row.
type End[P any, T, K comparable] interface {
	*P
	Player() int // the player to move, while it is not over

	// Bounds returns the least and the most that the game can come to for player 0, as far as the position shows
	// at once. They are equal if it is over.
	Bounds() (least, most Outcome)

	// Turns appends the legal turns of a position that is not over, those first that promise most. Of turns that lead
	// to the same position it may append one alone.
	Turns(buf []T) []T

	Play(T) // plays a legal turn

	// Key returns a key that two positions share only if they have the same outcome, whatever the turns before.
	Key() K
}

// A Solver finds the outcomes of late positions by alpha-beta with a table of positions. Its budget is a number of
// positions that it may search, the same on every machine. Positions of one game share what it has found.
type Solver[P any, T, K comparable, Q End[P, T, K]] struct {
	nodes  int // that it may still search
	known  map[K]span
	habits [2]map[T]int     // by player: how often a turn was good enough
	rooms  [][]promising[T] // by depth, for the turns of a position
	buffer []T
}

// A span limits the outcome of a position for player 0.
type span struct{ least, most Outcome }

// A promising turn was good enough so often.
type promising[T any] struct {
	turn  T
	habit int
}

// deepest is the number of turns after which a solver gives up.
const deepest = 100

// NewSolver returns a solver with a budget of so many positions.
func NewSolver[P any, T, K comparable, Q End[P, T, K]](nodes int) *Solver[P, T, K, Q] {
	return &Solver[P, T, K, Q]{
		nodes: nodes, known: map[K]span{}, habits: [2]map[T]int{{}, {}}, rooms: make([][]promising[T], deepest),
	}
}

// Left returns how many positions the solver may still search. It is negative once it gave up.
func (s *Solver[P, T, K, Q]) Left() int { return s.nodes }

// Solve returns the outcome of a position for a player, and false if the budget does not suffice.
func (s *Solver[P, T, K, Q]) Solve(pos P, player int) (o Outcome, ok bool) {
	o = s.outcome(&pos, 0, span{Loses, Wins})
	if player == 1 {
		o = -o
	}
	return o, s.nodes >= 0
}

// Values returns the values of the turns of a player, given the position after each, sorted by their moves. It returns
// false as Solve does.
func (s *Solver[P, T, K, Q]) Values(player int, after iter.Seq2[games.Move, P]) (all []games.Valued, ok bool) {
	for m, pos := range after {
		o, ok := s.Solve(pos, player)
		if !ok {
			return nil, false
		}
		all = append(all, games.Valued{Move: m, Value: games.Value{Wins: int(o)}})
	}
	slices.SortFunc(all, func(a, b games.Valued) int { return cmp.Compare(a.Move, b.Move) })
	return all, true
}

// Following returns the legal turns of a position as moves, each with the position after it.
func Following[P any, T interface{ Move() games.Move }, Q interface {
	*P
	Count() int
	Nth(n int) T
	Play(T)
}](pos P) iter.Seq2[games.Move, P] {
	return func(yield func(games.Move, P) bool) {
		for n := range Q(&pos).Count() {
			after, t := pos, Q(&pos).Nth(n)
			Q(&after).Play(t)
			if !yield(t.Move(), after) {
				return
			}
		}
	}
}

// outcome returns the outcome of a position for player 0 if it lies within a window, else a bound of it on that side. It
// means nothing once the budget is spent.
func (s *Solver[P, T, K, Q]) outcome(pos *P, depth int, window span) Outcome {
	known, key := s.look(pos)
	if o, ok := known.settles(window); ok {
		return o
	}
	if s.nodes--; s.nodes < 0 || depth == deepest {
		s.nodes = -1
		return Ties
	}
	window = span{max(window.least, known.least), min(window.most, known.most)}
	found := s.best(pos, depth, window)
	if s.nodes < 0 {
		return Ties
	}
	if found > window.least {
		known.least = max(known.least, found)
	}
	if found < window.most {
		known.most = min(known.most, found)
	}
	s.known[key] = known
	return found
}

// look returns what is known of a position at once, and its key if that is not all.
func (s *Solver[P, T, K, Q]) look(pos *P) (known span, key K) {
	known.least, known.most = Q(pos).Bounds()
	if known.least == known.most {
		return known, key
	}
	key = Q(pos).Key()
	if before, ok := s.known[key]; ok {
		known = span{max(known.least, before.least), min(known.most, before.most)}
	}
	return known, key
}

// settles returns the outcome that a span says within a window, and false if it says none.
func (o span) settles(window span) (Outcome, bool) {
	if o.least == o.most || o.least >= window.most {
		return o.least, true
	}
	return o.most, o.most <= window.least
}

// best searches the turns of a position until one is good enough. Before that it looks whether one is known to be.
func (s *Solver[P, T, K, Q]) best(pos *P, depth int, window span) Outcome {
	player := Q(pos).Player()
	turns := s.turns(pos, depth, player)
	var next P // once, as it lies on the heap
	for _, t := range turns {
		next = *pos
		Q(&next).Play(t.turn)
		if known, _ := s.look(&next); window.cut(player, known.worst(player)) {
			return known.worst(player)
		}
	}
	for _, t := range turns {
		next = *pos
		Q(&next).Play(t.turn)
		window.raise(player, s.outcome(&next, depth+1, window))
		if s.nodes < 0 {
			break
		}
		if window.least >= window.most {
			s.habits[player][t.turn]++
			break
		}
	}
	if player == 0 {
		return window.least
	}
	return window.most
}

// turns lists the turns of a position, those first that were good enough most often.
func (s *Solver[P, T, K, Q]) turns(pos *P, depth, player int) []promising[T] {
	s.buffer = Q(pos).Turns(s.buffer[:0])
	all := s.rooms[depth][:0]
	for _, t := range s.buffer {
		all = append(all, promising[T]{t, s.habits[player][t]})
	}
	slices.SortStableFunc(all, func(a, b promising[T]) int { return b.habit - a.habit })
	s.rooms[depth] = all
	return all
}

// worst returns the end of a span that is the worse for a player.
func (o span) worst(player int) Outcome {
	if player == 0 {
		return o.least
	}
	return o.most
}

// raise narrows a window to what a player has come to.
func (o *span) raise(player int, found Outcome) {
	if player == 0 {
		o.least = max(o.least, found)
	} else {
		o.most = min(o.most, found)
	}
}

// cut reports whether an outcome is as good for a player as the window lets it be.
func (o span) cut(player int, found Outcome) bool {
	if player == 0 {
		return found >= o.most
	}
	return found <= o.least
}
