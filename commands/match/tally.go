package match

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"parlour/storage"
)

// A Tally is what the board at the end tells of other matches. [Env.ReadTally] reads it from the
// store.
type Tally struct {
	Won   [2]int // games that each seat of two people has won of the other, this one too
	Waits bool   // whether another match waits for one of the players
}

// tallyOf is the number of ended matches of a player, the newest, that count for a tally.
const tallyOf = 200

// ReadTally reads what the board at the end tells of other matches, for a match that is over.
func (e *Env) ReadTally(ctx context.Context, m *Match) error {
	if m.Phase != storage.Over || m.State == nil {
		return nil
	}
	m.Tally = Tally{}
	if err := e.countWins(ctx, m); err != nil {
		return err
	}
	for _, seat := range m.People() {
		person := m.Players[seat].ID
		own, err := e.Store.OfPlayer(ctx, person, true, storage.All)
		if err != nil {
			return err
		}
		m.Tally.Waits = m.Tally.Waits || len(Waiting(e.Offered(own), person)) > 0
	}
	return nil
}

// countWins counts the games that two people have won of each other.
func (e *Env) countWins(ctx context.Context, m *Match) error {
	if !m.samePair(m.Head) {
		return nil
	}
	ended, err := e.Store.OfPlayer(ctx, m.Players[0].ID, false, storage.All)
	if err != nil {
		return err
	}
	ended = ended[max(len(ended)-tallyOf, 0):]
	if !slices.ContainsFunc(ended, func(head storage.Head) bool { return head.ID == m.ID }) {
		ended = append(ended, m.Head)
	}
	for _, head := range ended {
		if !m.samePair(head) {
			continue
		}
		if seat := m.SeatOf(winnerOf(head, head.Places)); seat >= 0 {
			m.Tally.Won[seat]++
		}
	}
	return nil
}

// samePair reports whether a match that is over was of the same game, between the same two people.
func (m *Match) samePair(head storage.Head) bool {
	return len(m.Players) == 2 && len(m.People()) == 2 && head.Phase == storage.Over && len(head.Players) == 2 &&
		head.Setup.Game == m.Setup.Game && SeatIn(head, m.Players[0].ID) >= 0 && SeatIn(head, m.Players[1].ID) >= 0
}

// winnerOf returns the id of the player who alone has the first place, empty for none.
func winnerOf(head storage.Head, places []int) string {
	winner := ""
	for seat, place := range places {
		switch {
		case place != 1 || seat >= len(head.Players):
		case winner != "":
			return ""
		default:
			winner = head.Players[seat].ID
		}
	}
	return winner
}

// Waiting returns the matches that wait for a move of a person, the most urgent first.
func Waiting(list []storage.Head, person string) []storage.Head {
	list = Without(list, func(head storage.Head) bool {
		_, owes := Owing(head, person)
		return !owes
	})
	slices.SortStableFunc(list, func(a, b storage.Head) int {
		return DueOf(a, person).Compare(DueOf(b, person))
	})
	return list
}

// never is later than every moment of a match.
var never = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// DueOf returns when the clock of a person expires in a match, or did. Without a clock it is a moment
// after all others.
func DueOf(head storage.Head, person string) time.Time {
	seat := int(SeatIn(head, person))
	if seat < 0 || seat >= len(head.Clocks) {
		return never
	}
	return cmp.Or(head.Clocks[seat].ExpiredAt, head.Clocks[seat].Due, never)
}

// Of returns the number of a game, from 1, among those that its players have begun together with
// the same options, in any seats. It is 0 for a game of one person: nobody counts practice.
func (e *Env) NumberOf(ctx context.Context, head storage.Head) (int, error) {
	isPerson := func(p storage.Player) bool { return p.Level == "" }
	i := slices.IndexFunc(head.Players, isPerson)
	if !slices.ContainsFunc(head.Players[i+1:], isPerson) {
		return 0, nil
	}
	n := 1
	for _, live := range []bool{true, false} {
		list, err := e.Store.OfPlayer(ctx, head.Players[i].ID, live, storage.All)
		if err != nil {
			return 0, err
		}
		for _, h := range list {
			if h.ID != head.ID && h.Setup.Rules > 0 && alike(h, head) {
				n++
			}
		}
	}
	return n, nil
}

// alike reports whether two matches are of the same game with the same options and players.
func alike(a, b storage.Head) bool {
	return a.Setup.Game == b.Setup.Game && maps.Equal(a.Setup.Options, b.Setup.Options) &&
		slices.Equal(whoPlays(a), whoPlays(b))
}

// whoPlays returns who plays, sorted: the ids of people, and the levels of opponents.
func whoPlays(head storage.Head) []string {
	var all []string
	for _, p := range head.Players {
		if p.Level != "" {
			all = append(all, "opponent "+string(p.Level))
		} else {
			all = append(all, p.ID)
		}
	}
	slices.Sort(all)
	return all
}
