package games

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"
)

// A Player chooses a legal move for a seat that may make one, from the seat's View alone.
// The same View, seat and seed give the same move, unless the player thinks for a time.
type Player func(v View, s Seat, seed Seed) Move

// A Limit bounds how long a player thinks about a move. The zero value leaves it its own budget.
type Limit struct {
	Time     time.Duration // if above 0
	Playouts int           // if above 0, and there is no time

	// GoOn says, given how many playouts a search has had, whether it has another; else it makes the best move that it has
	// found. It is asked before each but the first; nil for always.
	GoOn func(used int) bool
}

// Own reports whether a player has its own budget.
func (l Limit) Own() bool { return l.Time <= 0 && l.Playouts <= 0 }

// An Opponent is a Game that can be played against.
type Opponent interface {
	Game

	// Levels lists its levels as [Ladder] makes them, the weakest first.
	Levels() []Level

	// Player returns the player of a level or of one of the Yardsticks. It thinks by a
	// budget of its own, the same on every machine, or by what a limit says instead. It
	// returns a *Refusal for an unknown name, and where a limit makes no difference.
	Player(name string, by Limit) (Player, error)

	// Yardsticks names the players that serve to measure the others.
	Yardsticks() []string

	// Advise returns the best move of a seat that may move, and the worth of the move that
	// it made; made is "" for none. It thinks for about a second. Its chances are those of players about as strong as
	// the level against; that is "" among people.
	Advise(v View, s Seat, made Move, against Level, seed Seed) Advice
}

// A Thrifty is an Opponent whose levels take any number of playouts by a [Limit].
type Thrifty interface {
	Opponent

	// Budget returns the playouts of a level for a move of a seat: those that it has while nobody else waits, those of which
	// it is given a part while others do, and the fewest that it may be given, no fewer than a level some steps below has.
	// They are equal where fewer would save nothing.
	Budget(l Level, v View, s Seat) (full, shared, least int)
}

// An Exact is an Opponent that works out how games end.
type Exact interface {
	Opponent

	// Values returns every legal move of a seat that may move, sorted as [State.Legal] does, each with what it comes to, by
	// what the seat sees. It returns false where that cannot be worked out in about a second, the same on every machine.
	Values(v View, s Seat) ([]Valued, bool)
}

// A Valued is a move with its value.
type Valued struct {
	Move  Move
	Value Value
}

// A Value is what a game comes to for a seat if all play their best.
type Value struct {
	Wins  int // 1 for a win, 0 for a tie, -1 for a loss
	Plies int // until the game is decided; 0 for a tie, and where they are not counted
}

// String writes a value as "win 15", "loss 4" or "tie", and without the number where plies are not counted.
func (v Value) String() string {
	word := [...]string{"loss", "tie", "win"}[v.Wins+1]
	if v.Plies == 0 {
		return word
	}
	return word + " " + strconv.Itoa(v.Plies)
}

// Compare is negative if a seat would rather have another value: a sooner win or a later loss is better.
func (v Value) Compare(other Value) int {
	return cmp.Or(cmp.Compare(v.Wins, other.Wins), v.Wins*cmp.Compare(other.Plies, v.Plies))
}

// Best returns the best value of some moves.
func Best(all []Valued) Value {
	return slices.MaxFunc(all, func(a, b Valued) int { return a.Value.Compare(b.Value) }).Value
}

// ValueOf returns the value of a move, and whether it is among some.
func ValueOf(all []Valued, m Move) (Value, bool) {
	i := slices.IndexFunc(all, func(v Valued) bool { return v.Move == m })
	if i < 0 {
		return Value{}, false
	}
	return all[i].Value, true
}

// OfChoices returns what the first choices of a move can come to for a seat, by their values: that of the best move which
// begins with each.
func OfChoices(s State, seat Seat, all []Valued) map[string]Value {
	s = Recall(s)
	best := map[string]Value{}
	for _, v := range all {
		steps := StepsTo(s, seat, v.Move)
		if len(steps) == 0 {
			continue
		}
		if known, ok := best[steps[0]]; !ok || v.Value.Compare(known) > 0 {
			best[steps[0]] = v.Value
		}
	}
	return best
}

// Turns returns in how many turns of its own the winner wins, 0 where that is not counted.
func (v Value) Turns() int {
	if v.Wins > 0 {
		return (v.Plies + 1) / 2
	}
	return v.Plies / 2
}

// An Attempt is a View of a game that one person can play alone. It measures how a player does there.
type Attempt interface {
	View

	// Alone returns how the attempt of a player who is alone stands: how much it lacks, 0 for one
	// that succeeded, and what it cost. Less is better, and lacking less comes first.
	Alone() (lacks, cost int)
}

// Advice is an opponent's judgement of a seat's position.
type Advice struct {
	Best Move // the best move it found
	// its worth, a sentence like that of [Reasoner]: "You'd win 62 of 100 games."; its key ends in worth.loss or
	// worth.lost if every move surely loses
	Worth Text
	Made  Text    // the worth of the move that was made; zero for none
	Cost  float64 // loss by that move, from 0 to 1: a game that was won costs 1, half a chance to win 0.5

	// the play that is expected: Best and up to two moves after it, each by the seat that is to move then; nil if
	// nothing can be said
	Line   []Move
	Others []Candidate // some other moves that were looked at, the best first; none is said to be better than Best
	// what else is worth saying of the move that was made, a sentence like that of [Reasoner]; zero for nothing
	Remark Text
}

// A Candidate is a move that advice names beside the best.
type Candidate struct {
	Move  Move
	Worth Text
	Good  bool   // whether it is as good as the best
	Line  []Move // like that of [Advice], for this move
}

// A Reasoner is an Opponent that gives reasons.
type Reasoner interface {
	Opponent

	// Why says in a sentence what speaks for a legal move of a seat, from what the seat
	// sees: what it joins, stops or completes. It is zero where there is nothing to say. A
	// sentence that speaks to the player has a value By, which is "": to other readers its
	// caller puts the seat there, and adds [Heard]. A sentence that tells who leads has the
	// numbers Ahead for the player and Behind for another, and one that says that no other
	// move does as much has Only; one that says what the move gives up, and nothing for it, has Cost. Its caller sets one to 0 that a chance or a move beside it
	// contradicts, and the sentence is whole without it.
	Why(v View, s Seat, m Move) Text
}

// Reasoned returns advice whose best move has a reason that speaks for it, if one that is as good has: that takes its place.
func Reasoned(g Game, v View, s Seat, a Advice) Advice {
	r, ok := g.(Reasoner)
	speaks := func(m Move) bool {
		why := r.Why(v, s, m)
		return why.Key != "" && why.Arg("Cost") == nil
	}
	if !ok || speaks(a.Best) {
		return a
	}
	i := slices.IndexFunc(a.Others, func(c Candidate) bool { return c.Good && speaks(c.Move) })
	if i < 0 {
		return a
	}
	best := a.Others[i]
	a.Others = slices.Clone(a.Others)
	a.Others[i] = Candidate{Move: a.Best, Worth: a.Worth, Good: true, Line: a.Line}
	a.Best, a.Worth, a.Line = best.Move, best.Worth, best.Line
	return a
}

// Heard are values that are added to a reason or a worth as it is said: You if its value Player is the reader, and Over
// if the game is over.
var Heard = []string{"You", "Over"}

// A Teller is a Game that tells of a move in the middle of other words.
type Teller interface {
	Game

	// Tell returns the words for a legal move of a seat, from what the seat sees before it.
	// They are zero for what is no move of a player.
	Tell(v View, s Seat, m Move) Telling
}

// Telling is the words for a move.
type Telling struct {
	Did  Text // begins a sentence: "Cleo flipped b1 ↑, placed d4 dark"
	When Text // when the move was made, if a number of the move doesn't say it: "Round 3, auction 9 of 11"; else zero
	Noun Text // the move as a noun: "b1 with ↺ d1"; zero if the words after "Try" are one
	Gets Text // what the move brings its seat that it did not have, as a noun: "five in a row"; zero for nothing
	Lets Text // a sentence: what the other side can do at once after it: "Ben can make five in a row now."; zero for nothing
	Try  Text // ends one that begins with "Try": "swapping colours"; zero if the steps of the move say it
}

// NoPlayer refuses a name that is no level and no yardstick of an opponent.
func NoPlayer(o Opponent, name string) error {
	var names Either
	for _, l := range o.Levels() {
		names = append(names, string(l))
	}
	return Refuse("refuse.player", "Game", o.Info().Title, "Name", name, "Names", append(names, o.Yardsticks()...))
}

// Unlimited refuses a limit for a player whose moves do not depend on it.
func Unlimited(o Opponent, name string) error {
	return Refuse("refuse.player.time", "Game", o.Info().Title, "Name", name)
}

// Rand returns a fast source of random numbers for a player. The number n tells apart the
// thoughts of one seed.
func (s Seed) Rand(n int) *rand.Rand {
	return rand.New(rand.NewPCG(s.Chance("think").below(math.MaxInt64), uint64(n)))
}
