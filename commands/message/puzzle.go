package message

import (
	"strconv"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/games/puzzles"
	"parlour/imaging"
	"parlour/storage"
)

// A Puzzle is the puzzle of a day, as its reader stands in it. The match of its [Pen] is its position, or the one after an
// answer.
type Puzzle struct {
	puzzles.Puzzle
	Day   puzzles.Day
	Own   storage.Puzzles   // as of that day
	Count storage.PuzzleDay // how many have solved it
	Over  bool              // whether the day is over, so that nothing counts any more
}

// The numbers of wrong answers to a puzzle after which a hint and the solution are offered.
const (
	puzzleHint     = 3
	puzzleSolution = 5
)

// Hints reports whether the reader may have a hint.
func (z Puzzle) Hints() bool { return z.Over || z.Own.Wrong >= puzzleHint }

// Shows reports whether the reader may have the solution.
func (z Puzzle) Shows() bool { return z.Over || z.Own.Shown || z.Own.Wrong >= puzzleSolution }

// What the first step of a [VerbSolve] says besides the verbs of a panel.
const (
	PuzzleHint  = "hint"
	PuzzleShow  = "show"
	PuzzleShare = "share"
	PuzzleRules = "rules"
	PuzzleLine  = "line" // with the number of moves of the solution that are shown
)

// solver returns the seat that solves a puzzle, in whose position nobody has answered.
func (p Pen) solver() games.Seat { return p.State.ToMove()[0] }

// puzzleTask says what a puzzle asks.
func (p Pen) puzzleTask(z Puzzle) games.Text {
	if z.Turns == 0 {
		return games.Say("puzzle.keep", "Player", p.solver())
	}
	return games.Say("puzzle.win", "Player", p.solver(), "Count", z.Turns)
}

// puzzleShown is what a picture says above the position of a puzzle.
func (p Pen) puzzleShown(z Puzzle, solver games.Seat) *games.Task {
	title, start := games.Say("puzzle.title.keep"), z.Day.Start()
	if z.Turns > 0 {
		title = games.Say("puzzle.title.win", "Count", z.Turns)
	}
	voice := p.plain()
	return &games.Task{
		Title: voice.Say(title),
		Line:  voice.Say(games.Say("puzzle.line", "Player", solver)),
		Aside: voice.Say(games.Say("profile.day", "Day", start.Day(), "Month", month(start))),
	}
}

// puzzleHead names a puzzle, and says if its day is over.
func (p Pen) puzzleHead(z Puzzle) string {
	return Lines(p.Say("puzzle.head", "Game", p.Info.Title), p.sayIf(z.Over, "puzzle.over"))
}

// Puzzle returns a puzzle at some steps of a move, at a page of them, perhaps with a hint. It returns [match.ErrStale] if the
// steps lead nowhere.
func (p Pen) Puzzle(z Puzzle, steps []string, page int, hint bool) (Message, error) {
	e := exercise{
		head: p.puzzleHead(z), task: p.puzzleTask(z), shown: p.puzzleShown(z, p.seat),
		carry: func(b Button) Button { return z.button(string(b.Verb), b.Steps...) },
		more:  []Control{z.control(p, "button.learn", Plain, PuzzleRules)},
	}
	switch {
	case hint && z.Hints():
		e.head = Lines(e.head, p.puzzleHint(z))
	case z.Hints():
		e.more = append(e.more, z.control(p, "puzzle.hint-button", Plain, PuzzleHint))
	}
	if z.Shows() {
		e.more = append(e.more, z.control(p, "puzzle.show", Plain, PuzzleShow))
	}
	return p.exercise(e, steps, page)
}

// PuzzleRules tells the rules of the game of a puzzle, with a way back to it.
func (p Pen) PuzzleRules(z Puzzle) (Message, error) {
	msg, err := p.Rules(p.Game)
	msg.Rows = append(msg.Rows, []Control{z.control(p, "puzzle.back", Main, string(VerbPage), "0")})
	return msg, err
}

// puzzleHint says how the solution of a puzzle begins or, where it is a single step, what it does.
func (p Pen) puzzleHint(z Puzzle) string {
	var own []string // steps with a choice
	steps := games.StepsTo(p.State, p.seat, z.Move)
	for i := range steps {
		if len(p.State.Step(p.seat, steps[:i]).Options()) > 1 {
			own = steps[:i+1]
			break
		}
	}
	if len(own) > 0 && len(own) < len(steps) {
		picked := pick(p.State, p.seat, own)
		return p.Say("puzzle.begins", "Step", locale.Verbatim(p.voice.Say(picked[len(picked)-1].Label)))
	}
	why := p.voice.Say(p.by(p.why(p.State, p.seat, z.Move), p.seat))
	return p.Say("puzzle.about", "Why", locale.Verbatim(why))
}

// PuzzleWrong answers a wrong move, the last one of the match: it says what the move does, and shows it.
func (p Pen) PuzzleWrong(z Puzzle) Message {
	row := []Control{z.control(p, "puzzle.again", Main, string(VerbPage), "0")}
	if z.Hints() {
		row = append(row, z.control(p, "puzzle.hint-button", Plain, PuzzleHint))
	}
	if z.Shows() {
		row = append(row, z.control(p, "puzzle.show", Plain, PuzzleShow))
	}
	ends := z.Shows() && !z.Over && z.Own.Streak > 0
	return p.puzzleAfter(z, Lines(p.brings(p.StateAt(len(p.Log)-1), p.seat, p.Log[len(p.Log)-1].Move), p.Say("puzzle.wrong", "Count", z.Own.Wrong)), row, p.sayIf(ends, "puzzle.ends"))
}

// PuzzleSolved shows the solution of a puzzle, the last move of the match, to a reader who has found it or had it shown.
func (p Pen) PuzzleSolved(z Puzzle) Message {
	row := []Control{z.step(p, "puzzle.follows", 2)}
	said := p.Say("puzzle.solution", "Move", p.toTry(p.StateAt(len(p.Log)-1), p.seat, z.Move))
	if z.Own.Solved && !z.Over {
		tries := z.Own.Wrong + 1
		said = p.Say("puzzle.solved", "Try", puzzleTry(tries), "Streak", days(z.Own.Streak), "Others", z.Count.Solved-1)
		if p.r.Posts && !z.Own.Shared {
			row = append(row, z.control(p, "puzzle.share", Plain, PuzzleShare))
		}
	} else if z.Own.Solved {
		said = p.Say("puzzle.right")
	} else if z.Own.Shown && !z.Over {
		said = Lines(said, p.Say("puzzle.shown"))
	}
	next := ""
	if !z.Over {
		next = p.Say("puzzle.next", "At", Dated((z.Day + 1).Start()))
	}
	return p.puzzleAfter(z, said, row, next)
}

// PuzzleLine shows the position after so many moves of all of a solution, the last ones of the match, and says what the
// last of them did.
func (p Pen) PuzzleLine(z Puzzle, moves, all int) Message {
	last := p.Log[len(p.Log)-1]
	before := p.StateAt(len(p.Log) - 1)
	why := p.voice.Say(p.by(p.why(before, last.Seat, last.Move), last.Seat))
	said := strings.TrimSpace(p.did(before, last.Seat, last.Move) + " " + why)
	var row []Control
	if moves > 1 {
		row = append(row, z.step(p, "button.earlier", moves-1))
	}
	if moves < all {
		row = append(row, z.step(p, "button.later", moves+1))
	}
	return p.puzzleAfter(z, Lines(p.Say("puzzle.step", "Number", moves, "All", all), said), row, "")
}

// step is the button that shows the position after so many moves of the solution.
func (z Puzzle) step(p Pen, label string, moves int) Control {
	return z.control(p, label, Plain, PuzzleLine, strconv.Itoa(moves))
}

// days says a number of days.
func days(n int) games.Text { return games.Say("puzzle.days", "Count", n) }

// puzzleTry says at which try a puzzle was solved.
func puzzleTry(n int) games.Text {
	if n > 5 {
		return games.Say("puzzle.try.more", "Number", n)
	}
	return games.Say("puzzle.try." + strconv.Itoa(n))
}

// puzzleAfter shows the position of the match, after a move of the reader.
func (p Pen) puzzleAfter(z Puzzle, said string, row []Control, below string) Message {
	picture := p.sees().picture()
	picture.Size = imaging.PanelSize
	return Message{Content: Lines(p.puzzleHead(z), said, below), Picture: picture, Rows: inRows(row)}
}

// PuzzleShared tells all that somebody has solved the puzzle of today, and not how.
func (w *Writer) PuzzleShared(lang, name, game string, z Puzzle) Message {
	p := w.In(lang)
	return Message{
		Content: p.Say("puzzle.shared", "Name", name, "Game", game, "Try", puzzleTry(z.Own.Wrong+1), "Streak", z.Own.Streak),
		Rows:    Row(z.opens(p)),
		Silent:  true,
	}
}

// opens is the button that shows a puzzle to whoever presses it.
func (z Puzzle) opens(p Pen) Control {
	return Button{Turn: int(z.Day), Verb: VerbPuzzle}.Control(p.Label("puzzle.solve"), Main)
}

// button is a button of a puzzle in private.
func (z Puzzle) button(does string, steps ...string) Button {
	return Button{Turn: int(z.Day), Verb: VerbSolve, Steps: append([]string{does}, steps...)}
}

func (z Puzzle) control(p Pen, label string, s Style, does string, steps ...string) Control {
	return z.button(does, steps...).Control(p.Label(label), s)
}

// A Solution is the puzzle that was posted before another one, with how many people have solved it. Its match is that of
// the position.
type Solution struct {
	Puzzle
	*match.Match
	storage.PuzzleDay
}

// PuzzlePost writes the puzzle of a day for everybody in a channel, and the solution of the one before it, nil for none.
func (w *Writer) PuzzlePost(lang string, z Puzzle, m *match.Match, before *Solution) Message {
	p := w.To(Reader{Lang: lang, Now: z.Day.Start()}, m)
	msg := Message{
		Content: Lines(p.puzzleHead(z), p.SayText(p.puzzleTask(z))),
		Picture: p.sees().picture(),
		Rows:    Row(z.opens(p)),
		Silent:  true,
	}
	msg.Picture.Task = p.puzzleShown(z, p.solver())
	if before != nil {
		b := w.To(p.r, before.Match)
		move := locale.Verbatim(b.toTry(b.State, b.solver(), before.Move))
		msg.Rows[0] = append(msg.Rows[0], Button{Turn: int(before.Day), Verb: VerbPuzzle, Steps: []string{PuzzleShow}}.Control(p.Label("puzzle.last"), Plain))
		msg.Below(b.Say("puzzle.before", "Move", move, "Solved", before.Solved, "First", before.First))
	}
	return msg
}

// IsPuzzle recognises the post of the puzzle of a day by its button.
func IsPuzzle(day puzzles.Day, b Button) bool {
	return b.Verb == VerbPuzzle && b.Turn == int(day) && len(b.Steps) == 0
}
