package privacy

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// maxExport bounds an export, in bytes.
const maxExport = 8 << 20

// about is what the file says of itself.
const about = "Everything that Parlour keeps about you. Times are in UTC. A limit on time is in nanoseconds. " +
	"Of a game that goes on it has what you may know now. docs/privacy.md explains each field."

// A kept is a match as a person is given it.
type kept struct {
	storage.Head
	Setup any             `json:"setup"` // in place of that of the head
	Log   []storage.Entry `json:"log"`
}

// Export returns all that is kept of a person, as JSON, the newest matches first. left is how many of
// the oldest it has no room for.
func Export(ctx context.Context, e *match.Env, own storage.Person, now time.Time) (text []byte, left int, err error) {
	heads, err := of(ctx, e.Store, own.ID)
	if err != nil {
		return nil, 0, err
	}
	slices.SortStableFunc(heads, func(a, b storage.Head) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(b.ID, a.ID)) })
	first, err := json.Marshal(struct {
		About    string         `json:"about"`
		Made     time.Time      `json:"made"`
		Settings storage.Person `json:"settings"`
	}{about, now.UTC(), own})
	if err != nil {
		return nil, 0, fmt.Errorf("export the settings of a person: %w", err)
	}
	file := append(bytes.TrimSuffix(first, []byte("}")), ",\n\"matches\": ["...)
	for i, h := range heads {
		one, err := exported(ctx, e, h, own.ID)
		if err != nil {
			return nil, 0, fmt.Errorf("export match %s: %w", h.ID, err)
		}
		if len(file)+len(one) > maxExport-64 {
			left = len(heads) - i
			break
		}
		if i > 0 {
			file = append(file, ',')
		}
		file = append(append(file, '\n'), one...)
	}
	return append(file, "\n]}\n"...), left, nil
}

// exported returns a match as a person is given it. Of one whose log cannot be read it has the
// head alone.
func exported(ctx context.Context, e *match.Env, h storage.Head, person string) ([]byte, error) {
	m, err := e.Store.Get(ctx, h.ID)
	if errors.Is(err, storage.ErrDamaged) || errors.Is(err, storage.ErrNotFound) {
		m, err = storage.Match{Head: h}, nil
	}
	if err != nil {
		return nil, err
	}
	game := e.Game(m.Setup.Game)
	return json.Marshal(given(m, person, game == nil || game.Info().Hidden))
}

// given returns what a person may know of a match now. While it goes on it lacks all that tells what is
// to come and, in a game that hides something, the moves of others. It never has what others planned, nor
// how they were asked and answered.
func given(m storage.Match, person string, hides bool) kept {
	h, live := m.Head, m.Phase.Live()
	k := kept{Setup: h.Setup, Log: []storage.Entry{}}
	h.Chance = nil // which nobody is ever told
	if h.Plan != nil && h.Plan.Player != person {
		h.Plan = nil
	}
	h.Asked = match.Without(h.Asked, func(d storage.Direct) bool { return d.Player != person })
	if live {
		h.Secret, h.Shares, h.Thought = games.Seed{}, nil, nil
		k.Setup = struct {
			Game    string            `json:"game"`
			Rules   int               `json:"rules"`
			Seats   int               `json:"seats"`
			Options map[string]string `json:"options"`
		}{h.Setup.Game, h.Setup.Rules, h.Setup.Seats, h.Setup.Options}
	}
	seat := match.SeatIn(h, person)
	for _, e := range m.Log {
		own := e.Seat == seat && seat != games.Spectator
		if live && hides && !own {
			continue
		}
		if live {
			e.Salt, e.Playouts = games.Salt{}, 0
		}
		if !own {
			e.RequestID, e.Here = "", false
		}
		k.Log = append(k.Log, e)
	}
	k.Head = h
	return k
}
