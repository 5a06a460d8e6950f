// Package games says what a game is: seats, moves, positions, the views that seats
// have of them, and the words for it all.
//
// Its policy: a game is plain rules. It knows no clock, no Discord, no store, and no
// source of chance but the seed in its [Setup]. A position is a value: a move makes a
// new one and leaves the old one as it was. The one way out of a position is a [View],
// which holds what one seat may know; pictures, texts, menus and opponents are made
// from Views.
//
// A match is a [Setup] and a log of plies, and nothing else is kept of it: [Replay]
// makes the position again, the same on every machine and for ever.
//
// Start with [Game] and [State]. A game of two embeds [Duel].
package games

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"slices"
)

// A Seat is a place at the table; 0 is the first seat.
type Seat int

// Spectator stands for everybody without a seat, who sees what all may see.
const Spectator Seat = -1

// A Move is a move in the game's own notation. One move has one spelling.
type Move string

// The system moves, which every game understands and only the system plays, for a seat
// that does not play. [State.Legal] never lists them; each game's rules say what they do.
const (
	Lapse  Move = "lapse"  // time ran out for the move that the seat owes
	Leave  Move = "leave"  // the seat resigned, or is out for good
	Spent  Move = "spent"  // the seat leaves: its time for the whole game ran out
	Absent Move = "absent" // the seat leaves: its player is not in the server any more
	Return Move = "return" // a seat that left or lapsed plays again
	Draw   Move = "draw"   // agreed by all
)

// System reports whether a move is a system move, [Back] too.
func (m Move) System() bool {
	return m == Lapse || m.Leaves() || m == Return || m == Draw || m.BackBy() > 0
}

// Leaves reports whether a system move takes its seat out of the game. To the rules all such
// moves are alike; what is said of them differs.
func (m Move) Leaves() bool { return m == Leave || m == Spent || m == Absent }

// A Ply is one move by one seat, a line of the log.
type Ply struct {
	Seat Seat `json:"seat"`
	Move Move `json:"move"`
}

// A Setup is everything that a match starts from. Equal setups and equal moves give
// equal positions, for ever.
type Setup struct {
	Game    string            `json:"game"`
	Rules   int               `json:"rules"` // version of the game's rules when the match began
	Seats   int               `json:"seats"`
	Options map[string]string `json:"options"` // every option of the game, by name; see Option.Later
	Seed    Seed              `json:"seed"`    // source of every chance event
	// the first position, for a game that deals openly while its seed is secret; else nil
	Deal Deal `json:"deal,omitempty"`
}

// ErrRules is returned by [Game.Start] for an unknown version of the rules. Such a match
// is shown, not played.
var ErrRules = errors.New("unknown version of the rules")

// A Game makes positions. Some games have more to offer, which they say by further
// interfaces: [Opponent], [Positioner], [Opener].
type Game interface {
	Info() Info

	// Start returns the position before the first move, from the deal if there is one. Options
	// must be complete (see Info.Check), but may have values that no table offers. It returns a
	// *Refusal for seats and options that do not go together, and ErrRules.
	Start(Setup) (State, error)

	// Parse turns a text that a person typed, made [Straight], in any spelling that the game
	// understands, into the one spelling of the move. It looks at no position, so the move need not
	// be legal. It returns a *Refusal for any other text. The value Example of its sentence is a move;
	// in its place a player is shown one that they can make.
	Parse(text string) (Move, error)

	// Example returns a position that teaches the game, always the same one.
	Example() Example

	// Scenes gives positions worth a picture, always the same ones. Each has a golden
	// picture in imaging/testdata. One is a preview, one is in high contrast, one is the
	// end of a game, and one has a step of a move.
	Scenes() []Scene
}

// An Example is a position that goes with the rules, as a picture and in words. Its
// game is not over, and its options may have values that no table offers.
type Example struct {
	Setup   Setup
	Log     []Ply // moves of players only
	Seat    Seat  // the seat that looks; Spectator in a game that hides nothing
	Caption Text  // what to look at, for a line below the board
	Alt     Text  // the picture in words
}

// A State is one position. It is a value: no method changes it. Some states have more
// to offer, which they say by further interfaces: [Bidder], [Reader], [Completer], [Trier], [Perfter],
// [Valuer], [Offerer], [Notator].
type State interface {
	// ToMove returns the seats that owe a move, ascending: several when they choose at
	// once, none when the game is over.
	ToMove() []Seat

	// In returns the seats whose players still play, ascending: those that may leave,
	// and whose agreement a draw needs.
	In() []Seat

	// Legal returns every move of a seat, sorted bytewise. A seat that owes nothing may
	// have some too: a bid that may still change.
	Legal(Seat) []Move

	// Step returns the next step of making a move, after the values picked in the steps
	// before; without choices when those lead nowhere. Steps reach every legal move, and
	// Play accepts every move that they reach.
	Step(s Seat, picked []string) Step

	// Shown returns the View of a seat with a move in the making: what is picked, and what
	// may be picked next, and where there are few, the positions that the choices lead to.
	// Values that make a move give the View after it, or what a [Trier] tries. It tells
	// nothing that View does not. Values that lead nowhere give the plain View.
	Shown(s Seat, picked []string) View

	// Play returns the position after a move in its one spelling, or after a system
	// move. It returns a *Refusal, and no position, for anything else.
	Play(Seat, Move) (State, error)

	// View returns everything that the seat may know. A seat that does not exist sees
	// what Spectator sees.
	View(Seat) View

	// Result returns the result, and whether the game is over.
	Result() (Result, bool)

	// MarshalJSON writes an object with everything, hidden things too, so that no two
	// different positions write the same. It is for tests and for programs that have
	// the seed; no person is shown it.
	MarshalJSON() ([]byte, error)
}

// An Offerer is a State that knows what the first step of a seat offers without making it: a replay
// compares that at every ply.
type Offerer interface {
	// Offers returns a value that is the same for two positions of a game exactly if the first
	// steps of the seat offer the same.
	Offers(Seat) any
}

// A Notator is a State that writes its game so far for other programs, for its record.
type Notator interface {
	Notation() string
}

// A Perfter is a State of a game of two without chance that counts its moves.
type Perfter interface {
	// Perft returns the number of sequences of depth moves from here; 1 for a depth of
	// 0, and 0 for any other once the game is over.
	Perft(depth int) int
}

// A Valuer is a State of a game that is solved.
type Valuer interface {
	// Value returns what the board is worth to the seat to move with best play: "win 15"
	// or "loss 14" in so many plies, 0 for a game that is decided, or "tie".
	Value() string
}

// A Trier is a State of a game that hides something. A move may bring out what its seat
// must not know before it is made, so a seat that considers one tries it.
type Trier interface {
	// Try returns the View of a seat with a legal move marked, and nothing that follows
	// from the move.
	Try(seat Seat, m Move) View
}

// A Reader is a State of a game in which a text may mean a move only where it is typed, such as "Nf3".
type Reader interface {
	// Read is [Game.Parse] for a text of a seat: it reads everything that Parse reads, and more.
	Read(s Seat, text string) (Move, error)
}

// Read reads a [Straight] text of a seat at a position.
func Read(g Game, at State, s Seat, text string) (Move, error) {
	if r, ok := at.(Reader); ok {
		return r.Read(s, text)
	}
	return g.Parse(text)
}

// A Bidder is a State of a game in which seats at times choose in secret. Where a bid is owed, it reads a text as a bid,
// which need not say so.
type Bidder interface {
	Reader

	// Bidding reports whether a bid is owed now. A bid is known to its seat alone, and
	// may be changed until every seat that owes one has made it.
	Bidding() bool
}

// A Completer is a State of a game whose Parse refuses parts of moves.
type Completer interface {
	// Complete returns a move of a seat, legal or not, that begins with a part that a person typed, such as a
	// face to turn. What refuses the move refuses the part, if no step offers it. It is empty for any other text.
	Complete(s Seat, part string) Move
}

// A Positioner is a Game that can begin from a position in the game's notation.
type Positioner interface {
	// FromPosition returns the position of a text, or a *Refusal.
	FromPosition(text string) (State, error)
}

// A View is what one seat may know of a position: a plain struct of the game, which
// shares no memory with its State.
type View interface {
	// String returns the board as text, with the letters of [Sides], the same in every language, in
	// lines of equal meaning and at most 700 characters.
	String() string

	// Words returns the words that go with the board.
	Words() Words
}

// A Spoken is a View of a game without a board to draw by letters: String is a notation, and people read InWords.
type Spoken interface {
	View

	// InWords says the same as String, in lines of at most 700 characters with names of eight letters.
	InWords() Text
}

// A UCI is a View of a game that other programs play by the Universal Chess Interface. The game reads their moves.
type UCI interface {
	View

	// UCI returns the position as that writes it: "fen …", which may go on with " moves …".
	UCI() string
}

// Words go with a board. A zero Text says nothing.
type Words struct {
	Last  []Text // what the last ply did, a sentence each; none before the first
	Sides []Text // what each seat plays as, by seat ("Orange"); nil where seats are alike
	Score Text   // how it stands
	Warns Text   // what the seat to move loses by, unless it sees to it now; zero where nothing threatens
	Signs Text   // what @ and # mean on the board as text, said below it; zero where there are none
	Owes  Text   // what a seat that is to move has to do
	Own   Text   // a secret of the seat that looks: its bid, or one that it tries ("bid 17")

	Line Text   // what came of the newest unit, for a line of the game's record: "Ann ↻ d3, keeps d4"
	Unit int    // the number of that unit, from 1: a ply or, in a game of bids, an auction; 0 before the first
	Open bool   // whether more is to come of that unit; its line is told once it is complete
	Ends bool   // whether it is the last one of a part of the game, such as a round, or of the game
	Also []Text // if it is complete, the lines of the units just before it that the same ply completed, oldest first

	Captions []Text // what the symbols of the picture mean, for a newcomer, in the order in which it has room for them

	Dummies int // seats after those of the players, which the rules play
}

// A Text is something said to a person: the key of a sentence and the values in it. A
// value is a string, an int, a Seat (said as the name of its player), a list of strings or
// of Seats, an Either, a Quoted, or another Text. The value "Count", an int, chooses between singular
// and plural.
//
// A game says the keys of its own catalogue, which begin with its name, and SharedKeys.
type Text struct {
	Key   string
	pairs []any // name, value, name, value; nothing writes to them, so that Texts may share them
}

// Say makes a Text from a key and its values: name, value, name, value. It keeps the pairs, to which the caller
// writes no more.
func Say(key string, pairs ...any) Text { return Text{key, pairs} }

// Args returns the values by their names.
func (t Text) Args() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for i := 0; i+1 < len(t.pairs); i += 2 {
			if !yield(t.pairs[i].(string), t.pairs[i+1]) {
				return
			}
		}
	}
}

// Arg returns the value of a name, nil if there is none.
func (t Text) Arg(name string) any {
	for called, value := range t.Args() {
		if called == name {
			return value
		}
	}
	return nil
}

// With returns the Text with one value more, or another one.
func (t Text) With(name string, value any) Text {
	pairs := slices.Clone(t.pairs)
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] == name {
			pairs[i+1] = value
			return Say(t.Key, pairs...)
		}
	}
	return Say(t.Key, append(pairs, name, value)...)
}

// A writtenText is a Text as it is written.
type writtenText struct {
	Key  string         `json:"key"`
	Args map[string]any `json:"args,omitempty"`
}

func (t Text) written() writtenText { return writtenText{t.Key, maps.Collect(t.Args())} }

// String writes the key and the values.
func (t Text) String() string { return fmt.Sprint(t.written()) }

// MarshalJSON writes the key, and the values as an object.
func (t Text) MarshalJSON() ([]byte, error) { return json.Marshal(t.written()) }

// UnmarshalJSON reads what MarshalJSON has written. Values are what JSON makes of them.
func (t *Text) UnmarshalJSON(written []byte) error {
	var r writtenText
	err := json.Unmarshal(written, &r)
	*t = Text{Key: r.Key}
	for _, name := range slices.Sorted(maps.Keys(r.Args)) {
		t.pairs = append(t.pairs, name, r.Args[name])
	}
	return err
}

// Either lists what to pick one of. It is said as "a1, b3 or c2", and a single value as itself.
type Either []string

// Quoted lists values to type one of. It is said as "`on` or `off`", so that a value of several words is seen to be one.
type Quoted []string

// A Result is the end of a game. Every seat has a place and a score, dummies after the
// players.
type Result struct {
	Places []int // by seat, 1 is best; equal places are shared
	Scores []int // by seat
	Reason Text  // a sentence with the value Outcome, which Result.Outcome gives it: "… with the largest group, 43 to 16"
}

// Traditional stands in place of the designer of a game of whom nobody knows the name.
const Traditional = "traditional"

// Info is what Parlour must know of a game to offer it.
type Info struct {
	Name     string   // in commands and records: lower case letters
	Title    string   // as people say it
	Also     []string // other names that people type
	Designer string
	Source   string // address at which the rules are published
	Rules    int    // newest version of the rules
	MinSeats int
	MaxSeats int
	Options  []Option
	Hidden   bool // whether a seat may know something that another may not
	Chance   bool // whether it draws from the seed
	Forfeit  bool // whether a lapse loses the game; the opponent may claim the win or wait
	// whether it is an experiment of this project's: its title ends in ExperimentMark, and only a bot that names it
	// offers it
	Experiment bool
	Locale     fs.FS // the game's sentences, a file a language: locale/en.json
}

// An Option is a choice made when a table opens. Its description is in the game's
// catalogue, under "<game>.option.<name>". So are the words of its values: "<game>.option.<name>.<value>"
// of one, and "<game>.option.<name>.each" with {{.Value}} of all the others.
type Option struct {
	Name    string
	Values  []string // every value that a table may choose, at most 25
	Default string
	Shown   bool   // whether a table says it even where it is the default, such as the size of a board
	Later   bool   // whether there were games without it: a setup leaves it out where it has the default
	Draws   string // the only value with which the game draws from its seed; empty if this option does not matter to that
}
