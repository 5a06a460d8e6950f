package match

import (
	"context"
	"maps"
	"slices"

	"parlour/storage"
)

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
	return a.Setup.Game == b.Setup.Game && maps.Equal(a.Setup.Options, b.Setup.Options) && slices.Equal(whoPlays(a), whoPlays(b))
}

// players returns who plays, sorted: the ids of people, and the levels of opponents.
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
