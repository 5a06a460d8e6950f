package match

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
)

// A trace names the functions of the panic and none of their values, not even a length.
func TestTraceHasNoValues(t *testing.T) {
	var trace string
	func() {
		defer func() { _ = recover(); trace = Trace() }()
		panicWith("hushed", 17)
	}()
	if !strings.Contains(trace, "panicWith\n") || !strings.Contains(trace, "match_test.go:") || strings.Contains(trace, "0x") || strings.Contains(trace, "hushed") {
		t.Errorf("the trace has values, or does not name the function that panicked:\n%s", trace)
	}
}

//go:noinline
func panicWith(text string, number int) { panic(text[number:]) }

// A table or a game that a moderator closes ends once, without a result, and a new message tells it. The
// name of the moderator is kept only if they play there.
func TestCloseKeepsNoNameOfAStranger(t *testing.T) {
	ann, mo := storage.Player{ID: "ann", Name: "Ann"}, storage.Player{ID: "mo", Name: "Mo"}
	for _, c := range []struct {
		phase storage.Phase
		rules int
		by    storage.Player
		name  string
	}{{storage.Open, 0, mo, ""}, {storage.Playing, 1, mo, ""}, {storage.Playing, 1, ann, "Ann"}} {
		m := &Match{}
		m.Phase, m.Setup, m.Players = c.phase, games.Setup{Rules: c.rules}, []storage.Player{ann}
		if err := m.Close(c.by); err != nil || m.Phase != storage.Off || m.Ended != Moderated || m.EndedBy != c.name || m.Desired.Post != 1 {
			t.Errorf("%s closes it: %v; it is %s, %q by %q, want it closed by %q and told once", c.by.Name, err, m.Phase, m.Ended, m.EndedBy, c.name)
		}
		if err := m.Close(c.by); err == nil || m.Desired.Post != 1 {
			t.Errorf("it is closed twice (%v)", err)
		}
	}
}

// A direct message that asked for a bid of an earlier turn, and could not be taken away yet, is seen to soon, also
// while the game waits for somebody. One of the turn waits with it.
func TestOldDirectMessagesAreSeenTo(t *testing.T) {
	for turn, want := range map[int]bool{2: true, 3: false} {
		var head storage.Head
		head.Phase, head.Live.Turn = storage.Playing, 3
		head.Asked = []storage.Direct{{Player: "ann", Turn: turn, Channel: "direct", Message: "m"}}
		if at := NextCheck(head, noon); at.Equal(noon.Add(Lease)) != want {
			t.Errorf("with a message of turn %d on a board of turn 3 the next check is at %v, want it when a lease ends: %v", turn, at, want)
		}
	}
}

// A board that is shown where it was pressed keeps whom it notified, so that it is not deleted before
// they have acted. One that nobody had noted may have notified everybody.
func TestAShownBoardKeepsWhomItNotified(t *testing.T) {
	for message, want := range map[string][]string{"old": {"ann"}, "live": {"ben"}, "call": {"ann", "ben"}, "unknown": {"ann", "ben"}} {
		m := &Match{Turn: 3}
		m.Setup.Rules, m.Plies, m.Desired.Post, m.Published.Post = 1, 3, 4, 3
		m.Players = []storage.Player{{ID: "ann"}, {ID: "Parlour", Level: "easy"}, {ID: "ben"}}
		m.Old = []storage.Board{{Message: "old", Turn: 1, Pinged: []string{"ann"}}, {Message: "call", Call: true}}
		m.Live = storage.Board{Message: "live", Turn: 2, Pinged: []string{"ben"}}
		head := m.Head
		ShownIn(&head, m, message)
		if head.Live.Message != message || !slices.Equal(head.Live.Pinged, want) {
			t.Errorf("the board is %+v, want that message %s notified %v", head.Live, message, want)
		}
	}
}

// A press on the message that calls the opener to the table is no press on the table.
func TestACallIsNotTheTable(t *testing.T) {
	for message, want := range map[string]string{"call": "table", "unknown": "unknown"} {
		m := &Match{}
		m.Guest, m.Phase, m.Table = true, storage.Open, "table"
		m.Old = []storage.Board{{Message: "call", Call: true}}
		if m.PressedOn(message); m.Table != want {
			t.Errorf("after a press on message %s the table is %s, want %s", message, m.Table, want)
		}
		for place, is := range map[string]bool{"call": true, want: true, "another": false} {
			if m.ShowsTable(place) != is {
				t.Errorf("that message %s is at the table is %v, want %v", place, !is, is)
			}
		}
	}
}

// A table that is moved is still to be posted for the first time; a game gets another message.
func TestMove(t *testing.T) {
	for phase, want := range map[storage.Phase]int{storage.Open: 1, storage.Playing: 2} {
		m := &Match{}
		m.Phase, m.Home, m.Channel, m.Thread, m.Desired.Post, m.FailingSince = phase, "games", "thread", true, 1, noon
		m.MoveTo("lounge")
		if m.Home != "lounge" || m.Channel != "lounge" || m.Thread || m.Desired.Post != want || !m.FailingSince.IsZero() {
			t.Errorf("a match of phase %v is moved to %+v, want message %d", phase, m.Head, want)
		}
	}
}

// A channel in which nothing was found is looked at again once a publication was refused here, or after a
// minute, as it may have been refused in another process.
func TestLooks(t *testing.T) {
	var l ChannelLooks
	due := func(when string, after time.Duration, want bool) int {
		t.Helper()
		n, got := l.Due("games", noon.Add(after))
		if got != want {
			t.Errorf("%s a look is due: %v, want %v", when, got, want)
		}
		return n
	}
	l.Clean("games", due("at first", 0, true), noon)
	due("after a look", time.Minute-1, false)
	due("after a minute", time.Minute, true)
	l.Refused()
	n := due("after a refusal", 0, true)
	l.Refused()
	l.Clean("games", n, noon)
	due("after a refusal during the look", 0, true)
	if _, elsewhere := l.Due("lounge", noon); !elsewhere {
		t.Error("a channel that was never looked at is not due")
	}
}

// A server is on the shard that Discord's formula says, and direct messages are on the first.
func TestWhereAServerIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		guild string
		of    int
		want  int
	}{
		{"41771983423143937", 1, 0}, {"41771983423143937", 2, 0}, {"41771983423143937", 16, 6},
		{"1100000000000000010", 4, 3}, {"1100000000004195304", 4, 0}, {"1100000000000000010", 16, 3},
		{"", 16, 0}, {"games", 16, 0},
	} {
		for n := range c.of {
			if has := (Shard{n, c.of}).Has(c.guild); has != (n == c.want) {
				t.Errorf("shard %d/%d has the server %q: %v, want it on %d", n, c.of, c.guild, has, c.want)
			}
		}
	}
}
