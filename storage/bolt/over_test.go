package bolt

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/games"
	"parlour/storage"
)

// played returns a match of Permute of 28 plies that is over, as the bot leaves it, with ids and
// times as random as Discord's.
func played(r *rand.Rand) (storage.Head, []storage.Entry) {
	snowflake := func() string { return fmt.Sprint(1_400_000_000_000_000_000 + r.Int64N(1e17)) }
	bytes := func(n int) (b []byte) {
		for range n {
			b = append(b, byte(r.Uint32()))
		}
		return b
	}
	at := noon.Add(time.Duration(r.Int64N(int64(365 * 24 * time.Hour))))
	var secret games.Seed
	if err := json.Unmarshal(fmt.Appendf(nil, "%q", hex.EncodeToString(bytes(32))), &secret); err != nil {
		panic(err)
	}
	people := []storage.Player{{ID: snowflake(), Name: fmt.Sprintf("Player %x", r.Uint32())}, {ID: snowflake(), Name: fmt.Sprintf("Player %x", r.Uint32())}}
	thread, newest := snowflake(), snowflake()
	h := storage.Head{
		ID: fmt.Sprintf("%x", bytes(6)), Created: at,
		Lobby: storage.Lobby{
			Phase: storage.Over, First: "random", Secret: secret, Players: people, Invited: &people[1],
			Setup: games.Setup{Game: "permute", Rules: 1, Seats: 2, Seed: secret,
				Options: map[string]string{"size": "9", "start": "chequer", "swap": "on"}},
			Number: 1 + r.IntN(5), Places: []int{1, 2},
		},
		Timing: storage.Timing{TurnTime: 72 * time.Hour, Clocks: make([]storage.Clock, 2)},
		Place:  storage.Place{Lang: "en-US", Thread: true, Guild: snowflake(), Channel: thread, Home: snowflake(), Table: snowflake(), Message: newest},
		Publication: storage.Publication{Desired: storage.Revision{Post: 29, Edit: 3}, Published: storage.Revision{Post: 29, Edit: 3},
			Live:    storage.Board{Channel: thread, Message: newest, From: 27, To: 28, Turn: 28, Posted: 28, Pinged: []string{people[0].ID, people[1].ID}},
			Renamed: true, AnnouncedBefore: 27, Announced: 28},
	}
	var log []storage.Entry
	for n := range 28 {
		at = at.Add(time.Duration(r.Int64N(int64(20 * time.Hour))))
		face := fmt.Sprintf("%c%d", 'a'+r.IntN(8), 1+r.IntN(8))
		log = append(log, storage.Entry{At: at, RequestID: snowflake(),
			Ply: games.Ply{Seat: games.Seat(n % 2), Move: games.Move(fmt.Sprintf("%c%s-%c%d", "AC"[r.IntN(2)], face, face[0]+byte(r.IntN(2)), int(face[1]-'0')+r.IntN(2)))}})
	}
	return h, log
}

// fillOver writes matches that are over into a store, as [Store.Append] writes them, in few commits.
func fillOver(t testing.TB, s *Store, matches int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 1))
	for done := 0; done < matches; {
		if err := s.db.Update(func(tx *bbolt.Tx) error {
			for end := min(done+1000, matches); done < end; done++ {
				h, log := played(r)
				h.Version, h.Plies = 1, len(log)
				c := change{head: h, entries: log}
				if err := c.prepare(); err != nil {
					return err
				}
				if err := c.apply(tx); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}
