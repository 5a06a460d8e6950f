package storage

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// decoded has the heads that were decoded last, by their texts: each click reads the same version again, and a text
// never means another head. Once there are [maxDecoded] new ones, those before them go.
var decoded struct {
	sync.Mutex
	newest, older map[string]Head
}

// maxDecoded is how many heads are kept, and as many older ones.
const maxDecoded = 128

// DecodeHead returns the head that a text is. It belongs to the caller and shares no memory with the text.
func DecodeHead(text json.RawMessage) (Head, error) {
	decoded.Lock()
	h, known := decoded.newest[string(text)]
	if !known {
		h, known = decoded.older[string(text)]
	}
	decoded.Unlock()
	if !known {
		if err := json.Unmarshal(text, &h); err != nil {
			return Head{}, fmt.Errorf("decode a head: %w", err)
		}
		keep(string(text), h)
	}
	return h.clone(), nil
}

// keep keeps a head that was decoded.
func keep(text string, h Head) {
	decoded.Lock()
	defer decoded.Unlock()
	if decoded.newest == nil || len(decoded.newest) >= maxDecoded {
		decoded.newest, decoded.older = make(map[string]Head, maxDecoded), decoded.newest
	}
	decoded.newest[text] = h
}

// clone returns a copy that shares no memory with a head.
func (h Head) clone() Head {
	h.Setup.Options, h.Setup.Deal = maps.Clone(h.Setup.Options), slices.Clone(h.Setup.Deal)
	h.Players, h.Places, h.Order = slices.Clone(h.Players), slices.Clone(h.Places), slices.Clone(h.Order)
	h.Invited, h.Plan, h.Thought = copied(h.Invited), copied(h.Plan), copied(h.Thought)
	h.Tips, h.Chance, h.Invitations = slices.Clone(h.Tips), copied(h.Chance), slices.Clone(h.Invitations)
	if h.Plan != nil {
		h.Plan.Lines = slices.Clone(h.Plan.Lines)
	}
	if h.Stand = copied(h.Stand); h.Stand != nil {
		s := h.Stand
		s.ToMove, s.Changes, s.In, s.Back = slices.Clone(s.ToMove), slices.Clone(s.Changes), slices.Clone(s.In), slices.Clone(s.Back)
	}
	if h.Rated = copied(h.Rated); h.Rated != nil {
		h.Rated.Seats = slices.Clone(h.Rated.Seats)
	}
	h.Shares = slices.Clone(h.Shares)
	for i, s := range h.Shares {
		h.Shares[i].Salt = copied(s.Salt)
	}
	h.Pauses, h.Absences = slices.Clone(h.Pauses), slices.Clone(h.Absences)
	h.Clocks, h.Offered, h.Past = slices.Clone(h.Clocks), slices.Clone(h.Offered), slices.Clone(h.Past)
	h.Asked, h.Old, h.Lines = slices.Clone(h.Asked), slices.Clone(h.Old), slices.Clone(h.Lines)
	h.Live.Pinged = slices.Clone(h.Live.Pinged)
	for i, b := range h.Old {
		h.Old[i].Pinged = slices.Clone(b.Pinged)
	}
	for i, l := range h.Lines {
		h.Lines[i].Pinged = slices.Clone(l.Pinged)
	}
	h.Asks, h.Answered = slices.Clone(h.Asks), slices.Clone(h.Answered)
	for _, asks := range [][]Ask{h.Asks, h.Answered} {
		for i, a := range asks {
			asks[i].Agreed = slices.Clone(a.Agreed)
		}
	}
	h.News, h.Postings = slices.Clone(h.News), slices.Clone(h.Postings)
	return h
}

// copied returns a pointer to a copy, nil for nil.
func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}
