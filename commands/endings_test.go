package commands_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"parlour/commands/message"
	"parlour/games"
)

// A picture of a game that is over has a ribbon, in the words of its kind of end, wherever it is drawn: on the board in
// the channel, for somebody who looks at it, and at the end of the film. A picture from before the end has none.
//
//test:unwatched
func TestRibbons(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script string // which ends match 1 unless it is played to its end by chance
		chance bool
		want   games.Ribbon
	}{
		"groups":          {"table permute ben options:size=9", true, games.Ribbon{Title: "Ann beats Ben", Short: "Ann wins", Score: "12–11", Line: "Permute · 30 moves · 1 min · 20 Nov 2026", Winners: []games.Seat{0}}},
		"five in a row":   {"table pentago ben", true, games.Ribbon{Title: "Ben beats Ann", Short: "Ben wins", Line: "Pentago · 32 moves · 1 min · 20 Nov 2026", Winners: []games.Seat{1}}},
		"a row of tiles":  {"table magic ben", true, games.Ribbon{Title: "Ben beats Ann", Short: "Ben wins", Line: "Rubik's Magic · 13 moves · 1 min · 20 Nov 2026", Winners: []games.Seat{1}}},
		"points of two":   {"table permutu ben options:symbols=4", true, games.Ribbon{Title: "Ben beats Ann", Short: "Ben wins", Score: "4–4", Line: "Permutu · 8 moves · 1 min · 20 Nov 2026", Winners: []games.Seat{1}}},
		"points of three": {"table permutu ben,cleo options:symbols=4", true, games.Ribbon{Title: "Ann beats Ben and Cleo", Short: "Ann wins", Score: "6", Line: "Permutu · 7 moves · 1 min · 20 Nov 2026", Winners: []games.Seat{0}}},
		"auctions":        {"table permutations ben,cleo,dan,eve", true, games.Ribbon{Title: "Ben beats Ann, Cleo, Dan and Eve", Short: "Ben wins", Score: "57", Line: "Permutations · 27 auctions · 1 min · 20 Nov 2026", Winners: []games.Seat{1}}},
		"several winners": {`
			table permutu ben,cleo options:symbols=4 turn-time:1h
			ann plays 1r
			ticks 7h`, false, games.Ribbon{Title: "Ben and Cleo win", Short: "2 winners", Score: "0", Line: "Permutu · 1 move · 6 hours · 20 Nov 2026", Winners: []games.Seat{1, 2}}},
		"alone": {`
			ann /play game:permutu options:symbols=3
			ann clicks Start on 1`, true, games.Ribbon{Title: "Ann played alone", Short: "Played alone", Score: "9", Line: "Permutu · 5 moves · 1 min · 20 Nov 2026", Winners: []games.Seat{0}}},
		"a resignation alone": {`
			ann /play game:permutu options:symbols=3
			ann clicks Start on 1
			ann /resign > Yes, resign`, false, games.Ribbon{Title: "Ann played alone", Short: "Played alone", Line: "Permutu · resigned · 1 min · 20 Nov 2026"}},
		"a resignation": {`
			duel permute
			ann plays Cd3-d4
			pass 216h
			ben /resign > Yes, resign`, false, games.Ribbon{Title: "Ann beats Ben", Short: "Ann wins", Line: "Permute · resigned · 9 days · 29 Nov 2026", Winners: []games.Seat{0}}},
		"a resignation to Parlour": {`
			ann /play game:permutu > Add Parlour on 1 > easy > Add Parlour on 1 > easy > Start on 1
			ann /resign > Yes, resign`, false, games.Ribbon{Title: "Ann resigned", Short: "Ann resigned", Line: "Permutu · 1 move · 1 min · 20 Nov 2026"}},
		"a draw that is agreed": {`
			duel permute
			ann plays Cd3-d4
			ann /draw
			ben clicks Agree on 4`, false, games.Ribbon{Title: "Ann and Ben drew", Short: "A draw", Line: "Permute · agreed · 1 min · 20 Nov 2026"}},
		"time": {`
			duel permute turn-time:10h
			pass 9h
			remind
			pass 65m
			wake
			ben clicks Claim the win on last`, false, games.Ribbon{Title: "Ben beats Ann", Short: "Ben wins", Line: "Permute · out of time · 10 hours · 20 Nov 2026", Winners: []games.Seat{1}}},
		"a player who is gone": {`
			duel permute turn-time:10h
			leaves ann
			ticks 11h`, false, games.Ribbon{Title: "Ben beats Ann", Short: "Ben wins", Line: "Permute · player left · 8 hours · 20 Nov 2026", Winners: []games.Seat{1}}},
		"called off": {`
			duel permute
			pass 30m
			ann clicks More on 2 > Call off > Yes, call it off`, false, games.Ribbon{Title: "Ann and Ben, called off", Short: "Called off", Line: "Permute · 0 moves · 30 min · 20 Nov 2026"}},
		"closed by a moderator": {`
			duel permutations
			ann plays bid 1
			mo clicks More on 2 > Close this game > Yes, close it`, false, games.Ribbon{Title: "Ann and Ben, closed by a moderator", Short: "Closed", Line: "Permutations · 0 auctions · 1 min · 20 Nov 2026"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTalk(t)
			w.tell(t, c.script)
			if c.chance {
				w.playOut(t, false)
			}
			w.steps(t, "dan presses 1:1:0:view", "dan presses 1:1:0:record")
			all := w.private("dan")
			shown, film := []*message.Picture{all[len(all)-2].Picture}, all[len(all)-1].Animation
			for _, p := range append(shown, w.newest().Picture) {
				if p == nil || p.Ribbon == nil || !reflect.DeepEqual(*p.Ribbon, c.want) {
					t.Errorf("the ribbon says %+v, want %+v", p.Ribbon, c.want)
				}
			}
			before := len(film.Frames) - 1
			last := film.Frames[before]
			if !reflect.DeepEqual(last.Ribbon, shown[0].Ribbon) || film.Last != 3*time.Second {
				t.Errorf("the film ends after %v on %+v, want 3s and the same", film.Last, last.Ribbon)
			}
			if !reflect.DeepEqual(film.Frames[before-1].View, last.View) {
				t.Error("the film does not show the position in which the game ended without the ribbon first")
			}
			old := film.Frames[:before]
			for _, p := range w.Posts {
				for _, m := range p.Versions[:len(p.Versions)-1] {
					if m.Picture != nil {
						old = append(old, m.Picture.Drawing)
					}
				}
			}
			for _, d := range old {
				if d.Ribbon != nil {
					t.Errorf("a picture from before the end says %+v", d.Ribbon)
				}
			}
		})
	}
}

// The day on a ribbon is that of its reader, on the film too. The board in the channel has the day in UTC.
func TestRibbonsHaveTheReadersDay(t *testing.T) {
	w := newTalk(t)
	w.tell(t, `
		duel permute
		ann /settings zone:Auckland
		ben /resign > Yes, resign
		ann presses 1:1:0:view
		ann presses 1:1:0:record
		ben presses 1:1:0:record`)
	own, bens := w.last("ann").Animation, w.last("ben").Animation
	board, film := w.newest().Picture.Ribbon, own.Frames[len(own.Frames)-1].Ribbon
	all := w.private("ann")
	looked := all[len(all)-2].Picture.Ribbon
	day := func(e *games.Ribbon) string { return e.Line[strings.LastIndex(e.Line, "· "):] }
	if day(board) != "· 20 Nov 2026" || day(looked) != "· 21 Nov 2026" || day(film) != "· 21 Nov 2026" || own.Key == bens.Key {
		t.Errorf("the ribbons say %q, %q and %q, and the films have the keys %q and %q", board.Line, looked.Line, film.Line, own.Key, bens.Key)
	}
}
