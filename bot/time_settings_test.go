package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/storage"
)

// complete returns the suggestions for the last option of a line.
func (r *timed) complete(who, channel, line string) (values []string) {
	r.t.Helper()
	choices, err := r.discord.User(who).Complete(r.ctx, channel, line)
	if err != nil {
		r.t.Fatalf("%q is not completed: %v", line, err)
	}
	for _, c := range choices {
		values = append(values, c.Value)
	}
	return values
}

// A person sets a suggested zone, and with it quiet hours, reminders and a digest. Their
// reminders keep to these.
func TestTimeSettings(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	games := r.discord.Channel("games")
	r.challenge(games, "turn-time:1 day") // until noon tomorrow
	for line, want := range map[string]string{
		"/settings zone:berl":            "Europe/Berlin",
		"/settings quiet:22":             "22:00–07:00",
		"/settings remind:50":            "50, 90",
		"/settings digest:8":             "08:00",
		"/away until:fri":                "2026-03-06",
		"/play game:permute turn-time:2": "2 days",
	} {
		if got := r.complete("ann", games, line); !slices.Contains(got, want) {
			t.Errorf("%q is completed to %q, want %q among them", line, got, want)
		}
	}
	r.slash("ann", games, "/settings zone:"+r.complete("ann", games, "/settings zone:berl")[0])
	shown := r.slash("ann", games, "/settings quiet:20-14 remind:40 90 digest:14:30").Content
	for _, want := range []string{"**Europe/Berlin**. It's 13:00 there", "**20:00–14:00**", "**40, 90%**", "**14:30**"} {
		if !strings.Contains(shown, want) {
			t.Errorf("/settings says %q, want %s in it", shown, want)
		}
	}
	const digest = "1 game waits for you\n"
	r.turns(90 * time.Minute) // 14:30 in Berlin
	r.wantDirects("ann", digest+"23 hours left: Permute")
	r.turns(5*time.Hour + 19*time.Minute) // 19:49 there
	r.wantDirects("ann", digest)
	r.turns(time.Minute) // the last ten minutes before a night in which time would be up
	r.wantDirects("ann", digest, "17 hours left: Permute")
	if said := r.directs("ann")[1]; strings.Contains(said, "waits") {
		t.Errorf("a reminder says %q", said)
	}
}

// A player who is away gets no reminders and loses no time, and the opponent sees the
// absence. A button ends it.
func TestTimeAway(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	games := r.discord.Channel("games")
	channel, board := r.challenge(games, "turn-time:10h")
	r.settle()
	if got := r.complete("ann", games, "/away until:3"); !slices.Contains(got, "2026-03-05") {
		t.Errorf("three days are completed to %q", got)
	}
	answer := r.slash("ann", r.discord.User("ann").DM(), "/away until:3 days")
	back := noon.AddDate(0, 0, 3).Truncate(24 * time.Hour)
	if !strings.Contains(answer.Content, fmt.Sprintf("<t:%d:f>", back.Unix())) || !slices.Equal(labels(answer), []string{"I'm back"}) {
		t.Errorf("/away was answered with %q, %v", answer.Content, labels(answer))
	}
	due := func(at time.Time) func(sandbox.Message) bool {
		return func(m sandbox.Message) bool {
			return m.ID == board.ID && strings.Contains(m.Content, fmt.Sprintf("Time runs out <t:%d:R>", at.Unix()))
		}
	}
	shown := r.await("ben", channel, due(back.Add(10*time.Hour)))
	if !strings.Contains(shown.Content, "Ann is away until") {
		t.Errorf("the board says %q", shown.Content)
	}
	r.turns(24 * time.Hour)
	r.wantDirects("ann")
	if got := r.click("ann", answer, "I'm back"); !strings.HasPrefix(got.Content, "Welcome back.") || len(got.Rows) > 0 {
		t.Errorf("I'm back was answered with %q", got.Content)
	}
	shown = r.await("ben", channel, due(noon.Add(34*time.Hour)))
	if strings.Contains(shown.Content, "away") {
		t.Errorf("the board says %q", shown.Content)
	}
	r.turns(5 * time.Hour)
	r.wantDirects("ann", "5 hours left: ")
}

// Nonsense in place of a time is refused with a sentence, and changes nothing.
func TestTimeNonsenseIsRefused(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	games := r.discord.Channel("games")
	long := strings.Repeat("9", 100)
	for _, line := range []string{
		"/play game:permute turn-time:soon", "/play game:permute turn-time:-1 day", "/play game:permute turn-time:0", "/play game:permute turn-time:30 seconds",
		"/play game:permute turn-time:15 days", "/play game:permute total-time:61 days", "/play game:permute turn-time:2 days total-time:1 day",
		"/play game:permute turn-time:" + long + " days", "/play game:permute turn-time:1e3 hours", "/play game:permute turn-time:٣ days", "/play game:permute turn-time:𝟛 days",
		"/play game:permute turn-time:`1 day`", "/play game:permute total-time:NaN", "/play game:permute turn-time:@everyone",
		"/away until:yesterday", "/away until:today", "/away until:32 Dec", "/away until:31 Feb", "/away until:15 days", "/away until:" + long,
		"/away until:-3 days", "/away until:**bold**", "/away until:2026-03-01", "/away until:<@1100000000000000101>",
		"/settings zone:Mars/Base", "/settings zone:../../etc/passwd", "/settings zone:Local", "/settings zone:@here",
		"/settings zone:Europe/Berlin quiet:8-8", "/settings zone:Europe/Berlin quiet:0-23", "/settings quiet:25-26", "/settings quiet:22-8", "/settings digest:8",
		"/settings remind:0", "/settings remind:100", "/settings remind:1 2 3 4 5 6", "/settings remind:-5", "/settings remind:,,,", "/settings digest:25",
		"/settings zone:UTC digest:23", "/settings quiet:" + long,
	} {
		got := r.slash("eve", games, line)
		if !got.Ephemeral || len(got.Pings) > 0 || len(got.Content) > 400 || strings.Contains(got.Content, "wrong") || strings.Contains(got.Content, "@everyone") {
			t.Errorf("%s is answered with %q", line, got.Content)
		}
		r.complete("eve", games, line) // fails if there are more than 25 suggestions
	}
	if p, err := storage.People.Get(r.ctx, r.store, r.discord.User("eve").ID()); err != nil || p.Zone != "" || p.Quiet != nil || p.Remind != nil || p.Digest != nil || len(p.Away) > 0 {
		t.Errorf("refused settings are stored: %+v (%v)", p, err)
	}
	if all := public(r.discord.User("ann").Sees(games)); len(all) > 0 {
		t.Errorf("a table was opened: %q", all[0].Content)
	}
}
