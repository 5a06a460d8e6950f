package storage

import (
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"
)

// Encode returns what a store writes of a match: the head with all times in UTC, its text, and the texts
// of some entries. It copies what it changes, because the arguments belong to the caller. It returns an
// error for a head whose ids are not valid text: JSON could not write them, so the match would not be
// found again.
func Encode(h Head, entries []Entry) (tidy Head, head json.RawMessage, lines []json.RawMessage, err error) {
	for _, id := range slices.Concat([]string{h.ID}, ChannelsOf(h), PeopleOf(h)) {
		if !utf8.ValidString(id) {
			return Head{}, nil, nil, fmt.Errorf("the id %q is not text", id)
		}
	}
	tidy = inUTC(h)
	if head, err = json.Marshal(tidy); err != nil {
		return Head{}, nil, nil, fmt.Errorf("encode its head: %w", err)
	}
	for _, e := range entries {
		e.At = e.At.UTC()
		line, err := json.Marshal(e)
		if err != nil {
			return Head{}, nil, nil, fmt.Errorf("encode an entry: %w", err)
		}
		lines = append(lines, line)
	}
	return tidy, head, lines, nil
}

// PeopleOf returns the texts by which [Store.OfPlayer] finds a match, each once and in order: the ids of its
// players and of the person who is invited, and the [Past] of each person who has left.
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
