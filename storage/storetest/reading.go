package storetest

import (
	"slices"
	"testing"
	"time"

	"parlour/storage"
)

var reading = []check{
	{"of player", checkPlayer},
	{"of player, later", checkPlayerMoves},
	{"of player, oldest first", checkPlayerOrder},
	{"of player, the newest", checkPlayerNewest},
	{"of channel", checkChannel},
	{"of channel, later", checkChannelMoves},
	{"ended in", checkEnded},
	{"ended in, later", checkEndedMoves},
	{"due", checkDue},
	{"due in any phase", checkDuePhase},
	{"due, later", checkDueMoves},
	{"scheduled", checkScheduled},
}

func checkPlayer(t testing.TB, s storage.Store) {
	create(t, s, full("m"))
	twice := full("n")
	twice.Created, twice.Phase = minute(1), storage.Playing
	twice.Players = []storage.Player{{ID: "bob"}, {ID: "bob"}}
	twice.Invited = &storage.Player{ID: "bob"}
	create(t, s, twice)
	alone := full("o")
	alone.Created, alone.Players, alone.Invited, alone.Phase = minute(2), nil, nil, storage.Off
	create(t, s, alone)

	wantPlayer(t, s, "ann", true, "m")
	wantPlayer(t, s, "bob", true, "m", "n")
	wantPlayer(t, s, "cy", true, "m")
	wantPlayer(t, s, "an", true)
	for _, id := range []string{"ann", "bob", "cy", "nobody"} {
		wantPlayer(t, s, id, false)
	}
}

// checkPlayerMoves takes a match through all its phases.
func checkPlayerMoves(t testing.TB, s storage.Store) {
	h := create(t, s, full("m"))
	h.Players, h.Invited, h.Phase = []storage.Player{{ID: "cy"}, {ID: "ann"}}, nil, storage.Playing
	h = add(t, s, h)
	wantPlayer(t, s, "cy", true, "m")
	wantPlayer(t, s, "ann", true, "m")
	wantPlayer(t, s, "bob", true)

	for _, phase := range []storage.Phase{storage.Over, storage.Off} {
		h.Phase = phase
		h = add(t, s, h)
		wantPlayer(t, s, "cy", true)
		wantPlayer(t, s, "cy", false, "m")
		wantPlayer(t, s, "bob", false)
	}
	h.Phase, h.Invited, h.Past = storage.Open, &storage.Player{ID: "dan"}, []string{"fay"}
	h = add(t, s, h)
	wantPlayer(t, s, "fay", true)
	wantPlayer(t, s, storage.Past("fay"), true, "m")
	wantPlayer(t, s, storage.Past("dan"), true)
	wantPlayer(t, s, "cy", false)
	wantPlayer(t, s, "cy", true, "m")
	wantPlayer(t, s, "dan", true, "m")
	h.Phase = storage.Off
	add(t, s, h)
	wantPlayer(t, s, "dan", true)
	wantPlayer(t, s, "dan", false, "m")
	wantPlayer(t, s, storage.Past("fay"), true)
	wantPlayer(t, s, storage.Past("fay"), false, "m")
}

func checkPlayerOrder(t testing.TB, s storage.Store) {
	for id, age := range map[string]int{"a": 4, "b": -1, "c": 3, "d": -60 * 24 * 365 * 70} {
		h := full(id)
		h.Created, h.Phase = minute(age), storage.Playing
		create(t, s, h)
	}
	wantPlayer(t, s, "bob", true, "d", "b", "c", "a")
	wantChannel(t, s, "home", "d", "b", "c", "a")
	hs, err := s.OfPlayer(t.Context(), "bob", true, storage.All)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hs {
		h.Phase = storage.Over
		add(t, s, h)
	}
	wantPlayer(t, s, "bob", false, "d", "b", "c", "a")
}

// checkPlayerNewest reads parts of the matches of a person, among those of people whose ids sort
// before and after, and of the person's channel.
func checkPlayerNewest(t testing.TB, s storage.Store) {
	for id, age := range map[string]int{"a": 4, "b": -1, "c": 3, "d": -60 * 24 * 365 * 70, "e": 1} {
		h := full(id)
		h.Created, h.Phase, h.Channel = minute(age), storage.Playing, h.Home
		h.Players, h.Invited = []storage.Player{{ID: "bob"}}, nil
		if id == "e" {
			h.Phase = storage.Over
		}
		create(t, s, h)
	}
	for _, other := range []string{"ann", "bobby", "cy", "zed"} {
		h := full("of " + other)
		h.Created, h.Home, h.Channel, h.Invited = minute(100), other, other, nil
		h.Players = []storage.Player{{ID: other}}
		create(t, s, h)
	}
	all := []string{"a", "c", "b", "d"}
	for _, limit := range []int{1, 2, 4, 5} {
		want := all[:min(limit, len(all))]
		if hs, err := s.OfPlayer(t.Context(), "bob", true, storage.Newest(limit)); err != nil || !slices.Equal(names(hs), want) {
			t.Errorf("the %d newest of a person are %q, %v, want %q", limit, names(hs), err, want)
		}
		if hs, err := s.OfChannel(t.Context(), "home", storage.Newest(limit)); err != nil || !slices.Equal(names(hs), want) {
			t.Errorf("the %d newest of a channel are %q, %v, want %q", limit, names(hs), err, want)
		}
	}
	if hs, err := s.OfPlayer(t.Context(), "bob", false, storage.Newest(3)); err != nil || !slices.Equal(names(hs), []string{"e"}) {
		t.Errorf("the newest ended ones are %q, %v, want e", names(hs), err)
	}
	if hs, err := s.OfPlayer(t.Context(), "nobody", true, storage.Newest(3)); err != nil || len(hs) > 0 {
		t.Errorf("the newest of nobody are %q, %v, want none", names(hs), err)
	}
}

func checkChannel(t testing.TB, s storage.Store) {
	create(t, s, full("m")) // home, thread
	same := full("n")
	same.Created, same.Channel = minute(1), "home"
	create(t, s, same)
	gone := full("o")
	gone.Created, gone.Phase = minute(2), storage.Over
	create(t, s, gone)

	wantChannel(t, s, "home", "m", "n")
	wantChannel(t, s, "thread", "m")
	wantChannel(t, s, "hom")
	wantChannel(t, s, "guild")
}

func checkChannelMoves(t testing.TB, s storage.Store) {
	h := full("m")
	h.Channel = "home"
	h = create(t, s, h)
	wantChannel(t, s, "home", "m")
	h.Channel = "thread 1"
	h = add(t, s, h)
	wantChannel(t, s, "home", "m")
	wantChannel(t, s, "thread 1", "m")
	h.Channel = "thread 2"
	h = add(t, s, h)
	wantChannel(t, s, "thread 1")
	wantChannel(t, s, "thread 2", "m")
	h.Phase = storage.Off
	add(t, s, h)
	wantChannel(t, s, "home")
	wantChannel(t, s, "thread 2")
}

func checkEnded(t testing.TB, s storage.Store) {
	create(t, s, full("live"))
	for id, age := range map[string]int{"a": 4, "b": -1, "c": 3, "d": -60 * 24 * 365 * 70} {
		h := full(id)
		h.Created, h.Phase = minute(age), storage.Over
		create(t, s, h)
	}
	same := full("e")
	same.Created, same.Phase, same.Channel = minute(5), storage.Off, "home"
	create(t, s, same)
	other := full("f")
	other.Phase, other.Home, other.Channel = storage.Over, "home 2", "zz"
	create(t, s, other)

	wantEnded(t, s, "home", 10, "e", "a", "c", "b", "d")
	wantEnded(t, s, "thread", 10, "a", "c", "b", "d")
	wantEnded(t, s, "home", 2, "e", "a")
	wantEnded(t, s, "home", 0)
	wantEnded(t, s, "zz", 10, "f") // no channel sorts after it
	wantEnded(t, s, "hom", 10)
	wantEnded(t, s, "a", 10)
	wantEnded(t, s, "zzz", 10)
}

func checkEndedMoves(t testing.TB, s storage.Store) {
	h := create(t, s, full("m"))
	wantEnded(t, s, "home", 10)
	h.Phase = storage.Over
	h = add(t, s, h)
	wantEnded(t, s, "home", 10, "m")
	wantEnded(t, s, "thread", 10, "m")
	h.Channel = "thread 2"
	h = add(t, s, h)
	wantEnded(t, s, "thread", 10)
	wantEnded(t, s, "thread 2", 10, "m")
	h.Phase = storage.Playing
	add(t, s, h)
	wantEnded(t, s, "home", 10)
	wantEnded(t, s, "thread 2", 10)
}

// nextChecks are the NextCheck of some matches or people, by id.
var nextChecks = map[string]time.Time{
	"a": minute(3), "b": minute(-1), "c": minute(2), "d": {}, "e": minute(2).Add(time.Microsecond),
	"f": time.Date(1969, 12, 31, 23, 59, 59, 999999000, time.UTC), "g": time.Date(2400, 1, 1, 0, 0, 0, 0, time.UTC),
}

func checkDue(t testing.TB, s storage.Store) {
	for id, next := range nextChecks {
		h := full(id)
		h.NextCheck = next
		create(t, s, h)
	}
	wantDue(t, s, minute(2), 10, "f", "b", "c")
	wantDue(t, s, minute(3), 10, "f", "b", "c", "e", "a")
	wantDue(t, s, minute(3), 3, "f", "b", "c")
	wantDue(t, s, minute(3), 5, "f", "b", "c", "e", "a")
	wantDue(t, s, minute(3), 1, "f")
	wantDue(t, s, minute(3), 0)
	wantDue(t, s, time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC), 10)
	wantDue(t, s, time.Time{}, 10)
}

func checkDuePhase(t testing.TB, s storage.Store) {
	for i, phase := range []storage.Phase{storage.Off, storage.Over, storage.Playing, storage.Open} {
		h := full(string(phase))
		h.Phase, h.NextCheck = phase, minute(i)
		create(t, s, h)
	}
	wantDue(t, s, minute(9), 10, "off", "over", "playing", "open")
}

func checkDueMoves(t testing.TB, s storage.Store) {
	h, other := full("m"), full("other")
	other.NextCheck = minute(5)
	h, _ = create(t, s, h), create(t, s, other)
	h.NextCheck = minute(1)
	h = add(t, s, h)
	wantDue(t, s, minute(20), 10, "m", "other")
	h.NextCheck = minute(7)
	h = add(t, s, h)
	wantDue(t, s, minute(6), 10, "other")
	wantDue(t, s, minute(20), 10, "other", "m")
	h = add(t, s, h, plies("a")...) // with the same NextCheck
	wantDue(t, s, minute(20), 10, "other", "m")
	h.Phase, h.NextCheck = storage.Over, time.Time{}
	h = add(t, s, h)
	wantDue(t, s, minute(20), 10, "other")
	h.NextCheck = minute(2)
	add(t, s, h)
	wantDue(t, s, minute(20), 10, "m", "other")
}

func checkScheduled(t testing.TB, s storage.Store) {
	wantScheduled(t, s)
	set(t, s, "ann", func(p *storage.Person) { p.NextCheck = minute(1) })
	for id, next := range nextChecks {
		h := full(id)
		h.NextCheck = next
		create(t, s, h)
	}
	h := full("h")
	h.Phase = storage.Over
	h = create(t, s, h) // due at minute 10
	wantScheduled(t, s, "f", "b", "c", "e", "a", "h", "g")
	h.NextCheck = minute(1)
	h = add(t, s, h)
	wantScheduled(t, s, "f", "b", "h", "c", "e", "a", "g")
	h.NextCheck = time.Time{}
	add(t, s, h)
	wantScheduled(t, s, "f", "b", "c", "e", "a", "g")
}
