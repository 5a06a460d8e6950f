package message_test

import (
	"strings"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// playing opens a match of Ann and Ben in the middle of a game.
func playing(t *testing.T, setup games.Setup, log []games.Ply) *match.Match {
	t.Helper()
	env := match.NewEnv(all.Games(), nil, func() time.Time { return time.Unix(0, 0) }, zeros{})
	stored := storage.Match{Head: storage.Head{ID: "m"}}
	stored.Phase, stored.Lang, stored.Guild, stored.Setup = storage.Playing, "en", "guild", setup
	stored.Players = []storage.Player{{ID: "ann", Name: "Ann"}, {ID: "ben", Name: "Ben"}}
	stored.Clocks = make([]storage.Clock, len(stored.Players))
	for _, p := range log {
		stored.Log = append(stored.Log, storage.Entry{Ply: p})
	}
	stored.Plies = len(log)
	m, err := env.Open(stored)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What a player may do stands once on a board, before the score: in the question where its buttons
// stand there too, in the score where they do not.
func TestBoardSaysOnceWhatOneMayDo(t *testing.T) {
	setup := games.Setup{Game: "catchup", Rules: 1, Seats: 2, Options: map[string]string{"size": "4", "bonus": "match"}}
	log := games.Line(2, "d4 a1,a2 a3,a4 b1,b3 b2,b5 b4,g1")
	for n, asked := range map[int]bool{2: false, len(log): true} {
		said := newWriter(t).Board(playing(t, setup, log[:n])).Content
		want := "Ann may place up to three stones. Two largest groups: "
		if asked {
			want = "Ann may place up to three stones. Which row?"
		}
		if !strings.Contains(said, "\nBen grew to ") || !strings.Contains(said, want) {
			t.Errorf("after %d turns it is said that\n%s\nwant %q", n, said, want)
		}
		if strings.Count(said, "may place") != 1 {
			t.Errorf("after %d turns it is said more than once what Ann may place:\n%s", n, said)
		}
	}
}
