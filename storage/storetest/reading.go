package storetest

import (
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

	wantLists(t, s, "live ann: m", "live bob: m, n", "live cy: m", "live an:")
	for _, id := range []string{"ann", "bob", "cy", "nobody"} {
		wantLists(t, s, "ended "+id+":")
	}
}

// checkPlayerMoves takes a match through all its phases.
func checkPlayerMoves(t testing.TB, s storage.Store) {
	h := create(t, s, full("m"))
	h.Players, h.Invited, h.Phase = []storage.Player{{ID: "cy"}, {ID: "ann"}}, nil, storage.Playing
	h = add(t, s, h)
	wantLists(t, s, "live cy: m", "live ann: m", "live bob:")

	for _, phase := range []storage.Phase{storage.Over, storage.Off} {
		h.Phase = phase
		h = add(t, s, h)
		wantLists(t, s, "live cy:", "ended cy: m", "ended bob:")
	}
	h.Phase, h.Invited, h.Past = storage.Open, &storage.Player{ID: "dan"}, []string{"fay"}
	h = add(t, s, h)
	wantLists(t, s, "live fay:", "live past fay: m", "live past dan:", "ended cy:", "live cy: m", "live dan: m")
	h.Phase = storage.Off
	add(t, s, h)
	wantLists(t, s, "live dan:", "ended dan: m", "live past fay:", "ended past fay: m")
}

func checkPlayerOrder(t testing.TB, s storage.Store) {
	for id, age := range map[string]int{"a": 4, "b": -1, "c": 3, "d": -60 * 24 * 365 * 70} {
		h := full(id)
		h.Created, h.Phase = minute(age), storage.Playing
		create(t, s, h)
	}
	wantLists(t, s, "live bob: d, b, c, a", "channel home: d, b, c, a")
	hs, err := s.OfPlayer(t.Context(), "bob", true, storage.All)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hs {
		h.Phase = storage.Over
		add(t, s, h)
	}
	wantLists(t, s, "ended bob: d, b, c, a")
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
	wantLists(t, s,
		"newest 1 live bob: a", "newest 2 live bob: a, c", "newest 4 live bob: a, c, b, d", "newest 5 live bob: a, c, b, d",
		"newest 1 channel home: a", "newest 4 channel home: a, c, b, d", "newest 5 channel home: a, c, b, d",
		"newest 3 ended bob: e", "newest 3 live nobody:",
	)
}

func checkChannel(t testing.TB, s storage.Store) {
	create(t, s, full("m")) // home, thread
	same := full("n")
	same.Created, same.Channel = minute(1), "home"
	create(t, s, same)
	gone := full("o")
	gone.Created, gone.Phase = minute(2), storage.Over
	create(t, s, gone)

	wantLists(t, s, "channel home: m, n", "channel thread: m", "channel hom:", "channel guild:")
}

func checkChannelMoves(t testing.TB, s storage.Store) {
	h := full("m")
	h.Channel = "home"
	h = create(t, s, h)
	wantLists(t, s, "channel home: m")
	h.Channel = "thread 1"
	h = add(t, s, h)
	wantLists(t, s, "channel home: m", "channel thread 1: m")
	h.Channel = "thread 2"
	h = add(t, s, h)
	wantLists(t, s, "channel thread 1:", "channel thread 2: m")
	h.Phase = storage.Off
	add(t, s, h)
	wantLists(t, s, "channel home:", "channel thread 2:")
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

	wantLists(t, s,
		"past home 10: e, a, c, b, d", "past thread 10: a, c, b, d", "past home 2: e, a", "past home 0:",
		"past zz 10: f", // no channel sorts after it
		"past hom 10:", "past a 10:", "past zzz 10:",
	)
}

func checkEndedMoves(t testing.TB, s storage.Store) {
	h := create(t, s, full("m"))
	wantLists(t, s, "past home 10:")
	h.Phase = storage.Over
	h = add(t, s, h)
	wantLists(t, s, "past home 10: m", "past thread 10: m")
	h.Channel = "thread 2"
	h = add(t, s, h)
	wantLists(t, s, "past thread 10:", "past thread 2 10: m")
	h.Phase = storage.Playing
	add(t, s, h)
	wantLists(t, s, "past home 10:", "past thread 2 10:")
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
	wantLists(t, s,
		"due 2 10: f, b, c", "due 3 10: f, b, c, e, a", "due 3 3: f, b, c", "due 3 5: f, b, c, e, a",
		"due 3 1: f", "due 3 0:",
	)
	wantLists(t, s, "due -36792000 10:", "due never 10:") // the first is long ago
}

func checkDuePhase(t testing.TB, s storage.Store) {
	for i, phase := range []storage.Phase{storage.Off, storage.Over, storage.Playing, storage.Open} {
		h := full(string(phase))
		h.Phase, h.NextCheck = phase, minute(i)
		create(t, s, h)
	}
	wantLists(t, s, "due 9 10: off, over, playing, open")
}

func checkDueMoves(t testing.TB, s storage.Store) {
	h, other := full("m"), full("other")
	other.NextCheck = minute(5)
	h, _ = create(t, s, h), create(t, s, other)
	h.NextCheck = minute(1)
	h = add(t, s, h)
	wantLists(t, s, "due 20 10: m, other")
	h.NextCheck = minute(7)
	h = add(t, s, h)
	wantLists(t, s, "due 6 10: other", "due 20 10: other, m")
	h = add(t, s, h, plies("a")...) // with the same NextCheck
	wantLists(t, s, "due 20 10: other, m")
	h.Phase, h.NextCheck = storage.Over, time.Time{}
	h = add(t, s, h)
	wantLists(t, s, "due 20 10: other")
	h.NextCheck = minute(2)
	add(t, s, h)
	wantLists(t, s, "due 20 10: m, other")
}

func checkScheduled(t testing.TB, s storage.Store) {
	wantLists(t, s, "scheduled:")
	set(t, s, "ann", func(p *storage.Person) { p.NextCheck = minute(1) })
	for id, next := range nextChecks {
		h := full(id)
		h.NextCheck = next
		create(t, s, h)
	}
	h := full("h")
	h.Phase = storage.Over
	h = create(t, s, h) // due at minute 10
	wantLists(t, s, "scheduled: f, b, c, e, a, h, g")
	h.NextCheck = minute(1)
	h = add(t, s, h)
	wantLists(t, s, "scheduled: f, b, h, c, e, a, g")
	h.NextCheck = time.Time{}
	add(t, s, h)
	wantLists(t, s, "scheduled: f, b, c, e, a, g")
}
