package storetest

import (
	"context"
	"fmt"
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
