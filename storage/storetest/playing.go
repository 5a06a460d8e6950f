package storetest

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
)

// Count appends a move that says its number.
func Count(ctx context.Context, s storage.Store, h storage.Head) (storage.Head, error) {
	return s.Append(ctx, h, storage.Entry{Ply: games.Ply{Move: games.Move(fmt.Sprint(h.Plies))}})
}

// WantCounted checks that matches are at least as far as they were acknowledged, with all that [Count] appended.
func WantCounted(t testing.TB, s storage.Store, heads ...storage.Head) {
	t.Helper()
	for _, h := range heads {
		m, err := s.Get(context.Background(), h.ID)
		if err != nil || m.Version < h.Version || m.Plies != m.Version-1 || len(m.Log) != m.Plies {
			t.Errorf("match %s is at version %d with %d plies, %v; version %d was acknowledged",
				h.ID, m.Version, len(m.Log), err, h.Version)
		}
		for i, e := range m.Log {
			if e.Move != games.Move(fmt.Sprint(i)) {
				t.Errorf("entry %d of match %s is %v", i, h.ID, e)
			}
		}
	}
}

// Table makes matches.
func Table(t testing.TB, s storage.Store, matches int) (heads []storage.Head) {
	t.Helper()
	for i := range matches {
		heads = append(heads, create(t, s, Full(fmt.Sprint("match", i))))
	}
	return heads
}

// Moves has people make moves at once, each in a match of their own, and returns how long that took.
func Moves(t testing.TB, heads []storage.Head, each int,
	move func(storage.Head, storage.Entry) (storage.Head, error)) time.Duration {
	var all sync.WaitGroup
	began := time.Now()
	for i := range heads {
		all.Go(func() {
			for range each {
				h := heads[i]
				h.NextCheck = h.NextCheck.Add(time.Minute)
				h.Desired.Post++
				ply := games.Ply{Seat: games.Seat(h.Plies % 2), Move: "R3+U2"}
				got, err := move(h, storage.Entry{Ply: ply, At: h.NextCheck})
				if err != nil {
					t.Error(err)
					return
				}
				heads[i] = got
			}
		})
	}
	all.Wait()
	return time.Since(began)
}

// Played returns a match of Permute of 28 plies that is over, as the bot leaves it, with ids and
// times as random as Discord's. In a year it is of one of four servers of 16 people, who play in two channels.
func Played(r *rand.Rand) (storage.Head, []storage.Entry) {
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
	known := func(n int) string { return fmt.Sprint(1_400_000_000_000_000_000 + 777_777_777_777_777*int64(n+1)) }
	server := 100 * r.IntN(4)
	home, first := server+1+r.IntN(5)/4, r.IntN(16)
	person := func(n int) storage.Player {
		return storage.Player{ID: known(server + 10 + n%16), Name: fmt.Sprintf("Player %x", r.Uint32())}
	}
	people := []storage.Player{person(first), person(first + 1 + r.IntN(19))}
	thread, newest := snowflake(), snowflake()
	h := storage.Head{
		ID: fmt.Sprintf("%x", bytes(6)), Created: at,
		Lobby: storage.Lobby{
			Phase: storage.Over, First: "random", Secret: secret, Players: people, Invited: &people[1],
			Setup: games.Setup{Game: "permute", Rules: 1, Seats: 2, Seed: secret,
				Options: map[string]string{"size": "9", "start": "chequer", "swap": "on"}},
			Number: 1 + r.IntN(5), Places: []int{1, 2}, Outcome: storage.HasWon + storage.HasLost, Began: at,
		},
		Timing: storage.Timing{Allowance: storage.Allowance{TurnTime: 72 * time.Hour}, Clocks: make([]storage.Clock, 2)},
		Place:  storage.Place{Lang: "en-US", Thread: true, Guild: known(server), Channel: thread, Home: known(home), Table: snowflake(), Message: newest},
		Publication: storage.Publication{Desired: storage.Revision{Post: 29, Edit: 3}, Published: storage.Revision{Post: 29, Edit: 3},
			Live:  storage.Board{Channel: thread, Message: newest, From: 27, To: 28, Turn: 28, Posted: 28, Pinged: []string{people[0].ID, people[1].ID}},
			Named: storage.Over, AnnouncedBefore: 27, Announced: 28},
	}
	var log []storage.Entry
	for n := range 28 {
		at = at.Add(time.Duration(r.Int64N(int64(20 * time.Hour))))
		face := fmt.Sprintf("%c%d", 'a'+r.IntN(8), 1+r.IntN(8))
		log = append(log, storage.Entry{At: at, RequestID: snowflake(),
			Ply: games.Ply{Seat: games.Seat(n % 2), Move: games.Move(fmt.Sprintf("%c%s-%c%d", "AC"[r.IntN(2)], face, face[0]+byte(r.IntN(2)), int(face[1]-'0')+r.IntN(2)))}})
	}
	h.EndedAt = at
	return h, log
}

// Begun is [Played] as it begins, the n-th of a store: ids rise with time.
func Begun(r *rand.Rand, n int) (storage.Head, []storage.Entry) {
	h, log := Played(r)
	h.ID = strconv.FormatInt(1_400_000_000_000_000_000+int64(n)<<40, 36)
	h.Phase, h.NextCheck = storage.Playing, h.Created
	return h, log
}
