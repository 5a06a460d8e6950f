package message

import (
	"strconv"
	"strings"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/imaging"
)

// A Lesson is a lesson of a course, as its learner stands in it. The match of its [Pen] is its position, or the one after
// the learner's move, and is stored nowhere.
type Lesson struct {
	games.Lesson
	Number, Count int // of the course, from 1; the last one is the short game
	Tries         int // wrong moves so far; from [Hinted] on the hint is told
}

// Hinted is after how many wrong moves the hint is told. After one more the solution is.
const Hinted = 2

// Lesson returns the task at some steps of a move, at a page of them: the same panel as in play, whose buttons carry the
// lesson. It returns [match.ErrStale] if the steps lead nowhere.
func (p Pen) Lesson(l Lesson, steps []string, page int) (Message, error) {
	state, hint := games.Text{}, games.Text{}
	if l.Tries >= Hinted {
		state, hint = games.Say("lesson.hint"), l.Hint()
	}
	return p.exercise(exercise{
		brief: true, head: p.lessonHead(l, state), task: l.Task(), hint: hint, more: []Control{p.help(l)},
		single: len(match.Without(games.StepsTo(p.State, l.Seat, l.Lesson.Solution), isEnough)) == 1,
		carry:  func(b Button) Button { return l.carries(b, l.Setup.Game) },
	}, steps, page)
}

// sentences counts the sentences of a text, each of which ends in a mark.
func sentences(text string) int {
	return len(strings.FieldsFunc(text, func(r rune) bool { return !strings.ContainsRune(".?!。？！", r) }))
}

// help is the button that tells the hint or, after it, the solution.
func (p Pen) help(l Lesson) Control {
	if l.Tries < Hinted {
		l.Tries = Hinted
		return l.control(p, VerbPage, "lesson.hint-button", Plain)
	}
	return l.control(p, VerbSolution, "lesson.solution-button", Plain)
}

// WrongMove answers a wrong move, the last one of the match: it says what the move does, and shows it.
func (p Pen) WrongMove(l Lesson) Message {
	made, before := p.Log[len(p.Log)-1], p.StateAt(len(p.Log)-1)
	said := p.voice.Say(p.by(p.why(before, made.Seat, made.Move), made.Seat))
	switch {
	case l.Fails:
		said = p.did(before, made.Seat, made.Move) + " " + p.voice.Say(l.Wrong())
	case said == "":
		said = p.brings(before, made.Seat, made.Move)
	}
	said = Lines(p.Say("lesson.missed"), said)
	next := Lesson{l.Lesson, l.Number, l.Count, min(l.Tries+1, Hinted)}
	label := "lesson.again"
	if l.Tries+1 == Hinted {
		label = "lesson.hint-button"
	}
	again := []Control{next.control(p, VerbPage, label, Main)}
	if l.Tries >= Hinted {
		again = append(again, l.control(p, VerbSolution, "lesson.solution-button", Plain))
	}
	return p.after(l, games.Text{}, said, again...)
}

// SolvedLesson answers the right move, the last one of the match.
func (p Pen) SolvedLesson(l Lesson) Message {
	return p.after(l, games.Say("lesson.right"), p.voice.Say(l.Learnt()), p.nextLesson(l))
}

// Solution shows the move that solves a lesson, the last one of the match.
func (p Pen) Solution(l Lesson) Message {
	said := p.toTry(p.StateAt(len(p.Log)-1), l.Seat, l.Lesson.Solution)
	return p.after(l, games.Say("lesson.solution", "Move", said), p.voice.Say(l.Learnt()), p.nextLesson(l))
}

// after shows the position of the match, after a learner's move. In an auction it shows what they take, and not yet what
// others take then: that is what the sentences are about.
func (p Pen) after(l Lesson, state games.Text, said string, next ...Control) Message {
	shown, made := p.sees(), len(p.Log)-1
	before := p.StateAt(made)
	if taker, ok := before.(games.Trier); ok && !games.Bids(before) {
		shown.seen = taker.Try(l.Seat, p.Log[made].Move)
		shown.words, shown.state = shown.seen.Words(), nil
	}
	picture := shown.picture()
	picture.Size = imaging.PanelSize
	return Message{Content: Lines(p.lessonHead(l, state), said), Picture: picture, Rows: Row(next...)}
}

// nextLesson is the button that goes on in the course.
func (p Pen) nextLesson(l Lesson) Control {
	if l.Number+1 == l.Count {
		return p.ShortGame()
	}
	next := Lesson{Lesson: l.Lesson, Number: l.Number + 1, Count: l.Count}
	return next.control(p, VerbPage, "lesson.next", Main)
}

// ShortGame is the button that begins the short game of a course.
func (p Pen) ShortGame() Control {
	return Button{Verb: VerbPractise, Steps: []string{p.Info.Name, AfterLessons}}.Control(p.Label("lesson.game"), Main)
}

// AfterLessons is the second step of a [VerbPractise] that begins the short game of a course.
const AfterLessons = "short"

// LastLesson offers the short game of a course.
func (p Pen) LastLesson(game games.Game, course games.Course) Message {
	count := course.Steps()
	p.Match = &match.Match{Game: game, Info: game.Info()}
	said := p.Say("lesson.last", "Ahead", course.Ahead > 0)
	return Message{
		Content: Lines(p.lessonHead(Lesson{Number: count, Count: count}, games.Text{}), said),
		Rows:    Row(p.ShortGame()),
	}
}

// lessonHead names the game and the lesson, and says how it stands.
func (p Pen) lessonHead(l Lesson, state games.Text) string {
	return p.Say("lesson.head", "Game", p.Info.Title, "Number", l.Number, "All", l.Count, "State", state)
}

// course says which lesson the game of a course is and, once its learner has done it, that it was the last one.
func (p Pen) course() string {
	if p.Match.Lesson == 0 {
		return ""
	}
	state, done := games.Text{}, p.Learnt()
	if done {
		state = games.Say("lesson.done")
	}
	head := p.lessonHead(Lesson{Number: p.Match.Lesson, Count: p.Match.Lesson}, state)
	return Lines(head, p.sayIf(done, "lesson.all", "Game", p.Info.Title))
}

// did says a move that the reader made, in a sentence.
func (p Pen) did(before games.State, seat games.Seat, move games.Move) string {
	did := p.telling(before, seat, move).Did
	if did.Key == "" {
		did = games.Say("analyse.did", "Made", p.named(before, seat, move))
	}
	said := p.voice.Say(did.With("Player", p.you(seat)))
	return p.Say("lesson.did", "Did", locale.Verbatim(locale.Upper(said)))
}

// control is a button of a lesson.
func (l Lesson) control(p Pen, verb Verb, label string, s Style) Control {
	b := NewButton(nil, verb)
	if verb == VerbPage {
		b.Steps = []string{"0"}
	}
	return l.carries(b, p.Info.Name).Control(p.Label(label), s)
}

// carries returns a button of a panel as one of the lesson.
func (l Lesson) carries(b Button, game string) Button {
	return Button{Turn: l.Number, Verb: VerbLesson, Steps: append([]string{game, strconv.Itoa(l.Tries), string(b.Verb)}, b.Steps...)}
}

// A CourseLine is a game with lessons, and how many of them somebody has done.
type CourseLine struct {
	Info      games.Info
	Done, All int
}

// Courses offers the lessons of games, with how far the reader is in each.
func (p Pen) Courses(all []CourseLine) Message {
	var row []Control
	for _, c := range all {
		label := p.Label("learn.game", "Game", c.Info.Title, "Learnt", c.Done >= c.All, "Begun", c.Done > 0 && c.Done < c.All,
			"Done", c.Done, "All", c.All)
		row = append(row, p.Control(VerbTeach, "", Plain, c.Info.Name))
		row[len(row)-1].Label = Clip(label, maxLabel)
	}
	return Message{Content: p.Say("learn.ask"), Rows: inRows(row[:min(len(row), maxGameButtons)])}
}
