package storetest

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"parlour/storage"
)

var writing = []check{
	{"create", checkCreate},
	{"create twice", checkCreateTwice},
	{"not found", checkNotFound},
	{"ids are any text", checkIDs},
	{"append", checkAppend},
	{"log", checkLog},
	{"times", checkTimes},
	{"conflict", checkConflict},
	{"settled", checkSettled},
	{"memory in", checkMemoryIn},
	{"memory out", checkMemoryOut},
}

func checkCreate(t testing.TB, s storage.Store) {
	h := Full("m")
	h.Version, h.Plies = 7, 9 // the store sets them
	want := Full("m")
	want.Version = 1
	wantHead(t, "Create", create(t, s, h), want)
	wantMatch(t, s, want)
}

func checkCreateTwice(t testing.TB, s storage.Store) {
	h := create(t, s, Full("m"))
	other := Full("m")
	other.Players, other.Home, other.NextCheck = []storage.Player{{ID: "dan"}}, "elsewhere", minute(1)
	_, err := s.Create(t.Context(), other)
	wantErr(t, "Create of a taken id", err, storage.ErrExists)
	wantMatch(t, s, h)
	wantLists(t, s, "live dan:", "channel elsewhere:", "due 9 10:")
}

func checkNotFound(t testing.TB, s storage.Store) {
	create(t, s, Full("match"))
	for _, id := range []string{"", "m", "matc", "match ", "MATCH"} {
		_, err := s.Get(t.Context(), id)
		wantErr(t, "Get of no match", err, storage.ErrNotFound)
		h := Full(id)
		h.Version = 1
		_, err = s.Append(t.Context(), h, plies("a")...)
		wantErr(t, "Append to no match", err, storage.ErrNotFound)
	}
	wantLists(t, s, "live ann: match")
}

// checkIDs uses ids of which some begin or end with others.
func checkIDs(t testing.TB, s storage.Store) {
	ids := []string{"1", "11", "111", "2", "1/2", "1 2", "é", "a\n", "%", "_", "Ann", "ann"}
	log := make(map[string][]storage.Entry)
	for i, id := range ids {
		h := Full(id)
		h.Created, h.Players = minute(i), []storage.Player{{ID: id}}
		h.Home, h.Channel, h.Invited = id, id, nil
		log[id] = plies("of "+"match", "n")[:1+i%2]
		add(t, s, create(t, s, h), log[id]...)
	}
	for _, id := range ids {
		wantLists(t, s, "live "+id+": "+id, "channel "+id+": "+id)
		m, err := s.Get(t.Context(), id)
		if err != nil || m.ID != id || !slices.EqualFunc(m.Log, log[id], sameEntry) {
			t.Errorf("Get(%q) = %v, %v, want the log %v", id, m, err, log[id])
		}
	}
	wantLists(t, s, "live :", "channel 1%:")
}

func checkAppend(t testing.TB, s storage.Store) {
	h := create(t, s, Full("m"))
	next := h
	next.Phase, next.NextCheck, next.Invited, next.Plan = storage.Playing, time.Time{}, nil, nil
	next.Desired.Post, next.Setup.Rules, next.Plies = 8, 3, 99
	next.TurnTime, next.TotalTime, next.OutageTold = 0, 1, time.Time{}
	next.Clocks, next.Offered, next.Past = nil, nil, nil
	got := add(t, s, next)
	next.Version, next.Plies = 2, 0
	wantHead(t, "Append", got, next)
	wantMatch(t, s, next)
}

func checkLog(t testing.TB, s storage.Store) {
	other := create(t, s, Full("other"))
	h := create(t, s, Full("m"))
	log := plies("a", "b", "c", "c", "", "ü d", "lapse")
	for i, n := range []int{0, 1, 1, 4, 4, 7} {
		h = add(t, s, h, log[h.Plies:n]...)
		if h.Version != i+2 || h.Plies != n {
			t.Fatalf("Append returned version %d with %d plies, want %d with %d", h.Version, h.Plies, i+2, n)
		}
		wantMatch(t, s, h, log[:n]...)
	}
	long := plies("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
	for range 30 { // past 256
		log = append(log, long...)
		h = add(t, s, h, long...)
	}
	wantMatch(t, s, h, log...)
	wantMatch(t, s, other)
}

// checkTimes gives times in several zones to the store.
func checkTimes(t testing.TB, s storage.Store) {
	want, mine := Full("m"), Full("m")
	abroad(&mine)
	mine.Created = mine.Created.In(east)
	h := create(t, s, mine)
	want.Version = 1
	wantMatch(t, s, want)
	if mine.Clocks[0].Due.Location() != west {
		t.Error("a write wrote to the memory that it was handed")
	}
	abroad(&h)
	log := plies("a", "b")
	log[0].At, log[1].At = log[0].At.In(west), log[1].At.In(east)
	h = add(t, s, h, log...)
	if !h.Created.Equal(noon) || !h.NextCheck.Equal(minute(10)) {
		t.Errorf("times came back as %v and %v, want %v and %v", h.Created, h.NextCheck, noon, minute(10))
	}
	want.Version, want.Plies = 2, 2
	wantMatch(t, s, want, plies("a", "b")...)
	wantLists(t, s, "due 10 1: m", "due 9 1:")

	h.NextCheck, h.OutageTold, h.Clocks = time.Time{}, time.Time{}, make([]storage.Clock, 2)
	abroad(&h)
	add(t, s, h)
	want.Version, want.NextCheck, want.OutageTold, want.Clocks = 3, time.Time{}, time.Time{}, make([]storage.Clock, 2)
	wantMatch(t, s, want, plies("a", "b")...)
	wantLists(t, s, "due 100 1:")
}

func checkConflict(t testing.TB, s storage.Store) {
	h := create(t, s, Full("m"))
	h = add(t, s, h, plies("a")...)
	for _, version := range []int{-1, 0, 1, 3, 100} {
		stale := h
		stale.Version, stale.Phase, stale.NextCheck, stale.Created = version, storage.Over, minute(1), minute(-9)
		stale.Players, stale.Channel = []storage.Player{{ID: "dan"}}, "elsewhere"
		_, err := s.Append(t.Context(), stale, plies("x", "y")...)
		wantErr(t, "Append against another version", err, storage.ErrConflict)
	}
	wantMatch(t, s, h, plies("a")...)
	wantLists(t, s,
		"live ann: m", "ended ann:", "ended dan:", "channel elsewhere:", "channel thread: m", "due 9 10:",
		"due 10 10: m",
	)
	add(t, s, h, plies("b")...)
}

// checkSettled changes matches that are settled: see [storage.Head.Settled]. They say the same as all others.
func checkSettled(t testing.TB, s storage.Store) {
	log := plies("a", "b", "c", "d", "e")
	h := add(t, s, create(t, s, Full("m")), log[:2]...)
	h.Phase, h.NextCheck = storage.Over, time.Time{}
	for _, step := range []struct {
		what   string
		change func(*storage.Head)
		upTo   int // the length of the log then
	}{
		{"settled with its last move", func(h *storage.Head) { h.Places = []int{2, 1} }, 3},
		{"a rematch", func(h *storage.Head) { h.Next = "n" }, 3},
		{"somebody is forgotten", func(h *storage.Head) { h.Players[0] = storage.Player{ID: storage.Former("x")} }, 3},
		{"a late message", func(h *storage.Head) { h.Live.Message = "late" }, 3},
		{"due once more", func(h *storage.Head) { h.NextCheck, h.FailingSince = minute(1), minute(1) }, 3},
		{"shown", func(h *storage.Head) { h.NextCheck, h.FailingSince = time.Time{}, time.Time{} }, 3},
		{"one more entry", func(h *storage.Head) {}, 4},
		{"live again", func(h *storage.Head) { h.Phase = storage.Playing }, 4},
		{"another move", func(h *storage.Head) {}, 5},
		{"settled without a result", func(h *storage.Head) { h.Phase = storage.Off }, 5},
	} {
		step.change(&h)
		stale := h
		h = add(t, s, h, log[h.Plies:step.upTo]...)
		_, err := s.Append(t.Context(), stale, plies("x")...)
		wantErr(t, step.what+": Append against the version before", err, storage.ErrConflict)
		_, err = s.Create(t.Context(), Full("m"))
		wantErr(t, step.what+": Create of its id", err, storage.ErrExists)
		wantMatch(t, s, h, log[:step.upTo]...)
		lists := map[bool]string{true: "m"}
		live, due := h.Phase.Live(), !h.NextCheck.IsZero()
		wantLists(t, s, "live bob: "+lists[live], "ended bob: "+lists[!live], "channel home: "+lists[live],
			"newest 9 past thread: "+lists[!live], "due 99 9: "+lists[due], "scheduled: "+lists[due])
		heads, err := s.OfPlayer(t.Context(), "bob", live, storage.All)
		if err != nil || len(heads) != 1 {
			t.Fatalf("%s: OfPlayer = %d matches, %v, want 1", step.what, len(heads), err)
		}
		wantHead(t, step.what+": OfPlayer", heads[0], h)
	}
	over := Full("o")
	over.Phase, over.NextCheck, over.Players = storage.Over, time.Time{}, []storage.Player{{ID: "dan"}}
	over = create(t, s, over)
	wantMatch(t, s, over)
	wantMatch(t, s, add(t, s, over, log[:1]...), log[:1]...)
	wantLists(t, s, "ended dan: o")
}

// scribble overwrites all memory that a value refers to.
func scribble(v any) { scribbleOver(reflect.ValueOf(v)) }

func scribbleOver(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				scribbleOver(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			scribbleOver(v.Index(i))
		}
		v.Clear() // each element is zero now
	case reflect.Map:
		v.Clear()
	case reflect.Pointer:
		if !v.IsNil() {
			scribbleOver(v.Elem())
			v.Elem().SetZero()
		}
	}
}

func checkMemoryIn(t testing.TB, s storage.Store) {
	want := Full("m")
	want.Version = 1
	h := Full("m")
	create(t, s, h)
	scribble(h)
	wantMatch(t, s, want)

	h, log := Full("m"), plies("a", "b")
	h.Version = 1
	add(t, s, h, log...)
	scribble(h)
	log[0], log[1] = log[1], storage.Entry{}
	want.Version, want.Plies = 2, 2
	wantMatch(t, s, want, plies("a", "b")...)
}

func checkMemoryOut(t testing.TB, s storage.Store) {
	want := Full("m")
	scribble(create(t, s, Full("m")))
	want.Version = 1
	wantMatch(t, s, want)
	h := Full("m")
	h.Version = 1
	scribble(add(t, s, h, plies("a")...))
	want.Version, want.Plies = 2, 1
	wantMatch(t, s, want, plies("a")...)

	ctx := context.Background()
	m, _ := s.Get(ctx, "m")
	scribble(m.Head)
	m.Log[0].Move = "z"
	for _, read := range []func() ([]storage.Head, error){
		func() ([]storage.Head, error) { return s.OfPlayer(ctx, "ann", true, storage.All) },
		func() ([]storage.Head, error) { return s.OfChannel(ctx, "home", true, storage.All) },
		func() ([]storage.Head, error) { return s.Due(ctx, minute(10), 1) },
	} {
		hs, err := read()
		if err != nil || len(hs) != 1 {
			t.Fatalf("found %d matches, %v, want 1", len(hs), err)
		}
		wantHead(t, "a list", hs[0], want)
		scribble(hs[0])
	}
	wantMatch(t, s, want, plies("a")...)
}
