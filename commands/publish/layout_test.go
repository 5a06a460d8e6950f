package publish_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/commands/world"
)

// laid is a server. Everybody may view channels of their own accord, unless shut; the role "staff" may as well.
func laid(shut bool) publish.Layout {
	only := func(words ...string) map[string]bool {
		view := map[string]bool{}
		for _, word := range words {
			view[strings.TrimLeft(word, "+-")] = word[0] == '+'
		}
		return view
	}
	return publish.Layout{
		Guild: "all", Owner: "olga", Viewers: map[string]bool{"all": !shut, "staff": true}, Admins: map[string]bool{"admin": true},
		Rooms: map[string]publish.Room{
			"games":   {},
			"lounge":  {},
			"staff":   {View: only("-all", "+staff")},
			"council": {View: only("-all", "+staff")},
			"cooks":   {View: only("-all", "+cook")},
			"no-ben":  {View: only("-ben")},
			"no-cook": {View: only("-cook", "+staff")},
			"open":    {View: only("+all")},
			"adult":   {Closed: true},
			"thread":  {Above: "games"},
			"talk":    {Above: "staff"},
			"secret":  {Above: "games", Closed: true},
			"late":    {Above: "adult"},
			"orphan":  {Above: "gone"},
		},
	}
}

func TestAGameIsShownWhereItMayBe(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		from, in   string
		open, shut bool // in a server where everybody may view channels, and in one where they may not
	}{
		{"games", "games", true, true},
		{"games", "lounge", true, true}, // the overwrites are equal: there are none
		{"games", "thread", true, true},
		{"thread", "games", true, true},
		{"thread", "lounge", true, true},
		{"games", "staff", true, false},
		{"games", "cooks", true, false},
		{"open", "staff", true, true},
		{"open", "games", true, true},
		{"games", "open", true, false},
		{"staff", "games", false, false},
		{"staff", "lounge", false, false},
		{"staff", "staff", true, true},
		{"staff", "talk", true, true},
		{"talk", "staff", true, true},
		{"talk", "games", false, false},
		{"staff", "council", true, true},
		{"talk", "council", true, true},
		{"staff", "cooks", false, false},
		{"no-ben", "games", false, false},
		{"no-ben", "no-ben", true, true},
		{"no-cook", "games", false, false},
		{"games", "no-ben", true, false},
		{"adult", "adult", false, false},
		{"adult", "games", false, false},
		{"games", "adult", false, false},
		{"late", "late", false, false},
		{"secret", "secret", false, false},
		{"secret", "games", false, false},
		{"games", "secret", false, false},
		{"unknown", "games", false, false},
		{"games", "unknown", false, false},
		{"unknown", "unknown", false, false},
		{"orphan", "orphan", false, false},
		{"games", "", false, false},
	} {
		for _, shut := range []bool{false, true} {
			want := row.open
			if shut {
				want = row.shut
			}
			if got := laid(shut).ShownIn(row.from, row.in); got != want {
				t.Errorf("a game of %q is shown in %q: %v, want %v (shut: %v)", row.from, row.in, got, want, shut)
			}
			counts := want && laid(shut).Rooms[row.from].Above == "" // a thread counts as its channel
			if got := laid(shut).Showing(row.in); slices.Contains(got, row.from) != counts {
				t.Errorf("%q shows games of %q, want of %q: %v (shut: %v)", row.in, got, row.from, counts, shut)
			}
		}
	}
	if (publish.Layout{}).ShownIn("games", "games") {
		t.Error("without a layout a game is shown")
	}
}

func TestWhoViewsAChannel(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		person, roles, channels string // which of them they view
		shut                    string // and those in a server where everybody may not
	}{
		{"ann", "", "games lounge no-ben no-cook open thread", "open"},
		{"ben", "", "games lounge no-cook open thread", "open"},
		{"ann", "staff", "games lounge staff council no-ben no-cook open thread talk", "games lounge staff council no-ben no-cook open thread talk"},
		{"ann", "cook", "games lounge cooks no-ben open thread", "cooks open"},
		{"ann", "cook staff", "games lounge staff council cooks no-ben no-cook open thread talk", "games lounge staff council cooks no-ben no-cook open thread talk"},
		{"ben", "admin", "games lounge staff council cooks no-ben no-cook open thread talk", "games lounge staff council cooks no-ben no-cook open thread talk"},
		{"olga", "", "games lounge staff council cooks no-ben no-cook open thread talk", "games lounge staff council cooks no-ben no-cook open thread talk"},
	} {
		for _, shut := range []bool{false, true} {
			l, want := laid(shut), strings.Fields(row.channels)
			if shut {
				want = strings.Fields(row.shut)
			}
			views := map[string]bool{}
			for _, channel := range want {
				views[channel] = true
			}
			for _, channel := range []string{"games", "lounge", "staff", "council", "cooks", "no-ben", "no-cook", "open", "adult", "thread", "talk", "secret", "late", "orphan", "unknown"} {
				if got := l.Views(row.person, strings.Fields(row.roles), channel); got != views[channel] {
					t.Errorf("%s with %q views %q: %v (shut: %v)", row.person, row.roles, channel, got, shut)
				}
			}
		}
	}
}

// asked is a channel that counts how often it is asked for a layout.
type asked struct {
	publish.Channel
	times     int
	fails     error
	meanwhile func()
}

func (a *asked) Layout(_ context.Context, guild string) (publish.Layout, error) {
	a.times++
	if a.meanwhile != nil {
		a.meanwhile()
	}
	return publish.Layout{Guild: guild, Owner: strings.Repeat("x", a.times)}, a.fails
}

func TestALayoutIsAskedForAnew(t *testing.T) {
	t.Parallel()
	words, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	clock, a := world.NewClock(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)), &asked{}
	p := publish.New(publish.Config{
		Env: match.NewEnv(nil, nil, clock.Now, nil), Writer: message.NewWriter(words, nil), Channel: a, Brief: time.Hour,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	owner := func(guild, want, when string) {
		t.Helper()
		if got := p.Layout(t.Context(), guild).Owner; got != want {
			t.Errorf("%s it is layout %q, want %q", when, got, want)
		}
	}
	owner("1", "x", "at first")
	clock.Pass(10*time.Minute - time.Second)
	owner("1", "x", "within ten minutes")
	owner("2", "xx", "in another server")
	clock.Pass(time.Second)
	owner("1", "xxx", "after ten minutes")
	p.Rearranged("1")
	owner("2", "xx", "after a change of the first server")
	owner("1", "xxxx", "after a change")
	p.Rearranged("1")
	a.meanwhile = func() { p.Rearranged("1") }
	owner("1", "xxxxx", "with a change meanwhile")
	a.meanwhile = nil
	owner("1", "xxxxxx", "after a change meanwhile")
	p.Rearranged("1")
	a.fails = errors.New("no answer")
	owner("1", "", "without an answer")
	a.fails = nil
	owner("1", "xxxxxxxx", "once there is an answer again")
}
