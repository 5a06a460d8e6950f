package message

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"parlour/commands/match"
	"parlour/games"
)

// buttonFormat is the number of the form of a [Button]'s text. From 0.1.0 on it is frozen: buttons of old messages are pressed
// for years. A verb is added, and none is removed or means something else; what [ParseButton] cannot read takes another
// number, which it reads beside this one. make samples adds new verbs to commands/testdata/samples.
const buttonFormat = "1"

// errButton refuses text that is no button.
var errButton = games.Refuse("refuse.button")

// MaxButton is Discord's limit on the text that a button carries, in characters.
const MaxButton = 100

// A Button is what a button or a menu carries: the match, the turn in which it was made,
// its verb, and the steps picked so far.
type Button struct {
	Match string // id; empty for a button about no match
	Turn  int
	Verb  Verb
	Steps []string
}

// NewButton returns a button about a match as it is now, or about none.
func NewButton(m *match.Match, verb Verb, steps ...string) Button {
	b := Button{Verb: verb, Steps: steps}
	if m != nil {
		b.Match, b.Turn = m.ID, m.Turn
	}
	return b
}

// A Verb is what a button or a menu does. Package commands has the handler of each.
type Verb string

// The verbs of a table. The steps of [VerbJoin] are how often the options were changed and, of an invitation, the number
// of its question.
const (
	VerbJoin     Verb = "join"
	VerbFresh    Verb = "fresh" // opens another table
	VerbLeave    Verb = "leave"
	VerbStart    Verb = "start"
	VerbCancel   Verb = "cancel"
	VerbAccept   Verb = "accept"
	VerbDecline  Verb = "decline"
	VerbBlock    Verb = "block"
	VerbWord     Verb = "word"
	VerbOpponent Verb = "opponent"
	VerbOptions  Verb = "options"
	VerbLearn    Verb = "learn"
	VerbInvite   Verb = "invite"
	VerbBegin    Verb = "begin"  // begins a game from the lobby
	VerbTeach    Verb = "teach"  // shows the next lesson of a game
	VerbChoose   Verb = "choose" // which game, and on which board
)

// The verbs of a board, and of a question about it. The first step of [VerbYes] and [VerbNo] is the
// number of the question.
const (
	VerbMove    Verb = "move"
	VerbOpen    Verb = "open"
	VerbView    Verb = "view"
	VerbText    Verb = "text"
	VerbMore    Verb = "more"
	VerbNote    Verb = "note"
	VerbRematch Verb = "rematch"
	VerbNext    Verb = "next"
	VerbLike    Verb = "like"
	VerbRecord  Verb = "record"
	VerbProof   Verb = "proof"
	VerbAnalyse Verb = "analyse"
	VerbClaim   Verb = "claim"
	VerbGrant   Verb = "grant"
	VerbTake    Verb = "take"
	VerbYes     Verb = "yes"
	VerbNo      Verb = "no"
)

// The verbs of what one person sees. The steps of [VerbPlan] are the opponent's move, empty as long as
// it is in the making, and then a verb of the panel with its steps.
const (
	VerbInvited  Verb = "invited"
	VerbEngage   Verb = "engage"
	VerbDismiss  Verb = "dismiss"
	VerbPick     Verb = "pick"
	VerbPage     Verb = "page"
	VerbConfirm  Verb = "confirm"
	VerbOffer    Verb = "offer"
	VerbAsk      Verb = "ask"
	VerbResign   Verb = "resign"
	VerbOff      Verb = "off"
	VerbReturn   Verb = "return"
	VerbSeat     Verb = "seat"
	VerbKeepSeat Verb = "keepseat"
	VerbRules    Verb = "rules"
	VerbKeep     Verb = "keep"
	VerbClose    Verb = "close"
	VerbServer   Verb = "server"
	VerbResults  Verb = "results"
	VerbWhich    Verb = "which"
	VerbSetting  Verb = "setting"
	VerbFill     Verb = "fill"
	VerbBar      Verb = "bar"
	VerbUnblock  Verb = "unblock"
	VerbBack     Verb = "back"
	VerbHere     Verb = "here"
	VerbAgain    Verb = "again"
	VerbOption   Verb = "option" // as [VerbOptions], below an answer about them
	VerbDown     Verb = "down"
	VerbTakeback Verb = "takeback"
	VerbPause    Verb = "pause"
	VerbUnpause  Verb = "unpause"
	VerbGive     Verb = "give"
	VerbType     Verb = "type"
	VerbAhead    Verb = "ahead"
	VerbPlan     Verb = "plan"
	VerbForget   Verb = "forget"
	VerbPoint    Verb = "point"
	VerbPost     Verb = "post"
	VerbDirect   Verb = "direct"
	VerbZone     Verb = "zone"
	VerbPractise Verb = "practise"
	VerbLesson   Verb = "lesson" // a press in a lesson: the game, the wrong moves so far, the verb in the lesson, its steps
	VerbSolution Verb = "solution"
	VerbPuzzle   Verb = "puzzle" // shows the puzzle of the day that is its turn
	VerbSolve    Verb = "solve"  // a press in that puzzle: a verb of the panel with its steps, or one of its own
	VerbGame     Verb = "game"
	VerbEnter    Verb = "enter" // opens the game of a list
	VerbGames    Verb = "games" // turns to another page of the list
	VerbTop      Verb = "top"
	VerbFinished Verb = "finished"
	VerbAnother  Verb = "another"
	VerbCheck    Verb = "check"
	VerbMyData   Verb = "mydata"
	VerbForgetMe Verb = "forgetme"
	VerbEraseMe  Verb = "eraseme"
	VerbKeepMe   Verb = "keepme"

	// VerbElse stands in the steps of a [VerbPlan] for VerbConfirm: the answer is for all other moves.
	VerbElse Verb = "else"

	verbNone Verb = "none" // of a spot with nothing to choose, which is disabled
)

// String writes the button as format, match, turn, verb and steps, with colons between them.
func (b Button) String() string {
	parts := []string{buttonFormat, b.Match, strconv.Itoa(b.Turn), string(b.Verb)}
	for _, s := range b.Steps {
		parts = append(parts, url.QueryEscape(s))
	}
	return strings.Join(parts, ":")
}

// ParseButton reads the text of a button. It refuses text of another form; whether there is
// such a verb is for the caller.
func ParseButton(text string) (Button, error) {
	parts := strings.Split(text, ":")
	if len(text) > MaxButton || len(parts) < 4 || parts[0] != buttonFormat {
		return Button{}, errButton
	}
	turn, err := strconv.Atoi(parts[2])
	if err != nil {
		return Button{}, errButton
	}
	b := Button{Match: parts[1], Turn: turn, Verb: Verb(parts[3])}
	for _, s := range parts[4:] {
		step, err := url.QueryUnescape(s)
		if err != nil {
			return Button{}, errButton
		}
		b.Steps = append(b.Steps, step)
	}
	return b, nil
}

// Control returns the button with a label.
func (b Button) Control(label string, s Style) Control {
	return Control{ID: b.String(), Label: label, Style: s}
}

// Numbered returns the number that is the first step of a button, and the steps after it.
func (b Button) Numbered() (n int, steps []string, err error) {
	if len(b.Steps) > 0 {
		if n, err = strconv.Atoi(b.Steps[0]); err == nil {
			return n, b.Steps[1:], nil
		}
	}
	return 0, nil, errButton
}

// Seat returns the seat that the last step of a button names.
func (b Button) Seat() (games.Seat, error) {
	b.Steps = b.Steps[max(len(b.Steps)-1, 0):]
	n, _, err := b.Numbered()
	if err != nil {
		return games.Spectator, err
	}
	return games.Seat(n), nil
}

// Bounds of the buttons of a message. A fifth button of a row wraps on some phones, so choices
// have four places, and what belongs to no place may stand fifth.
const (
	maxRows = 5
	inRow   = 5 // buttons in a row
	across  = 4 // choices in a row
)

// A spot is a button of a step: a choice, or an area that opens; empty where there is nothing to
// choose.
type spot struct {
	Choice games.Choice
	Area   int // its number, from 1; 0 for a choice
	Empty  bool
}

// layOut lays the choices of a step out as rows of buttons, as they lie on the picture; of a
// Grid that is too large its areas, or the choices of the area with a number. Rows before the
// first choice and after the last one are left out. Choices without a place are left to the caller.
// It returns nil for a step that needs menus.
func layOut(step games.Step, area int) [][]spot {
	var rows [][]spot
	areas := step.Areas()
	switch {
	case step.Lies == games.List:
		return nil
	case step.Lies != games.Grid:
		var row []spot
		for _, c := range step.Choices {
			if c.Placed() {
				row = append(row, spot{Choice: c})
			}
		}
		rows = Evenly(row)
	case len(areas) == 0:
		rows = spots(step, games.Area{Wide: step.Wide, High: step.High})
	default:
		rows = openSpots(step, area)
	}
	rows = trimmed(rows)
	if len(rows) > maxRows || slices.ContainsFunc(rows, func(row []spot) bool { return len(row) > inRow }) {
		return nil
	}
	return rows
}

// trimmed returns rows from the first to the last that has a choice. Those between stay, so that
// buttons lie as far below each other as their choices do on the picture.
func trimmed(rows [][]spot) [][]spot {
	full := func(row []spot) bool { return slices.ContainsFunc(row, func(s spot) bool { return !s.Empty }) }
	first := slices.IndexFunc(rows, full)
	if first < 0 {
		return rows[:0]
	}
	for !full(rows[len(rows)-1]) {
		rows = rows[:len(rows)-1]
	}
	return rows[first:]
}

// Evenly parts a row into as few rows of up to four as can be, whose lengths differ by one at most:
// five choices lie as three and two.
func Evenly[T any](row []T) [][]T {
	var rows [][]T
	for n := (len(row) + across - 1) / across; n > 0; n-- {
		long := (len(row) + n - 1) / n
		rows, row = append(rows, row[:long:long]), row[long:]
	}
	return rows
}

// label returns what the button of a choice says in its place.
func label(c games.Choice) games.Text {
	switch {
	case c.Tiny.Key != "":
		return c.Tiny
	case c.Short.Key != "":
		return c.Short
	}
	return c.Label
}

// tellApart gives choices that would read alike their longer labels, for people who hear the buttons and do not see
// their places.
func tellApart(rows [][]spot, say func(games.Text) string) {
	alike := map[string]int{}
	for _, s := range slices.Concat(rows...) {
		alike[say(s.Choice.Tiny)]++
	}
	for _, row := range rows {
		for x := range row {
			if c := &row[x].Choice; alike[say(c.Tiny)] > 1 {
				c.Tiny = games.Text{}
			}
		}
	}
}

// blank returns the label of a spot with nothing to choose. It is about as long as the labels of the
// others, so that buttons lie as the spots do, and has points at its ends: clients drop spaces there.
func blank(rows [][]spot, say func(games.Text) string) string {
	long := 1
	for _, s := range slices.Concat(rows...) {
		if !s.Empty && s.Area == 0 {
			long = max(long, utf8.RuneCountInString(say(label(s.Choice))))
		}
	}
	if long == 1 {
		return "·"
	}
	return "·" + strings.Repeat("\u2007", long-1) + "·"
}

// spots are the places of an area, with their choices.
func spots(step games.Step, a games.Area) [][]spot {
	rows := make([][]spot, a.High)
	for i := range rows {
		rows[i] = slices.Repeat([]spot{{Empty: true}}, a.Wide)
	}
	for _, c := range step.Choices {
		if c.Placed() && a.Has(c) {
			rows[c.Y-a.Y][c.X-a.X] = spot{Choice: c}
		}
	}
	return rows
}

// openSpots are the places of the area with a number. A single column lies in a row, so that the
// labels tell more than the places. Without such an area they are all areas.
func openSpots(step games.Step, number int) [][]spot {
	areas := step.Areas()
	area, ok := step.Area(number)
	if !ok {
		return areaSpots(step, areas)
	}
	if number > len(areas) {
		step.Choices = match.Without(step.Choices, func(c games.Choice) bool { return !c.Placed() || !area.Has(c) })
		return inLine(step)
	}
	return spots(step, area)
}

// inLine are the choices of a step in rows without the places between them, row by row from the top left of a Grid, so
// their labels say all.
func inLine(step games.Step) [][]spot {
	var row []spot
	for _, c := range step.Choices {
		if c.Placed() {
			c.Tiny = games.Text{}
			row = append(row, spot{Choice: c})
		}
	}
	if step.Lies == games.Grid {
		slices.SortStableFunc(row, func(a, b spot) int {
			return cmp.Or(cmp.Compare(a.Choice.Y, b.Choice.Y), cmp.Compare(a.Choice.X, b.Choice.X))
		})
	}
	return Evenly(row)
}

// areaSpots are the areas of a step, as they lie.
func areaSpots(step games.Step, areas []games.Area) [][]spot {
	var rows [][]spot
	for i, a := range areas {
		if a.X == 0 {
			rows = append(rows, nil)
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], spot{Area: i + 1, Empty: !slices.ContainsFunc(step.Choices, a.Has)})
	}
	return rows
}

// unplaced returns the choices of a step that have no place on the picture, such as a swap.
func unplaced(step games.Step) []games.Choice {
	return match.Without(step.Options(), games.Choice.Placed)
}

// onlyArea returns the number of the only area of a step that has choices; 0 where several have.
func onlyArea(step games.Step) int {
	found := 0
	for i, a := range step.Areas() {
		switch {
		case !slices.ContainsFunc(step.Choices, a.Has):
		case found > 0:
			return 0
		default:
			found = i + 1
		}
	}
	return found
}
