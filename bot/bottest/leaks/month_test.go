package leaks_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/storage"
)

// endedBy are the people of the games of [yard.endGames].
var endedBy = []string{"ann", "ben", "cleo"}

// endGames has results go to the second channel. There five games of three people ended last month, which they all won.
// In each other channel one ended that counts for one of them alone: the standings tell by a draw or a loss that it
// was counted.
func (y *yard) endGames() {
	y.Slash("ann", y.open[0], "/server results:#lounge")
	now := y.clock.Now()
	last := time.Date(now.Year(), now.Month()-1, 10, 0, 0, 0, 0, time.UTC)
	end := func(channel string, outcome string) {
		h := storage.Head{ID: fmt.Sprint("ended ", channel, outcome, y.rng.Uint64()), Created: last}
		h.Guild, h.Home, h.Channel, h.Setup.Game = y.Discord.GuildID(), channel, channel, "permute"
		h.Phase, h.Outcome, h.EndedAt = storage.Over, outcome, last
		for _, who := range endedBy {
			h.Players = append(h.Players, storage.Player{ID: y.Discord.User(who).ID(), Name: who})
		}
		if _, err := y.Store.Create(y.Ctx, h); err != nil {
			y.Fatal(err)
		}
	}
	for range 5 {
		end(y.open[1], strings.Repeat(storage.HasWon, len(endedBy)))
	}
	for channel, mark := range y.marks() {
		outcome := []byte("---")
		outcome[slices.Index(endedBy, mark.who)] = mark.letter[0]
		end(channel, string(outcome))
	}
}

// A mark is what a game of a channel counts for in [yard.endGames].
type mark struct{ who, letter string }

// marks returns the marks of the channels.
func (y *yard) marks() map[string]mark {
	all := map[string]mark{}
	for i, channel := range slices.Concat(y.open[:1], y.open[2:], y.closed) {
		all[channel] = mark{endedBy[i/2], []string{storage.HasDrawn, storage.HasLost}[i%2]}
	}
	return all
}

// seeMonth has the standings of last month posted once more, and notes the channels that they count though some who see
// them may not view these.
func (y *yard) seeMonth() {
	y.clock.Pass(6 * time.Minute) // so that no nonce finds the one before
	month := func(change func(*storage.Monthly)) (m storage.Monthly) {
		_, err := storage.Servers.Change(y.Ctx, y.Store, y.Discord.GuildID(), func(s *storage.Server) error {
			change(&s.Month)
			m = s.Month
			return nil
		})
		if err != nil {
			y.Fatal(err)
		}
		return m
	}
	month(func(m *storage.Monthly) { m.Told, m.NextCheck = 0, y.clock.Now() })
	y.Until("the standings of the month are posted", func() bool { return month(func(*storage.Monthly) {}).Told > 0 })
	said := ""
	for _, m := range y.Discord.User("ann").Sees(y.open[1]) {
		if strings.Contains(m.Content, "**Standings**") {
			said = m.Content
		}
	}
	for channel, mark := range y.marks() {
		row := regexp.MustCompile(mark.who + ` · \d+ played, 5 won, (1 drawn, )?(\d) lost`).FindStringSubmatch(said)
		if row == nil {
			y.Fatalf("%s has no row: %q", mark.who, said)
		}
		if counted := map[string]bool{storage.HasDrawn: row[1] != "", storage.HasLost: row[2] == "1"}; !counted[mark.letter] {
			continue
		}
		y.shown++
		for _, who := range bottest.Everyone {
			if slices.Contains(y.closed, channel) || y.sees(who, y.open[1]) && !y.sees(who, channel) {
				y.leaks = append(y.leaks, fmt.Sprintf("a game of %s is counted, which %s may not see: %s", channel, who, said))
			}
		}
	}
}

// A month's standings count no game of a channel that somebody may not view who sees them, whatever changes.
func TestAMonthsStandingsCountNothingHidden(t *testing.T) {
	t.Parallel()
	y := newYard(t, nil)
	y.endGames()
	y.wander(9, y.seeMonth)
	y.report(15)
}

// The search finds what standings would count if the bot misread an overwrite, a role, or which channels are closed. Of a
// thread they count nothing by itself.
func TestWhatAMonthsStandingsCountIsFound(t *testing.T) {
	t.Parallel()
	findsPlanted(t, func(y *yard, _ string) {
		y.endGames()
		y.wander(9, y.seeMonth)
	}, "private threads")
}
