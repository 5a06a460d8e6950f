package commands_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"parlour/commands"
	"parlour/commands/locale"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
)

// place is the id of a channel that makes links as long as Discord's.
const place = "123456789012345678901234567890123456789012345678901"

// Games of all kinds, with short and with long and strange names, stay within Discord's limits,
// which [checkMessage] checks for every message. The words for a board are complete, in public
// and in private, as alternative text and as text.
//
//test:unwatched
func TestAllGamesFitDiscord(t *testing.T) {
	t.Parallel()
	type seating struct {
		play   string
		people int
	}
	seatings := []seating{{"permutu options:start=quick", 6}}
	for _, g := range all.Games() {
		info := g.Info()
		for _, people := range slices.Compact([]int{info.MinSeats, info.MaxSeats}) {
			seatings = append(seatings, seating{largest(info), people})
		}
	}
	for _, c := range seatings {
		for _, name := range []string{"p", "long"} { // see person
			t.Run(fmt.Sprint(c.play, c.people, name), func(t *testing.T) {
				t.Parallel()
				w := newTalk(t)
				var who []string
				for i := range c.people {
					who = append(who, fmt.Sprint(name, i))
				}
				w.steps(t, who[0]+" in "+place+" /play game:"+c.play+" first:me")
				for _, p := range who[1:] {
					w.steps(t, p+" in "+place+" clicks Join on 1")
				}
				w.steps(t, who[0]+" clicks Start on 1")
				w.playSome(t, who, name == "p")
			})
		}
	}
}

// largest returns how a game is asked for whose options that a table always says, such as the size of a
// board, have their last values.
func largest(info games.Info) string {
	var options []string
	for _, o := range info.Options {
		if o.Shown {
			options = append(options, o.Name+"="+o.Values[len(o.Values)-1])
		}
	}
	if len(options) == 0 {
		return info.Name
	}
	return info.Name + " options:" + strings.Join(options, ",")
}

// playSome plays up to 250 random legal moves and checks the words for every board.
func (w *talk) playSome(t *testing.T, who []string, short bool) {
	t.Helper()
	c, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	s := w.load(t, "1").State
	for i := range 250 {
		w.checkSaid(t, c, s, who, short)
		owe := s.ToMove()
		if len(owe) == 0 {
			return
		}
		seat := owe[rng.IntN(len(owe))]
		if i%10 == 0 {
			w.steps(t, who[seat]+" /games", fmt.Sprintf("%s clicks More on %d", who[seat], len(w.Posts)))
		}
		move := gametest.Stroll(rng, s, seat)
		w.steps(t, who[seat]+" plays "+string(move))
		if s, err = s.Play(seat, move); err != nil {
			t.Fatal(err)
		}
	}
}

// checkSaid checks the words for the newest board and for the board of a seat, of both as
// alternative text and as text. For short names nothing may be left out.
func (w *talk) checkSaid(t *testing.T, c *locale.Catalogue, s games.State, who []string, short bool) {
	t.Helper()
	seat := games.Seat(len(w.Posts) % len(who))
	alt := w.newest().Picture.Alt
	checkWords(t, c, alt, s, games.Spectator, short, nil)
	w.steps(t, who[seat]+" /board game:1", "dan in "+place+" /board game:1 text:true", who[seat]+" /board game:1 text:true")
	own := w.panel[who[seat]]
	checkWords(t, c, own[len(own)-2].Picture.Alt, s, seat, short, nil)
	checkWords(t, c, own[len(own)-1].Content, s, seat, short, locale.Markdown)
	checkWords(t, c, w.lastSaid("dan"), s, games.Spectator, short, locale.Markdown)
}

// name stands for a person's name in words that are looked for.
const name = "\x00"

// scoreIn returns the score of a position as a text should have it: with the question for a move before
// it, it leaves out what that says.
func scoreIn(text string, v locale.Voice, s games.State, words games.Words) games.Text {
	for _, seat := range s.ToMove() {
		asks := strings.Split(v.Say(s.Step(seat, nil).Ask), name)
		if strings.Contains(text, asks[len(asks)-1]) {
			return s.Shown(seat, nil).Words().Score
		}
	}
	return words.Score
}

// checkWords checks that the words for a board have the last ply, the players to move, the
// score if whole is set, the whole board, and what its lower case means, in this order. Names may be
// cut, so only the text between them is compared.
func checkWords(t *testing.T, c *locale.Catalogue, text string, s games.State, seat games.Seat, whole bool, escape func(string) string) {
	t.Helper()
	view := s.View(seat)
	words := view.Words()
	v := c.Voice("en", []string{name, name, name, name, name, name}, escape)
	must := v.All(words.Last)
	if owe := s.ToMove(); len(owe) > 0 {
		must = append(must, v.Say(games.Say("alt.turn", "Players", owe)))
	} else {
		must = append(must, "It's over. ")
	}
	if whole {
		must = append(must, v.Say(scoreIn(text, v, s, words)))
	}
	rest := text
	for _, part := range append(strings.Split(strings.Join(must, name), name), view.String(), v.Say(words.Small)) {
		at := strings.Index(rest, part)
		if at < 0 {
			t.Fatalf("%q is not said, or not in its place, in\n%s", part, text)
		}
		rest = rest[at+len(part):]
	}
	if n := utf8.RuneCountInString(text); n > 1024 {
		t.Fatalf("what is said has %d characters, want at most 1,024:\n%s", n, text)
	}
}

// wordy is the game [wide] with the longest board allowed and a long last ply.
type wordy struct{ wide }

func (wordy) Start(games.Setup) (games.State, error) { return wordyState{}, nil }

type wordyState struct{ wideState }

func (wordyState) View(games.Seat) games.View            { return wordyView{} }
func (wordyState) Shown(games.Seat, []string) games.View { return wordyView{} }

type wordyView struct{}

func (wordyView) String() string { return strings.Repeat("O", 700) }
func (wordyView) Words() games.Words {
	return games.Words{Last: slices.Repeat([]games.Text{games.Say("wide.value", "N", strings.Repeat("*", 100))}, 6)}
}

// If the words for a board are too long they are cut, and the board is not.
func TestLongAltTextKeepsTheBoard(t *testing.T) {
	w := newTalk(t)
	w.with(func(c *commands.Config) { c.Games = []games.Game{wordy{}} })
	w.steps(t, "ann in "+place+" /play game:wide opponent:ben first:me", "ben clicks Accept on 1", "ann presses 1:1:0:text")
	board := strings.Repeat("O", 700)
	for _, said := range []string{w.Posts[1].Versions[0].Picture.Alt, w.lastSaid("ann")} {
		if n := utf8.RuneCountInString(said); n != 1024 || !strings.HasPrefix(said, "Wide: ") || !strings.Contains(said, "…\n") ||
			!strings.Contains(said, "\n"+board) {
			t.Errorf("what is said has %d characters, want 1,024 with the whole board:\n%s", n, said)
		}
	}
}
