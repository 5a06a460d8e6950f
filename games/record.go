package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"time"
)

// A Record is a whole match, written and read as JSON: its setup, every ply with its time,
// and the result.
//
// A record from before the end has no seed, since the seed tells what is still to come. If the
// game deals openly, the record has the deal instead.
type Record struct {
	Form int `json:"form"` // [RecordForm]
	Setup
	Told   *Seed         `json:"seed,omitempty"` // the seed of the setup; nil while it is secret
	Time   string        `json:"time,omitempty"` // how much time each player had, in English; empty if nobody noted it
	Pauses []Pause       `json:"pauses,omitempty"`
	Away   []Absence     `json:"away,omitempty"`
	Moves  []RecordedPly `json:"moves"`
	Result *Outcome      `json:"result"`         // nil while the game goes on
	Text   string        `json:"text,omitempty"` // what a [Notator] writes
	Proof  *Proof        `json:"proof,omitempty"`
}

// RecordForm is the number of the form of a [Record] and a [Revealed]. From 0.1.0 on a form is frozen: records of it are
// read for ever, as games/*/testdata/records has them. A field more, or another meaning, is a form with the next number,
// which [DecodeRecord] reads beside this one.
const RecordForm = 1

// A Deal is the first position of a match, as [State.MarshalJSON] writes it.
type Deal = json.RawMessage

// ErrDeal refuses a deal that a game cannot have with its options.
var ErrDeal = errors.New("this deal is not a first position of such a game")

// IsDeal reports whether a first position is written like a deal, however that is spaced.
func IsDeal(first State, written Deal) bool {
	made, err := first.MarshalJSON()
	var told, same any
	if err != nil || json.Unmarshal(written, &told) != nil || json.Unmarshal(made, &same) != nil {
		return false
	}
	return reflect.DeepEqual(told, same)
}

// A Revealed is the part of a record that everybody may know while the game goes on: no seed,
// no moves. As JSON it is a record too, which [DecodeRecord] reads.
type Revealed struct {
	Form    int               `json:"form"` // [RecordForm]
	Game    string            `json:"game"`
	Rules   int               `json:"rules"`
	Seats   int               `json:"seats"`
	Options map[string]string `json:"options"`
	Proof   *Proof            `json:"proof"`
}

// A RecordedPly is a ply and when it was made.
type RecordedPly struct {
	Ply
	At time.Time `json:"at"`
}

// An Outcome is a Result without its words.
type Outcome struct {
	Places []int `json:"places"`
	Scores []int `json:"scores"`
}

// A Pause is a time in which the players paused a match.
type Pause struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// An Absence is a time in which the clock of a seat stood because its player did not come.
type Absence struct {
	Seat Seat `json:"seat"`
	Pause
}

// ErrNewer is wrapped by the errors about a record of a form that this program does not know.
var ErrNewer = errors.New("a newer Parlour made this record: read it with that one")

// ErrRecord is wrapped by the errors of [ReadRecord] about a text that is no record, or a
// record of an unknown game.
var ErrRecord = errors.New("this is not a record of a game")

// Log returns the plies of a record.
func (r Record) Log() []Ply {
	log := make([]Ply, len(r.Moves))
	for i, m := range r.Moves {
		log[i] = m.Ply
	}
	return log
}

// NewRecord returns the record of a match in its present state. Before the end it has no seed;
// [Record.Open] and [Record.Reveal] make it complete again.
func NewRecord(s Setup, moves []RecordedPly, now State) Record {
	r := Record{Form: RecordForm, Setup: s, Moves: slices.Clone(moves), Result: outcome(now)}
	r.Setup.Seed = Seed{}
	if r.Result != nil && s.Deal == nil {
		r.Reveal(s.Seed)
	}
	if r.Moves == nil {
		r.Moves = []RecordedPly{}
	}
	r.Text = notation(now)
	for i := range r.Moves {
		r.Moves[i].At = r.Moves[i].At.UTC()
	}
	return r
}

// Reveal puts the seed into a record. It is for games in which nothing is secret any more.
func (r *Record) Reveal(s Seed) { r.Setup.Seed, r.Told = s, &s }

// Wordless returns the record without the words that players said, of which the hashes prove the deal.
func (r Record) Wordless() Record {
	if r.Proof == nil {
		return r
	}
	p := *r.Proof
	p.Shares = slices.Clone(p.Shares)
	for i := range p.Shares {
		if p.Shares[i].Word != "" {
			p.Shares[i].Word, p.Shares[i].Salt = "", nil
		}
	}
	r.Proof = &p
	return r
}

// Open puts the deal, which is the first position, into a record without a seed. It does so only
// if the game deals openly.
func (r *Record) Open(info Info, first State) (err error) {
	if r.Told == nil && r.Deal == nil && info.With(r.Options).DealsOpenly() {
		r.Deal, err = first.MarshalJSON()
	}
	return err
}

// dealt refuses a record that does not say what was dealt, or has a deal where none belongs.
func (r Record) dealt(info Info) error {
	switch info = info.With(r.Options); {
	case r.Deal != nil && (r.Told != nil || !info.DealsOpenly()):
		return fmt.Errorf("%w: it has a deal that does not belong there", ErrRecord)
	case r.Told == nil && r.Deal == nil && info.Chance:
		return fmt.Errorf("%w: it does not say what was dealt", ErrRecord)
	}
	return nil
}

// notation returns what a [Notator] writes, and "" for any other State.
func notation(s State) string {
	if n, ok := s.(Notator); ok {
		return n.Notation()
	}
	return ""
}

// outcome returns the outcome of a game that is over, and else nil.
func outcome(s State) *Outcome {
	result, over := s.Result()
	if !over {
		return nil
	}
	return &Outcome{result.Places, result.Scores}
}

// ReadRecord reads a record of one of the games and plays every move of it. It returns a
// [*BadPly] for the first move that cannot have been made, [ErrRules] for unknown rules,
// and an error that wraps [ErrRecord] for everything else.
func ReadRecord(list []Game, data []byte) (Record, State, error) {
	r, err := DecodeRecord(data)
	if err != nil {
		return Record{}, nil, err
	}
	i := slices.IndexFunc(list, func(g Game) bool { return g.Info().Name == r.Game })
	if i < 0 {
		return Record{}, nil, fmt.Errorf("%w: there is no game %q", ErrRecord, r.Game)
	}
	state, err := r.check(list[i])
	if err != nil {
		return Record{}, nil, err
	}
	return r, state, nil
}

// DecodeRecord reads a record and plays nothing. Its errors wrap [ErrRecord], or [ErrNewer].
func DecodeRecord(data []byte) (Record, error) {
	var r Record
	var of struct{ Form int }
	if json.Unmarshal(data, &of) == nil && of.Form > RecordForm {
		return Record{}, ErrNewer
	}
	lines := json.NewDecoder(bytes.NewReader(data))
	lines.DisallowUnknownFields()
	if err := lines.Decode(&r); err != nil {
		return Record{}, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	if _, err := lines.Token(); !errors.Is(err, io.EOF) {
		return Record{}, fmt.Errorf("%w: something follows it", ErrRecord)
	}
	if r.Form != RecordForm {
		return Record{}, fmt.Errorf("%w: it says no form", ErrRecord)
	}
	if r.Told != nil {
		r.Seed = *r.Told
	}
	return r, nil
}

// check plays the moves of a record, in the order of their times, and compares the result.
func (r Record) check(g Game) (State, error) {
	inTime := len(r.Moves)
	for i := len(r.Moves) - 1; i > 0; i-- {
		if r.Moves[i].At.Before(r.Moves[i-1].At) {
			inTime = i
		}
	}
	if err := r.dealt(g.Info()); err != nil {
		return nil, err
	}
	state, _, err := Replay(g, r.Setup, r.Log()[:inTime])
	if err != nil {
		return nil, err
	}
	if inTime < len(r.Moves) {
		return nil, &BadPly{inTime, r.Moves[inTime].Ply, errEarlier}
	}
	if got := outcome(state); !got.equal(r.Result) {
		return nil, fmt.Errorf("%w: its moves lead to another result", ErrRecord)
	}
	if r.Text != "" && r.Text != notation(state) {
		return nil, fmt.Errorf("%w: its text tells another game", ErrRecord)
	}
	return state, nil
}

var errEarlier = errors.New("it was made before the one before it")

func (o *Outcome) equal(p *Outcome) bool {
	if o == nil || p == nil {
		return o == p
	}
	return slices.Equal(o.Places, p.Places) && slices.Equal(o.Scores, p.Scores)
}
