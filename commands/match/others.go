package match

import (
	"cmp"
	"slices"
	"time"

	"parlour/games"
	"parlour/storage"
)

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
	list = slices.DeleteFunc(slices.Clone(list), func(head storage.Head) bool {
		seat := SeatIn(head, person)
		return head.Phase != storage.Playing || seat == games.Spectator || int(seat) >= len(head.Clocks) || head.Clocks[seat].Since.IsZero()
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
