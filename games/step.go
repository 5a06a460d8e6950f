package games

import "slices"

// A Step is one step of making a move: a question, and the choices that answer it.
type Step struct {
	Ask        Text   // the question: "Which face?"
	Note       Text   // of the first step of a bid: what it costs to add to the bid; zero for nothing
	Lies       Lies   // how the choices lie
	Wide, High int    // of a Grid, in places
	Leans      bool   // of a Grid: whether each row lies half a place further right than the one above
	Open       bool   // whether it tells nothing that an onlooker may not know
	AskArea    Text   // of a Grid: which area? Zero for the words that any game has
	AreaNames  []Text // the labels of its Areas, at most 12 characters; nil for their numbers
	Named      bool   // of a Grid: whether the board as it is shows what each choice is, so that none needs a name there
	Done       Move   // set when the steps picked are a move already, to which the choices only add
	Choices    []Choice
	Alike      []Choice // that lead to the same as one of the Choices: they may be typed, and are not shown
}

// A Lies says how the choices of a [Step] lie, for menus and buttons.
type Lies uint8

// The ways in which choices lie.
const (
	List Lies = iota // one after another, as many as there are
	Grid             // on a board: each choice has a place in Step.Wide columns and Step.High rows
	Row              // side by side, at most 20
	Turn             // two or three versions of one thing, of which the first is shown first
)

// A Choice is one value of one step of a menu. Values are 1 to 20 letters, digits, '*',
// '+' and '-', unique within their step. All values of a move, with a character between
// two of them, have at most 60 characters, because a button must carry them.
type Choice struct {
	Value string
	Label Text
	Short Text // the label on a button: at most 12 characters
	Tiny  Text // the label where the place says the rest, at most 6 characters, if no other there reads so; zero for Short
	Echo  Text // all steps so far, said together; zero where their labels say it
	Sure  Text // asks whether the move is played; zero for the usual question
	Move  Move // set when this step completes a move
	Rest  Text // set if it adds all that is left of a list, so that others may still come before it: the label of its button

	// X and Y are the place in a Grid, from the top left. X is negative for a choice that
	// has no place on the picture, such as a swap or a pass, whatever way its step lies.
	X, Y int
}

// Placed reports whether a choice has a place on the picture.
func (c Choice) Placed() bool { return c.X >= 0 }

// Enough is the value that stops adding to a move. See [Step.Options].
const Enough = "enough"

// Options returns the choices as a menu offers them: those of the step, after [Enough] where
// the steps picked are a move already.
func (s Step) Options() []Choice {
	if s.Done == "" {
		return s.Choices
	}
	enough := Choice{Value: Enough, Label: Say("step.enough"), Short: Say("step.enough"), Move: s.Done, X: -1}
	return append([]Choice{enough}, s.Choices...)
}

// Accepted returns all that may be picked: the options, and what is not shown beside them.
func (s Step) Accepted() []Choice { return slices.Concat(s.Options(), s.Alike) }

// Few reports whether a step has so few choices that they may stand as buttons on the public
// board. They have their names on its picture then.
func (s Step) Few() bool {
	const most = 5
	n := len(s.Options())
	return n > 0 && n <= most
}

// Shown is [State.Shown] for a game whose Views are Vs: the View after a move that the values make, else that of the
// seat, on which mark marks the move in the making.
func Shown[V View](s State, seat Seat, picked []string, mark func(*V, *Making)) V {
	if m := Made(s, seat, picked); m != "" {
		return After[V](s, seat, m)
	}
	v, step := s.View(seat).(V), s.Step(seat, picked)
	if len(step.Choices) > 0 {
		mark(&v, &Making{slices.Clone(picked), step})
	}
	return v
}

// After returns the View of a seat after its move, which a step offers.
func After[V View](s State, seat Seat, m Move) V {
	next, err := s.Play(seat, m)
	if err != nil {
		panic("a step offers " + string(m) + ", and " + err.Error())
	}
	return next.View(seat).(V)
}

// Made returns the move that all values picked make together, [Enough] among them; empty if
// they make none.
func Made(s State, seat Seat, picked []string) Move {
	if len(picked) == 0 {
		return ""
	}
	last := len(picked) - 1
	for _, c := range s.Step(seat, picked[:last]).Accepted() {
		if c.Value == picked[last] {
			return c.Move
		}
	}
	return ""
}

// The most places of an [Area].
const (
	AreaWide = 4 // 5 where a Grid has more than 16 columns
	AreaHigh = 5 // 4 there, which leaves a row for other buttons
)

// An Area is a part of a Grid: Wide by High places, the first of which is at X, Y from the
// top left.
type Area struct{ X, Y, Wide, High int }

// Has reports whether a choice lies in the area.
func (a Area) Has(c Choice) bool {
	return c.X >= a.X && c.X < a.X+a.Wide && c.Y >= a.Y && c.Y < a.Y+a.High
}

// Areas parts a Grid into areas that are as large as each other, as near as can be, and as
// few as can be, row by row from the top left. It returns nil for a step that is no Grid and
// for a Grid that is no larger than one area.
func (s Step) Areas() []Area {
	wide, high := AreaWide, AreaHigh
	if s.Wide > 16 {
		wide, high = AreaWide+1, AreaHigh-1
	}
	if s.Lies != Grid || s.Wide <= wide && s.High <= high {
		return nil
	}
	cols, rows := (s.Wide+wide-1)/wide, (s.High+high-1)/high
	var all []Area
	for row := range rows {
		for col := range cols {
			x, y := col*s.Wide/cols, row*s.High/rows
			all = append(all, Area{x, y, (col+1)*s.Wide/cols - x, (row+1)*s.High/rows - y})
		}
	}
	return all
}

// Area returns the area with a number, counted from 1. Behind the numbers of [Step.Areas] come those
// of the single columns of each row of areas. ok is false for any other number, and where there are
// no areas.
func (s Step) Area(number int) (a Area, ok bool) {
	areas := s.Areas()
	if number >= 1 && number <= len(areas) {
		return areas[number-1], true
	}
	column := number - len(areas) - 1
	for _, a := range areas {
		if column >= 0 && a.X == 0 && column < s.Wide {
			return Area{column, a.Y, 1, a.High}, true
		}
		if a.X == 0 {
			column -= s.Wide
		}
	}
	return Area{}, false
}

// AreaOf returns the number of the smallest area in which all of some choices lie: a column, if it
// can be, else one of [Step.Areas]. It is 0 where there is none.
func (s Step) AreaOf(found []Choice) int {
	areas := s.Areas()
	at := 0
	for n := 1; ; n++ {
		a, ok := s.Area(n)
		switch {
		case !ok:
			return at
		case slices.ContainsFunc(found, func(c Choice) bool { return !c.Placed() || !a.Has(c) }):
		case n > len(areas):
			return n
		default:
			at = n
		}
	}
}

// A Making is a move in the making, which a View shows: what was picked, and what may be
// picked next.
type Making struct {
	Picked []string
	Step   Step
}
