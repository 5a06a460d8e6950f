package play_test

import (
	"slices"
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/games"
	"parlour/games/permute"
)

// BenchmarkConfirmToBoard measures from the click on Confirm to the posted board, through the sandbox, discordgo,
// the store and the picture, all on one machine. For 200 moves:
// go test -run '^$' -bench ConfirmToBoard -benchtime 200x ./bot/bottest/play
func BenchmarkConfirmToBoard(b *testing.B) {
	r := rig{bottest.New(b)}
	r.Ctx = b.Context()
	var took []time.Duration
	for len(took) < b.N {
		took = r.benchGame(b, took)
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(took[len(took)/2]), "median-ms")
	b.ReportMetric(ms(took[len(took)*99/100]), "p99-ms")
	b.ReportMetric(0, "ns/op") // the loop includes the other clicks
}

// benchGame plays one game by buttons, or the part of it that is still wanted.
func (r rig) benchGame(b *testing.B, took []time.Duration) []time.Duration {
	channel, board := r.Challenge(r.Discord.Stage().AddChannel("bench", 0), "options:size=12,swap=off")
	state, err := permute.Game{}.Start(games.Setup{Game: "permute", Rules: 1, Seats: 2, Options: map[string]string{
		"size": "12", "start": "chequer", "swap": "off",
	}})
	if err != nil {
		b.Fatal(err)
	}
	for ply := 0; len(state.ToMove()) > 0 && len(took) < b.N; ply++ {
		seat := state.ToMove()[0]
		who := []string{"ann", "ben"}[seat]
		move := next(state, seat, ply)
		panel := r.Walks(who, board, state, seat, bottest.StepsOf(b, state, seat, move))
		from := time.Now()
		r.Confirms(who, panel)
		board = r.AwaitBoard("cleo", channel, ply+1)
		took = append(took, time.Since(from))
		if state, err = state.Play(seat, move); err != nil {
			b.Fatal(err)
		}
	}
	return took
}

// A rig is a [bottest.Rig] that is measured.
type rig struct{ *bottest.Rig }

// next returns the move of a ply: the swap if it is legal, else one from anywhere in the
// list of legal moves.
func next(s games.State, seat games.Seat, ply int) games.Move {
	legal := s.Legal(seat)
	if slices.Contains(legal, "swap") {
		return "swap"
	}
	return legal[ply*37%len(legal)]
}
