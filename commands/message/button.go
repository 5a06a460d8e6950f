package message

import (
	"net/url"
	"strconv"
	"strings"

	"parlour/commands/match"
	"parlour/games"
)

// buttonFormat is the number of the form of a [Button]'s text.
const buttonFormat = "1"

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

// NewButton returns a button about a match as it is now.
func NewButton(m *match.Match, verb Verb, steps ...string) Button {
	return Button{m.ID, m.Turn, verb, steps}
}

// A Verb is what a button or a menu does. Package commands has the handler of each.
type Verb string

// The verbs of a table.
const (
	VerbJoin     Verb = "join"
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
)

// The verbs of a board, and of a question about it. The first step of [VerbYes] and [VerbNo] is the
// number of the question.
const (
	VerbMove    Verb = "move"
	VerbOpen    Verb = "open"
	VerbView    Verb = "view"
	VerbText    Verb = "text"
	VerbMore    Verb = "more"
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
	VerbEngage     Verb = "engage"
	VerbDismiss    Verb = "dismiss"
	VerbPick       Verb = "pick"
	VerbPage       Verb = "page"
	VerbConfirm    Verb = "confirm"
	VerbOffer      Verb = "offer"
	VerbAsk        Verb = "ask"
	VerbResign     Verb = "resign"
	VerbOff        Verb = "off"
	VerbReturn     Verb = "return"
	VerbSeat       Verb = "seat"
	VerbKeepSeat   Verb = "keepseat"
	VerbRules      Verb = "rules"
	VerbKeep       Verb = "keep"
	VerbClose      Verb = "close"
	VerbServer     Verb = "server"
	VerbWhich      Verb = "which"
	VerbPalette    Verb = "palette"
	VerbBar        Verb = "bar"
	VerbUnblock    Verb = "unblock"
	VerbBack       Verb = "back"
	VerbHere       Verb = "here"
	VerbAgain      Verb = "again"
	VerbOption     Verb = "option"
	VerbOptionPage Verb = "optionpage"
	VerbDown       Verb = "down"
	VerbTakeback   Verb = "takeback"
	VerbGive       Verb = "give"
	VerbType       Verb = "type"
	VerbPlan       Verb = "plan"
	VerbForget     Verb = "forget"
	VerbPoint      Verb = "point"
	VerbDirect     Verb = "direct"
	VerbZone       Verb = "zone"
	VerbPractise   Verb = "practise"
	VerbGame       Verb = "game"
	VerbAnother    Verb = "another"
	VerbCheck      Verb = "check"
	VerbMyData     Verb = "mydata"
	VerbForgetMe   Verb = "forgetme"
	VerbEraseMe    Verb = "eraseme"
	VerbKeepMe     Verb = "keepme"

	verbNone Verb = "none" // of a spot with nothing to choose, which is disabled
)

// numberedButton returns a button whose first step is a number.
func numberedButton(m *match.Match, verb Verb, n int, steps []string) Button {
	return NewButton(m, verb, append([]string{strconv.Itoa(n)}, steps...)...)
}

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
		return Button{}, games.Refuse("refuse.button")
	}
	turn, err := strconv.Atoi(parts[2])
	if err != nil {
		return Button{}, games.Refuse("refuse.button")
	}
	b := Button{Match: parts[1], Turn: turn, Verb: Verb(parts[3])}
	for _, s := range parts[4:] {
		step, err := url.QueryUnescape(s)
		if err != nil {
			return Button{}, games.Refuse("refuse.button")
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
	if len(b.Steps) == 0 {
		return 0, nil, games.Refuse("refuse.button")
	}
	if n, err = strconv.Atoi(b.Steps[0]); err != nil {
		return 0, nil, games.Refuse("refuse.button")
	}
	return n, b.Steps[1:], nil
}

// Seat returns the seat that the last step of a button names.
func (b Button) Seat() (games.Seat, error) {
	if len(b.Steps) == 0 {
		return games.Spectator, games.Refuse("refuse.button")
	}
	n, err := strconv.Atoi(b.Steps[len(b.Steps)-1])
	if err != nil {
		return games.Spectator, games.Refuse("refuse.button")
	}
	return games.Seat(n), nil
}
