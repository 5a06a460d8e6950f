package bolt

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// counterKey is the key of a counter. Those of a server and a time come together.
func counterKey(c storage.Counter) []byte {
	key := binary.BigEndian.AppendUint16(appendText(nil, c.Guild), uint16(c.Period))
	return append(appendText(appendText(key, c.Channel), c.Game), c.Person...)
}

// encodeTally returns what a counter says.
func encodeTally(t storage.Tally) (payload []byte) {
	last := int64(0)
	if !t.Last.IsZero() {
		last = t.Last.Unix()
	}
	for _, n := range []int64{int64(t.Won), int64(t.Drawn), int64(t.Lost), last} {
		payload = binary.AppendVarint(payload, n)
	}
	return payload
}

// decodeTally is the reverse of [encodeTally].
func decodeTally(payload []byte) (t storage.Tally, ok bool) {
	var n [4]int64
	for i := range n {
		size := 0
		if n[i], size = binary.Varint(payload); size <= 0 {
			return storage.Tally{}, false
		}
		payload = payload[size:]
	}
	t = storage.Tally{Won: int(n[0]), Drawn: int(n[1]), Lost: int(n[2])}
	if n[3] != 0 {
		t.Last = time.Unix(n[3], 0).UTC()
	}
	return t, len(payload) == 0
}

// addTo adds to counters.
func addTo(tx *bbolt.Tx, changes storage.Counters) error {
	for at, t := range changes {
		if err := addToOne(tx, counterKey(at), t); err != nil {
			return err
		}
	}
	return nil
}

// addToOne adds to the counter of a key. A damaged one begins anew, so that no match waits for the check that mends it.
func addToOne(tx *bbolt.Tx, key []byte, t storage.Tally) error {
	payload, err := get(tx, counterBucket, key)
	if err != nil && !errors.Is(err, storage.ErrDamaged) {
		return err
	}
	was, _ := decodeTally(payload)
	if t = was.Plus(t); t.Empty() {
		return tx.Bucket([]byte(counterBucket)).Delete(key)
	}
	return put(tx, counterBucket, key, encodeTally(t))
}

// Standings adds up the counters of a server.
func (s *Store) Standings(ctx context.Context, of storage.Standings) ([]storage.Standing, error) {
	counts := make(map[string]bool, len(of.Channels))
	for _, channel := range of.Channels {
		counts[channel] = true
	}
	at, names := map[string]int{}, map[string]string{}
	var all []storage.Standing
	var games [][]played // by person
	add := func(rest []byte, t storage.Tally) bool {
		channel, rest, ok := cutBytes(rest)
		game, person, named := cutBytes(rest)
		if !ok || !named || !counts[string(channel)] || of.Game != "" && string(game) != of.Game {
			return ok && named
		}
		i, known := at[string(person)]
		if !known {
			i = len(all)
			at[string(person)] = i
			all, games = append(all, storage.Standing{Person: string(person)}), append(games, nil)
		}
		name, known := names[string(game)]
		if !known {
			name = string(game)
			names[name] = name
		}
		all[i].Tally, games[i] = all[i].Plus(t), addPlayed(games[i], played{name, t.Played()})
		return true
	}
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(counterBucket))
		if b == nil {
			return storage.ErrDamaged
		}
		c := b.Cursor()
		prefix := binary.BigEndian.AppendUint16(appendText(nil, of.Guild), uint16(of.Period))
		for k, v := c.Seek(prefix); k != nil; k, v = c.Next() {
			if err := ctx.Err(); err != nil {
				return err
			}
			payload, err := payloadOf(counterBucket, k, v)
			if err != nil {
				s.spoilt("a counter")
				continue
			}
			rest, here := bytes.CutPrefix(k, prefix)
			if !here {
				return nil
			}
			if t, ok := decodeTally(payload); !ok || !add(rest, t) {
				s.spoilt("a counter")
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Game = slices.MinFunc(games[i], func(a, b played) int {
			return cmp.Or(cmp.Compare(b.times, a.times), strings.Compare(a.game, b.game))
		}).game
	}
	return all, nil
}

// A played is how often somebody has played a game.
type played struct {
	game  string
	times int
}

// addPlayed adds to how often somebody has played each game.
func addPlayed(all []played, one played) []played {
	for i := range all {
		if all[i].game == one.game {
			all[i].times += one.times
			return all
		}
	}
	return append(all, one)
}

// recount gives each counter what the matches call for, and returns how many said something else. Others may write
// meanwhile: only the difference is added.
func recount(ctx context.Context, view, write transaction) (wrong int, err error) {
	type difference struct {
		storage.Tally
		broken bool // whether what is there cannot be read
	}
	astray := map[string]difference{}
	if err := view(ctx, func(tx *bbolt.Tx) error {
		add := func(key string, t storage.Tally) {
			d := astray[key]
			d.Tally = d.Plus(t)
			astray[key] = d
		}
		eachHead(tx, func(h storage.Head, err error) { // of what is damaged nobody can tell
			for at, t := range storage.CountersOf(h) {
				add(string(counterKey(at)), t)
			}
		})
		return tx.Bucket([]byte(counterBucket)).ForEach(func(k, v []byte) error {
			payload, err := payloadOf(counterBucket, k, v)
			t, ok := decodeTally(payload)
			if err != nil || !ok {
				astray[string(k)] = difference{astray[string(k)].Tally, true}
				return ctx.Err()
			}
			add(string(k), t.Minus())
			if astray[string(k)].Empty() {
				delete(astray, string(k))
			}
			return ctx.Err()
		})
	}); err != nil {
		return 0, err
	}
	for key, d := range astray {
		if err := write(ctx, func(tx *bbolt.Tx) error {
			b := tx.Bucket([]byte(counterBucket))
			if v := b.Get([]byte(key)); d.broken && v != nil && !intact(counterBucket, []byte(key), v) {
				if err := b.Delete([]byte(key)); err != nil {
					return err
				}
			}
			return addToOne(tx, []byte(key), d.Tally)
		}); err != nil {
			return 0, err
		}
	}
	return len(astray), nil
}
