// Package games says what a game is: seats, moves, positions, what a seat may
// see, and the words for it.
//
// Its policy: a game is plain rules. It knows no clock, no Discord, no store
// and no source of chance but the seed in its Setup. A position is a value:
// playing a move makes a new one and leaves the old as it was. The one way out
// of a position is a View, which holds what one seat may know and nothing else;
// pictures, texts, menus and opponents are made from Views.
//
// A match is a Setup and a log of plies. Nothing else is kept of it: Replay
// makes the position again, the same on every machine and for ever.
package games

import (
	"errors"
	"io/fs"
)

// A Seat is a place at the table; 0 is the first seat.
type Seat int

// Spectator is the seat of everybody who has none: it sees what all may see.
const Spectator Seat = -1

// A Move is a move in the game's own notation. One move has one spelling.
type Move string

// The moves of the host, which every game understands, for a seat that does not
// play. Legal never lists them, and no player types them. Each game's rules say
// what they do there.
const (
	Lapse  Move = "lapse"  // time ran out for what the seat owes
	Leave  Move = "leave"  // the seat resigned, or is out for good
	Return Move = "return" // a seat that left or lapsed plays again
	Draw   Move = "draw"   // agreed by all
)

// Host reports whether a move is one of the host's.
func (m Move) System() bool { return m == Lapse || m == Leave || m == Return || m == Draw }

// A Ply is one move by one seat, a line of the log.
type Ply struct {
	Seat Seat `json:"seat"`
	Move Move `json:"move"`
}

// InTurn returns the plies of seats that move one after the other, from the first.
func InTurn(seats int, moves ...Move) []Ply {
	log := make([]Ply, len(moves))
	for i, m := range moves {
		log[i] = Ply{Seat(i % seats), m}
	}
	return log
}

// A Setup is all that a match starts from. Equal setups and equal moves give
// equal positions, for ever.
type Setup struct {
	Game    string            `json:"game"`
	Rules   int               `json:"rules"` // version of the game's rules when the match began
	Seats   int               `json:"seats"`
	Options map[string]string `json:"options"` // every option of the game, by name
	Seed    Seed              `json:"seed"`    // source of every chance event
}

// ErrRules is returned by Start for a version of the rules that it does not
// know. Such a match is shown, not played.
var ErrRules = errors.New("unknown version of the rules")

// A Game makes positions.
type Game interface {
	Info() Info

	// Start gives the position before the first move. It fills no gaps: options
	// must be complete (see Info.Complete and Info.Check). It may take values
	// that no table offers. It returns a *Refusal for seats and options that do
	// not go together and ErrRules for rules that it does not know.
	Start(Setup) (State, error)

	// Parse turns what a person typed, in any spelling that the game
	// understands, into the one spelling of that move. It looks at no position:
	// the move need not be legal. It returns a *Refusal that shows the notation
	// when the text is no move of this game.
	Parse(text string) (Move, error)

	// Example gives a position that teaches the game, always the same one.
	Example() Example
}

// An Example is a position that goes with the rules, as a picture and in words. Its
// game goes on, and its options may be some that no table offers.
type Example struct {
	Setup   Setup
	Log     []Ply // moves of the players alone
	Seat    Seat  // who looks; Spectator in a game that hides nothing
	Caption Text  // what to look at, for a line below the board
	Alt     Text  // what there is to see
}

// A State is one position. It is a value: no method changes it.
type State interface {
	// ToMove returns the seats that owe a move, ascending: several when they
	// choose at once, none when the game is over.
	ToMove() []Seat

	// In returns the seats whose players still play, ascending: those who may
	// leave, and whose agreement a draw needs. A seat that left is not in.
	In() []Seat

	// Legal returns every move of a seat, sorted bytewise. It may be non-empty
	// for a seat that owes nothing (a bid that may still change).
	Legal(Seat) []Move

	// Choices returns the next step of making a move, after the values of the
	// steps already picked: nil when those steps lead nowhere. Every legal move
	// can be reached through Choices, and every move reached is accepted by Play.
	Choices(s Seat, picked []string) []Choice

	// Play returns the position after a move in its one spelling, or after a
	// move of the host. It returns a *Refusal, and no position, for anything else.
	Play(Seat, Move) (State, error)

	// View returns all that the seat may know. Any seat that does not exist sees
	// what Spectator sees.
	View(Seat) View

	// Result returns the result, and whether the game is over.
	Result() (Result, bool)

	// MarshalJSON writes everything, hidden things too, as an object. It is for
	// tests and for programs that have the seed anyway: no person is shown it.
	MarshalJSON() ([]byte, error)
}

// A Perfter is a State that counts, for a game of two without chance.
type Perfter interface {
	// Perft returns how many sequences of moves of a length there are from here;
	// a depth of 0 has one. A game that is over has none of any length above 0.
	Perft(depth int) int
}

// A Valuer is a State of a game that is solved.
type Valuer interface {
	// Value says what the board is worth to the seat to move when all play their
	// best: "win 15" or "loss 14" in so many plies, 0 for one decided, or "tie".
	Value() string
}

// A Trier is a State of a game that hides something. What a move brings about may show
// what its seat may not know yet, so the seat tries it without making it.
type Trier interface {
	// Try returns what a seat sees when it tries a legal move: the position as it is
	// with the move marked, and nothing that follows from it.
	Try(seat Seat, m Move) View
}

// A Bidder is a State of a game in which seats at times choose in secret.
type Bidder interface {
	// Bidding reports whether what is owed now is a bid. Nobody but its seat learns a
	// bid, and it may be changed, until all who are asked have made theirs.
	Bidding() bool

	// ParseBid is [Game.Parse] for a text that is known to be a bid, so it need not
	// say that it is one: what Parse understands stays the same, and more is read.
	ParseBid(text string) (Move, error)
}

// A Positioner is a Game that can begin from a position in the game's notation.
type Positioner interface {
	// FromPosition returns the position that a text says, or a *Refusal.
	FromPosition(text string) (State, error)
}

// A View is what one seat may know of a position. It is a plain struct of its
// game, which shares no memory with the State that it came from.
type View interface {
	// String is the board as text: notation, the same in every language, in
	// lines of equal meaning, at most 700 characters.
	String() string

	// Words says in words what goes with the board.
	Words() Words
}

// Words go with a board. A zero Text says nothing.
type Words struct {
	Last  []Text // what the last ply did, a sentence each; none before the first
	Sides []Text // what each seat plays as, by seat ("Orange"); nil where seats are alike
	Score Text   // how it stands
	Owes  Text   // what a seat that is to move has to do
	Own   Text   // what the seat that looks has bid, or tries to, while that is its secret: "bid 17"

	Dummies int // seats after those of the players, which the rules play
}

// A Text is something said to a person: a key of a catalogue and its values. A
// value is a string, an int, a Seat or several (said as the names of who sits
// there) or another Text. The value "Count", an int, chooses between singular
// and plural.
type Text struct {
	Key  string         `json:"key"`
	Args map[string]any `json:"args,omitempty"`
}

// Say makes a Text from a key and its values: name, value, name, value.
func Say(key string, pairs ...any) Text {
	t := Text{Key: key}
	for i := 0; i+1 < len(pairs); i += 2 {
		if t.Args == nil {
			t.Args = make(map[string]any, len(pairs)/2)
		}
		t.Args[pairs[i].(string)] = pairs[i+1]
	}
	return t
}

// A Choice is one value of one step of a menu. Values are 1 to 20 characters of
// letters, digits, '*', '+' and '-', and unique within their step. The values of
// all the steps of a move have at most 60 characters together, with one between
// two of them, because a button must carry them.
type Choice struct {
	Value string
	Label Text
	Echo  Text // all the steps up to this one together; zero where their labels say it
	Move  Move // set when this step completes a move
}

// A Result is the end of a game. Every seat has a place and a score, dummies
// after the players.
type Result struct {
	Places []int // by seat, 1 is best; equal places are shared
	Scores []int // by seat
	Reason Text  // "largest group 43 to 16"
}

// Info is what a host must know of a game to offer it.
type Info struct {
	Name     string // in commands and records: lower case letters
	Title    string // as people say it
	Designer string
	Source   string // address at which the rules are published
	Rules    int    // newest version of the rules
	MinSeats int
	MaxSeats int
	Options  []Option
	Hidden   bool  // whether a seat may know something that another may not
	Chance   bool  // whether it draws from the seed
	Forfeit  bool  // whether who lets time run out loses, which the opponent may claim or not
	Locale   fs.FS // the game's sentences, a file a language: locale/en.json
}

// An Option is a choice made when a table opens. What it is called is in the
// game's catalogue, under "<game>.option.<name>".
type Option struct {
	Name    string
	Values  []string // every value that a table may choose, at most 25
	Default string
}
