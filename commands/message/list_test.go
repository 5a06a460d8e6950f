package message

import (
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/games/gametest"
	"parlour/storage"
)

// writer returns a Writer with the sentences of a game.
func personalWriter(t *testing.T, g games.Game) *Writer {
	t.Helper()
	words, err := locale.New([]games.Game{g})
	if err != nil {
		t.Fatal(err)
	}
	return NewWriter(words, []string{"classic"})
}

// called returns the head of a match of some players.
func calledIn(options map[string]string, names ...string) storage.Head {
	head := storage.Head{Lobby: storage.Lobby{Phase: storage.Playing, Setup: games.Setup{Game: "sized", Rules: 1, Options: options}}}
	for _, n := range names {
		head.Players = append(head.Players, storage.Player{ID: n, Name: n})
	}
	return head
}

// However many games a person plays, and whatever their players are called, the list fits into a
// message. It counts what it leaves out, and its menu has the most urgent games.
func TestListFits(t *testing.T) {
	w, now := personalWriter(t, gametest.Sized{}), time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	var all []Listed
	for n := range 40 {
		head := calledIn(map[string]string{"size": "12", "swap": "off"}, "Ann", strings.Repeat("*_", 25)+strconv.Itoa(n))
		head.ID, head.Guild, head.Channel, head.Message = strconv.Itoa(n), "111111111111111111", "222222222222222222", "333333333333333333"
		head.Clocks = []storage.Clock{{Since: now, Due: now.Add(time.Hour)}, {}}
		all = append(all, Listed{Head: head, Info: gametest.Sized{}.Info(), Want: match.WantMove})
	}
	msg := w.To(Reader{ID: "Ann", Lang: "en"}, nil).List(all, false, now)
	if n := utf8.RuneCountInString(msg.Content); n > 2000 || !strings.Contains(msg.Content, "… and ") {
		t.Errorf("the list has %d characters, want at most 2,000 and a count of the rest:\n%s", n, msg.Content)
	}
	if !strings.HasPrefix(msg.Content, "40 games wait for you\n[Sized 12×12, no swap · ") {
		t.Errorf("the list begins with %q", strings.SplitN(msg.Content, "\n", 3)[:2])
	}
	if len(msg.Rows) != 1 || len(msg.Rows[0]) != 1 || len(msg.Rows[0][0].Options) != MaxMenu || msg.Rows[0][0].Options[0].Value != "0" {
		t.Errorf("the list has the rows %v, want a menu of the first %d", msg.Rows, MaxMenu)
	}
}

// A match that waits for an answer links to its question, and is in the menu, which opens it too.
func TestListLinksToQuestions(t *testing.T) {
	w, now := personalWriter(t, gametest.Sized{}), time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	head := calledIn(nil, "Ann", "Ben")
	head.ID, head.Guild, head.Channel, head.Message = "1", "g", "thread", "board"
	head.Asks = []storage.Ask{
		{Number: 1, About: "draw", By: "Ann", Agreed: []string{"Ann"}, Channel: "thread", Message: "mine"},
		{Number: 2, About: "draw", By: "Ben", Agreed: []string{"Ben"}, Answer: "gone", Channel: "thread", Message: "old"},
		{Number: 3, About: "takeback", By: "Ben", Agreed: []string{"Ben"}, Channel: "thread", Message: "asked"},
	}
	msg := w.To(Reader{ID: "Ann", Lang: "en"}, nil).List([]Listed{{Head: head, Info: gametest.Sized{}.Info(), Want: match.WantAnswer}}, false, now)
	if want := "1 game waits for you\n[Sized · Ben](https://discord.com/channels/g/thread/asked): waits for your answer"; msg.Content != want || len(msg.Rows) != 1 || msg.Rows[0][0].Options[0].Value != "1" {
		t.Errorf("the list is %q with the rows %v, want %q with a menu of it", msg.Content, msg.Rows, want)
	}
}
