package games

// A Drawing says what a picture of a game shows: a View, and the words and names that go with it, in the reader's
// language. Every string may be empty, and every slice nil or short. Package commands makes a Drawing and package imaging
// draws it; neither imports the other.
type Drawing struct {
	View     View
	Names    []string // by seat: the players' names, of any length and in any script
	Captions []string // what the symbols mean, for a newcomer: the View's Words.Captions
	Preview  string   // the words that mark a move as not played; empty for a position that is played
	Palette  string   // the name of a palette; anything unknown is drawn in the usual one

	Better View      // of the same game and moment after a better move, drawn right of View; nil for none
	Heads  [2]string // the words above View and above Better

	Size   int     // width and height in pixels, 350 to 1600; 0 for the usual size
	Ribbon *Ribbon // of a game that is over; nil while it goes on
	Task   *Task   // what a puzzle asks; nil for a game

	Margins bool             // whether the choices or the areas of the step are named beside the board alone, which stays plain
	Values  map[string]Value // by choice of the step in View: what it can come to, which is drawn on it; nil for none

	Area int // the only area of the step that is drawn, which makes it larger; 0 draws them all
}

// A Ribbon says above the board how a game ended.
type Ribbon struct {
	Title   string // "Max beats Ada"
	Short   string // the same in fewer words, where Title has no room: "Max wins"
	Score   string // "16–15", or "" where nothing was counted
	Line    string // "Permute · 63 moves · 9 days · 28 Nov 2026"
	Winners []Seat // none for a draw, and for a game that was called off
}

// A Task says above the board what a puzzle or a lesson asks.
type Task struct {
	Title string // "Win in three"
	Line  string // "Puzzle of the day · Circle to move"
	Aside string // "28 Nov"
}

// Ribboned reports whether there is more than a header above the board: how the game ended, or what a puzzle asks.
func (p Drawing) Ribboned() bool { return p.Preview == "" && (p.Ribbon != nil || p.Task != nil) }

// Name returns the name of the player in a seat, or "".
func (p Drawing) Name(seat Seat) string { return at(p.Names, int(seat)) }

// Caption returns one of the captions, or "".
func (p Drawing) Caption(i int) string { return at(p.Captions, i) }

// at returns a string of a slice, or "" if there is none.
func at(s []string, i int) string {
	if i < 0 || i >= len(s) {
		return ""
	}
	return s[i]
}
