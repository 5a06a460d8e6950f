package storage

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// Tidy returns a head as a store writes it, with all times in UTC. It copies what it changes,
// because the argument belongs to the caller. It returns an error for a head whose ids are not valid
// text: JSON could not write them, so the match would not be found again.
func Tidy(h Head) (Head, error) {
	for _, id := range slices.Concat([]string{h.ID}, ChannelsOf(h), PeopleOf(h)) {
		if !utf8.ValidString(id) {
			return Head{}, fmt.Errorf("the id %q is not text", id)
		}
	}
	toUTC(&h.Created, &h.NextCheck, &h.OutageTold, &h.GuildLostAt, &h.FailingSince, &h.BroughtAt)
	h.Clocks = slices.Clone(h.Clocks)
	for i := range h.Clocks {
		c := &h.Clocks[i]
		toUTC(&c.Since, &c.Due, &c.Extension.From, &c.Extension.To, &c.ExpiredAt, &c.Away)
	}
	return h, nil
}

// PeopleOf returns what [Store.OfPlayer] finds a match by, each once and in order: the ids of those
// who sit there or are invited, and [Past] of those who did.
func PeopleOf(h Head) []string {
	var ids []string
	for _, p := range h.Players {
		ids = append(ids, p.ID)
	}
	if h.Invited != nil {
		ids = append(ids, h.Invited.ID)
	}
	for _, id := range h.Past {
		ids = append(ids, Past(id))
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// ChannelsOf returns the ids of the channels in which a match is shown, each once and in order.
func ChannelsOf(h Head) []string {
	ids := []string{h.Home, h.Channel}
	slices.Sort(ids)
	return slices.Compact(ids)
}
