package typing

import (
	"errors"
	"strings"
	"testing"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// Out of turn a part of a move, and a text that is none, get the answer that a whole move gets:
// whose turn it is.
func TestPartsOutOfTurn(t *testing.T) {
	words, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	w, told := message.NewWriter(words, []string{"classic"}), 0
	for _, g := range all.Games() {
		info := g.Info()
		options, _ := info.Complete(nil)
		start, err := g.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: 2, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		m := &match.Match{Game: g, Info: info, State: start}
		m.Phase, m.Players = storage.Playing, []storage.Player{{ID: "ann", Name: "Ann"}, {ID: "ben", Name: "Ben"}}
		waits := 1 - start.ToMove()[0]
		if match.MayMove(m, waits) { // all bid at once
			continue
		}
		first := start.Step(start.ToMove()[0], nil).Options()[0]
		move := start.Legal(start.ToMove()[0])[0]
		for _, text := range []string{string(move), first.Value, string(move[:1]), strings.ToLower(string(move[:2])), "b2", "5", "hello"} {
			_, _, err := Read(w, "en", m, waits, text)
			var refusal *games.Refusal
			if !errors.As(err, &refusal) || refusal.Text.Key != "refuse.turn" {
				t.Errorf("%s: out of turn %q is answered with %v, want refuse.turn", info.Name, text, err)
			}
		}
		told++
	}
	if told < 3 {
		t.Errorf("%d games have turns, want 3 or more", told)
	}
}
