package message

import (
	"strings"
	"testing"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/games/gametest"
	"parlour/storage"
)

// writer returns a Writer with the sentences of a game.
func writer(t *testing.T, g games.Game) *Writer {
	t.Helper()
	words, err := locale.New([]games.Game{g})
	if err != nil {
		t.Fatal(err)
	}
	return NewWriter(words, []string{"classic"})
}

// called returns the head of a match of some players.
func called(options map[string]string, names ...string) storage.Head {
	head := storage.Head{Lobby: storage.Lobby{Phase: storage.Playing, Setup: games.Setup{Game: "sized", Rules: 1, Options: options}}}
	for _, n := range names {
		head.Players = append(head.Players, storage.Player{ID: n, Name: n})
	}
	return head
}

// A match has one name: the game, the options worth telling and the players, without its reader.
func TestListName(t *testing.T) {
	w := writer(t, gametest.Sized{})
	usual := map[string]string{"size": "9", "swap": "on", "start": "here"}
	third := called(usual, "Ann", "Ben")
	third.Number = 3
	first := called(usual, "Ann", "Ben")
	first.Number = 1
	challenge := called(usual, "Ann")
	challenge.Phase, challenge.Invited = storage.Open, &storage.Player{ID: "Ben", Name: "Ben\u202e"}
	table := called(usual, "Ann")
	table.Phase = storage.Open
	for _, c := range []struct {
		head   storage.Head
		reader string
		want   string
	}{
		{called(usual, "Ann", "Ben"), "", "Sized 9×9 · Ann – Ben"},
		{called(usual, "Ann", "Ben"), "Ann", "Sized 9×9 · Ben"},
		{first, "Ben", "Sized 9×9 · Ann"},
		{third, "", "Sized 9×9 · Ann – Ben · game 3"},
		{third, "Ann", "Sized 9×9 · Ben · game 3"},
		{called(usual, "Ann", "Ben", "Cleo"), "", "Sized 9×9 · Ann, Ben, Cleo"},
		{called(usual, "Ann", "Ben", "Cleo"), "Ben", "Sized 9×9 · Ann, Cleo"},
		{called(usual, "Ann"), "Ann", "Sized 9×9"},
		{called(usual, "Ann"), "", "Sized 9×9 · Ann"},
		{called(nil, "Ann", "Ben"), "Ann", "Sized · Ben"},
		{called(map[string]string{"size": "12", "swap": "off", "start": "there"}, "Ann", "Ben"), "Ann", "Sized 12×12, no swap, start there · Ben"},
		{called(map[string]string{"size": "big"}, "Ann", "Parlour (hard)"), "Ann", "Sized big board · Parlour (hard)"},
		{challenge, "", "Sized 9×9 · Ann – Ben"},
		{challenge, "Ann", "Sized 9×9 · Ben"},
		{challenge, "Ben", "Sized 9×9 · Ann"},
		{table, "Ann", "Sized 9×9"},
	} {
		if got := w.ListName("en", gametest.Sized{}.Info(), c.head, c.reader); got != c.want {
			t.Errorf("the name of %v for %q is %q, want %q", c.head.Lobby, c.reader, got, c.want)
		}
	}
}

// Long names are cut so that every player and the number of the game stay in its name.
func TestListNameFits(t *testing.T) {
	long := strings.Repeat("ab", 30)
	head := called(nil, "A"+long, "B"+long, "C"+long, "D"+long, "E"+long)
	head.Number = 12
	got := writer(t, gametest.Sized{}).ListName("en", gametest.Sized{}.Info(), head, "")
	if n := utf8.RuneCountInString(got); n > 100 {
		t.Errorf("a name has %d characters, want at most 100: %s", n, got)
	}
	for _, part := range []string{"Sized", "Aab", "Bab", "Cab", "Dab", "Eab", " · game 12"} {
		if !strings.Contains(got, part) {
			t.Errorf("the name is %q, want %q in it", got, part)
		}
	}
}

// What belongs to an opponent names it without its level, and two of different levels still apart.
func TestOpponentsOwnThingsUnderTheirNumbers(t *testing.T) {
	w := writer(t, gametest.Sized{})
	names := []string{w.OpponentName("en", games.Easy, 1), w.OpponentName("en", games.Hard, 2)}
	for seat, want := range []string{"Not yet. It's Parlour's turn.", "Not yet. It's Parlour 2's turn."} {
		if said := w.Voice("en", names).Say(games.Say("refuse.turn", "Player", games.Seat(seat))); said != want {
			t.Errorf("of %q it says %q, want %q", names[seat], said, want)
		}
	}
}
