package message

import (
	"strings"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// A dealt is a match of Permutations and what is needed to go on with it.
type dealt struct {
	t   *testing.T
	env *match.Env
	*match.Match
}

// tableOf opens a table of Permutations at which Ann, Ben and Cleo sit, without a store.
func tableOf(t *testing.T) *dealt {
	return tableFor(t, "permutations", map[string]string{"orders": "false"})
}

// tableFor opens a table of a game at which Ann, Ben and Cleo sit, without a store.
func tableFor(t *testing.T, game string, options map[string]string) *dealt {
	t.Helper()
	d := &dealt{t: t, env: match.NewEnv(all.Games(), nil, func() time.Time { return time.Unix(0, 0) }, zeros{})}
	stored := storage.Match{Head: storage.Head{ID: "m"}}
	stored.Phase, stored.First, stored.Lang, stored.Guild = storage.Open, "me", "en", "guild"
	stored.Setup = games.Setup{Game: game, Options: options}
	stored.Players = []storage.Player{{ID: "ann", Name: "Ann"}, {ID: "ben", Name: "Ben"}, {ID: "cleo", Name: "Cleo"}}
	if err := match.FixDeal(&stored.Lobby, d.env.Game(game).Info(), zeros{}); err != nil {
		t.Fatal(err)
	}
	d.open(stored)
	return d
}

// open makes the match of what is stored.
func (d *dealt) open(stored storage.Match) {
	d.t.Helper()
	m, err := d.env.Open(stored)
	if err != nil {
		d.t.Fatal(err)
	}
	d.Match = m
}

// begin starts the game.
func (d *dealt) begin() {
	d.t.Helper()
	if err := d.Match.Start("ann", match.Venue{}); err != nil {
		d.t.Fatal(err)
	}
	d.Clocks = make([]storage.Clock, 3)
	d.open(d.Match.Match)
}

// play makes the n-th move of a seat.
func (d *dealt) play(seat games.Seat, n int) {
	d.t.Helper()
	d.Log = append(d.Log, storage.Entry{Ply: games.Ply{Seat: seat, Move: d.State.Legal(seat)[n]}, Salt: games.Salt{byte(n)}})
	d.Plies, d.Version = len(d.Log), d.Version+1
	d.open(d.Match.Match)
}

// last returns the last line of a text.
func last(text string) string { return text[strings.LastIndex(text, "\n")+1:] }

// Only a coded Writer shows codes: under a table that of its deal and, while others still
// choose, under the board that of the bids with the names of whose they are.
func TestCoded(t *testing.T) {
	w, d := writer(t), tableOf(t)
	d.Guild = "guild" // where a game has a table
	shown := func(what, want string) {
		t.Helper()
		plain, coded := w.Board(d.Match).Content, w.Coded().Board(d.Match).Content
		if strings.Contains(plain, "-#") {
			t.Errorf("%s the code is posted at once:\n%s", what, plain)
		}
		plain, bids, _ := strings.Cut(plain, "\nHas bid: ")
		if sealed := strings.HasPrefix(want, "-# Sealed: "); sealed != strings.HasPrefix(want, "-# Sealed: "+bids+" ") || sealed == (bids == "") {
			t.Errorf("%s it is said that %q have bid, and the line of the code is %q", what, bids, want)
		}
		if got := strings.TrimPrefix(strings.TrimPrefix(coded, plain), "\n"); got != want {
			t.Errorf("%s the code adds %q, want %q", what, got, want)
		}
		if has := w.Coded().HasCode(d.Match); d.State != nil && has != (want != "") {
			t.Errorf("%s the board has a code: %v, want %q", what, has, want)
		}
	}
	shown("at the table", "-# Deal "+d.Match.Code())
	d.Players[1].Word = "plum"
	said := d.Match.Code()
	shown("with a word", "-# Deal "+said)
	d.begin()
	shown("before any bid", "")
	d.Guild, d.Table = "", "table"
	shown("before any bid among friends, whose table has it", "")
	d.Table = ""
	shown("before any bid of a game that began at once in direct messages", "-# Deal "+said)
	d.Guild, d.Again = "guild", true
	shown("before any bid of a rematch, which has no table", "-# Deal "+said)
	if got := last(w.Coded().Table(d.Match).Content); got != "-# Deal "+said {
		t.Errorf("once the game has begun the table ends with %q, want the code %s", got, said)
	}
	d.play(2, 0)
	shown("with a bid", "-# Sealed: Cleo · "+d.Match.Code())
	d.play(0, 0)
	d.play(0, 1)
	code := d.Match.Code()
	shown("with a second bid", "-# Sealed: Ann, Cleo · "+code)
	d.play(1, 0)
	shown("with the last bid", "")
	if got := w.Public(d.Match).coded("seal.code", d.LineCode(0, len(d.Log))); got != "-# "+code {
		t.Errorf("the line of the bids ends with %q, want %q", got, "-# "+code)
	}
	if got := w.Public(d.Match).coded("seal.code", d.LineCode(len(d.Log), len(d.Log))); got != "" {
		t.Errorf("a line without bids ends with %q", got)
	}
}

// A table that was closed without a game shows no code, and there is nothing to prove.
func TestNoCodeOfAClosedTable(t *testing.T) {
	w, d := writer(t), tableOf(t)
	if err := d.Match.Cancel(storage.Player{ID: "ann", Name: "Ann"}); err != nil {
		t.Fatal(err)
	}
	if got := w.Coded().Board(d.Match).Content; strings.Contains(got, "-#") {
		t.Errorf("a closed table is shown as\n%s", got)
	}
	if _, err := w.To(Reader{Lang: "en"}, d.Match).Proof(); err == nil {
		t.Error("a closed table has a proof")
	}
}

// The code stays on a board that is cut because it is too long.
func TestCodeIsNeverCut(t *testing.T) {
	w, d := writer(t), tableOf(t)
	d.begin()
	d.play(0, 0)
	d.NewsOf, d.Desired.Post, d.Published.Post = 1, 1, 1
	for range 30 {
		d.News = append(d.News, games.Say("news.taken", "Name", strings.Repeat("x", 40), "Before", strings.Repeat("y", 40)))
	}
	if got := last(w.Coded().Board(d.Match).Content); got != "-# Sealed: Ann · "+d.Match.Code() {
		t.Errorf("a long board ends with %q", got)
	}
}

// A proof that something contradicts says so.
func TestProofThatFails(t *testing.T) {
	w, d := writer(t), tableOf(t)
	d.begin()
	d.play(0, 0)
	d.Setup.Seed[0]++
	d.Phase = storage.Off
	msg, err := w.To(Reader{ID: "dan", Lang: "en"}, d.Match).Proof()
	if err != nil || !strings.HasPrefix(msg.Content, "Is this game fair? No. Something doesn't match.\n✓ ") || !strings.Contains(msg.Content, "✗ Something else went into the shuffle.") {
		t.Errorf("the proof says\n%s (%v)", msg.Content, err)
	}
}

// startedBy is a position that has begun and in which chosen seats may move.
type startedBy struct {
	games.State
	seats []games.Seat
}

func (s startedBy) ToMove() []games.Seat { return s.seats }

// The first board says who may begin, if it is some of several. Conversations tell of one, and of all.
func TestFirstBoardSaysWhoBegins(t *testing.T) {
	d := tableFor(t, "permutu", map[string]string{"symbols": "9", "distinct": "false", "start": "seat0"})
	d.begin()
	d.State = startedBy{d.State, []games.Seat{0, 2}}
	said, _, _ := strings.Cut(writer(t).Board(d.Match).Content, "\n")
	if want := "**Permutu.** <@ann> <@ben> <@cleo>, here we go. Ann or Cleo moves first."; said != want {
		t.Errorf("the first board says %q, want %q", said, want)
	}
}
