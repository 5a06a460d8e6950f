package lobby

import (
	"io"
	"maps"
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/commands/match/proof"
	"parlour/games"
	"parlour/storage"
)

// NewTable returns an open table for a game, which is not stored yet, with a secret drawn for
// its deal. It takes the id, the moment, the players, the options, the time and the place from
// a head.
func NewTable(random io.Reader, game games.Game, head storage.Head) (*match.Match, error) {
	info := game.Info()
	head.Phase, head.Setup.Game = storage.Open, info.Name
	head.NextCheck, head.Channel, head.Desired.Post = head.Created, head.Home, 1
	if err := proof.FixDeal(&head.Lobby, info, random); err != nil {
		return nil, err
	}
	return &match.Match{Match: storage.Match{Head: head}, Game: game, Info: info}, nil
}

// again is how long a command that is repeated opens no second table.
const again = time.Minute

// SameTable reports whether a table was opened by the same command as another, less than a
// minute before it, and waits or is played: its opener pressed twice, or took the first answer for
// lost, though others saw the table and came.
func SameTable(before, now storage.Head) bool {
	return openedBy(before, now.Players[0].ID) && now.Created.Sub(before.Created) < again &&
		before.Home == now.Home && before.First == now.First &&
		before.TurnTime == now.TurnTime && before.TotalTime == now.TotalTime &&
		before.Setup.Game == now.Setup.Game && maps.Equal(before.Setup.Options, now.Setup.Options) &&
		challengedAt(before) == challengedAt(now) && slices.Equal(levelsAt(before), levelsAt(now))
}

// openedBy reports whether a person has opened a table and still sits there, or plays the game that has
// begun at it. Nobody has opened a rematch: it had no table.
func openedBy(head storage.Head, person string) bool {
	switch head.Phase {
	case storage.Open:
		return head.Players[0].ID == person
	case storage.Playing:
		return !head.Again && len(head.Order) > 0 && head.Order[0] == match.SeatIn(head, person)
	}
	return false
}

// challengedAt returns the id of the person who is challenged at a table, empty for none.
func challengedAt(head storage.Head) string {
	if head.Invited == nil {
		return ""
	}
	return head.Invited.ID
}

// levelsAt lists the levels of Parlour's opponents at a table, sorted.
func levelsAt(head storage.Head) []games.Level {
	var all []games.Level
	for _, p := range head.Players {
		if p.Level != "" {
			all = append(all, p.Level)
		}
	}
	slices.Sort(all)
	return all
}
