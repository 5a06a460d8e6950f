package games

import (
	"slices"
	"sync"
)

// A Tutor is an [Opponent] that teaches itself.
type Tutor interface {
	Opponent

	// Course returns the lessons, always the same ones.
	Course() Course
}

// A Course teaches a game: some lessons, and then a short game against the opponent.
type Course struct {
	Lessons []Lesson
	Short   map[string]string // every option of the short game; values may be ones that no table offers
	Ahead   int               // plies that the opponent plays for all seats before the short game begins, to make it short
}

// Steps returns the number of lessons, the short game among them.
func (c Course) Steps() int { return len(c.Lessons) + 1 }

// A Lesson is a position with a task that one move solves. Its sentences are of the game's catalogue, each a single
// one but for the last.
type Lesson struct {
	Name     string // of lower case letters and '-'
	Setup    Setup
	Log      []Ply
	Seat     Seat                           // the learner's, who owes a move
	Solution Move                           // one move that solves it
	Solves   func(after State, m Move) bool // whether a move does; nil if the Solution alone does
	Fails    bool                           // whether [Lesson.Wrong] says why wrong moves fail
}

// Solved reports whether a legal move of the learner, after which a position comes, solves the lesson.
func (l Lesson) Solved(after State, m Move) bool {
	return m == l.Solution || l.Solves != nil && l.Solves(after, m)
}

// Task says what the learner is to do.
func (l Lesson) Task() Text { return l.say("task") }

// Hint helps a learner who has failed twice.
func (l Lesson) Hint() Text { return l.say("hint") }

// Wrong says why every wrong move fails. Where it is zero, the reasons of the game say what the move does.
func (l Lesson) Wrong() Text {
	if !l.Fails {
		return Text{}
	}
	return l.say("wrong")
}

// Learnt says what the lesson teaches, in one sentence or two.
func (l Lesson) Learnt() Text { return l.say("learnt") }

// Texts returns all that the lesson says.
func (l Lesson) Texts() []Text {
	all := []Text{l.Task(), l.Hint(), l.Learnt()}
	if l.Fails {
		all = append(all, l.Wrong())
	}
	return all
}

func (l Lesson) say(what string) Text { return Say(l.Setup.Game + ".lesson." + l.Name + "." + what) }

// Lesson returns a lesson after a line, for the seat that is to move then. The setup has such options.
func (i Info) Lesson(name, line string, solution Move, options ...string) Lesson {
	l := Lesson{Name: name, Setup: i.Setup(options...), Log: Line(i.MinSeats, line), Solution: solution}
	l.Seat = Seat(len(l.Log) % i.MinSeats)
	return l
}

// ByReason returns the lesson as solved by each move for which the game gives one of some reasons.
func (l Lesson) ByReason(g Reasoner, keys ...string) Lesson {
	before := sync.OnceValue(func() State {
		s, _, _ := Replay(g, l.Setup, l.Log) // package gametest has replayed it
		return s
	})
	l.Solves = func(_ State, m Move) bool { return slices.Contains(keys, g.Why(before().View(l.Seat), l.Seat, m).Key) }
	return l
}

// ByWin returns the lesson as solved by each move that wins the game.
func (l Lesson) ByWin() Lesson {
	l.Solves = func(after State, _ Move) bool {
		r, over := after.Result()
		return over && slices.Equal(r.First(), []Seat{l.Seat})
	}
	return l
}
