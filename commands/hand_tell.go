package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// dated says a moment for whoever runs Parlour.
func dated(at time.Time) string { return at.UTC().Format(time.DateTime) + " UTC" }

// served says whether somebody is served.
func served(w io.Writer, who string, unserved time.Time) {
	if unserved.IsZero() {
		fmt.Fprintf(w, "Parlour serves %s.\n", who)
	} else {
		fmt.Fprintf(w, "Parlour hasn't served %s since %s.\n", who, dated(unserved))
	}
}

// withDeeds adds what goes on with a person or in a server, and what was done to them by hand.
func (s *Service) withDeeds(ctx context.Context, b *strings.Builder, of string, live []storage.Head) (string, error) {
	for _, h := range live {
		fmt.Fprintf(b, "match %s: %s, %s\n", h.ID, h.Setup.Game, h.Phase)
	}
	all, err := storage.AllDeeds.Get(ctx, s.Store, storage.TheDeeds)
	for _, d := range all.Of(of) {
		fmt.Fprintf(b, "%s: %s\n", dated(d.At), d.What)
	}
	return b.String(), err
}

// tellMatch says of a match all that helps to see why it is as it is, and nothing that a player must not know: no moves, no
// notes, no plans, and nothing of its deal.
func (s *Service) tellMatch(ctx context.Context, id string) (string, error) {
	m, err := s.Store.Get(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return "", fmt.Errorf("there is no match %s", id)
	}
	if err != nil {
		return "", err
	}
	h, now := m.Head, s.Now()
	var b strings.Builder
	line := func(label, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s %s\n", label, fmt.Sprintf(format, args...))
	}
	since := func(label string, at time.Time) {
		if !at.IsZero() {
			line(label, "%s", dated(at))
		}
	}
	line("match", "%s, written %d times", h.ID, h.Version)
	var options []string
	for _, name := range slices.Sorted(maps.Keys(h.Setup.Options)) {
		options = append(options, " "+name+"="+h.Setup.Options[name])
	}
	line("game", "%s%s, rules %d; %s", h.Setup.Game, strings.Join(options, ""), h.Setup.Rules, clock.TimeInWords(h.Allowance))
	switch {
	case h.Ended != "":
		line("phase", "%s: %s; %d plies", h.Phase, h.Ended, h.Plies)
	case h.Asleep:
		line("phase", "%s, asleep; %d plies", h.Phase, h.Plies)
	default:
		line("phase", "%s; %d plies", h.Phase, h.Plies)
	}
	since("created", h.Created)
	since("begins", h.Begins)
	since("began", h.Began)
	since("ended", h.EndedAt)
	line("where", "server %q, channel %q, message %q", h.Guild, h.Channel, h.Message)
	for i, p := range h.Players {
		line("seat", "%d, %s%s", i+1, sitter(p), turnIn(h, games.Seat(i)))
	}
	if h.Invited != nil && h.Phase == storage.Open {
		line("challenged", "%s", sitter(*h.Invited))
	}
	for _, i := range h.Waiting() {
		line("invited", "%s, until %s", sitter(i.Player), dated(i.Until))
	}
	for _, a := range h.Asks {
		if a.Answer == "" {
			line("question", "%s, by %s", a.About, a.By)
		}
	}
	if h.Published == h.Desired {
		line("shown", "all of it")
	} else {
		line("shown", "%s; wanted is %s", revision(h.Published), revision(h.Desired))
	}
	if !h.FailingSince.IsZero() {
		line("failing", "since %s: the bot's log says why, at match=%s", dated(h.FailingSince), h.ID)
	}
	since("overdue", h.Overdue)
	if n := len(h.Old); n > 0 {
		line("to tidy", "%d older messages", n)
	}
	since("left", h.GuildLostAt)
	if h.Thought != nil {
		line("thinking", "for seat %d%s", h.Thought.Seat+1, byProcess(h.Thought.Owner))
	}
	switch {
	case h.NextCheck.IsZero():
		line("next look", "when somebody presses something")
	case h.NextCheck.After(now):
		line("next look", "%s%s", dated(h.NextCheck), byProcess(h.Owner))
	default:
		line("next look", "due since %s%s", dated(h.NextCheck), byProcess(h.Owner))
	}
	return b.String(), nil
}

// byProcess names a process, if there is one.
func byProcess(process string) string {
	if process == "" {
		return ""
	}
	return ", by process " + process
}

// revision says what is shown of a match.
func revision(r storage.Revision) string { return fmt.Sprintf("message %d, change %d", r.Post, r.Edit) }

// sitter names somebody at a table.
func sitter(p storage.Player) string {
	if p.Level != "" {
		return fmt.Sprintf("Parlour, %s", p.Level)
	}
	return fmt.Sprintf("%s (%s)", p.Name, p.ID)
}

// turnIn says what a seat owes, and how its clock stands.
func turnIn(h storage.Head, seat games.Seat) string {
	said := ""
	if h.Stand != nil && slices.Contains(h.Stand.ToMove, seat) {
		said = ", to move"
	}
	if int(seat) >= len(h.Clocks) {
		return said
	}
	c := h.Clocks[seat]
	for _, at := range []struct {
		words string
		at    time.Time
	}{{"since", c.Since}, {"clock runs out", c.Due}, {"clock ran out", c.ExpiredAt}, {"away until", c.Away}} {
		if !at.at.IsZero() {
			said += fmt.Sprintf(", %s %s", at.words, dated(at.at))
		}
	}
	if c.Spent > 0 {
		said += fmt.Sprintf(", %v used before", c.Spent.Round(time.Second))
	}
	return said
}

// late is how long something is due before a bot that runs has done it, as a rule.
const late = time.Minute

// tellStats counts what a store has. It reads all of it, one match after the other.
func (s *Service) tellStats(ctx context.Context, store storage.Movable) (string, error) {
	now := s.Now()
	kinds, due, overdue := map[string]int{}, map[string]int{}, map[string]int{}
	looks := func(what string, at time.Time) {
		if !at.IsZero() && !at.After(now) {
			due[what]++
			if now.Sub(at) > late {
				overdue[what]++
			}
		}
	}
	for r, err := range store.Records(ctx) {
		if err != nil {
			return "", err
		}
		kinds[r.Kind]++
		looks(r.Kind, r.NextCheck)
	}
	open, playing, failing, ended, today := map[string]int{}, map[string]int{}, 0, 0, 0
	for m, err := range store.Matches(ctx) {
		if err != nil {
			return "", err
		}
		looks("match", m.NextCheck)
		if !m.FailingSince.IsZero() && now.Sub(m.FailingSince) > late {
			failing++
		}
		switch m.Phase {
		case storage.Open:
			open[m.Setup.Game]++
		case storage.Playing:
			playing[m.Setup.Game]++
		default:
			ended++
			if now.Sub(m.EndedAt) < 24*time.Hour {
				today++
			}
		}
	}
	fleet, err := storage.Fleets.Get(ctx, store, storage.TheFleet)
	if err != nil {
		return "", err
	}
	size, err := store.Size(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	line := func(label string, n any, more ...string) {
		fmt.Fprintf(&b, "%-24s %v%s\n", label, n, strings.Join(more, ""))
	}
	line("servers", kinds[storage.Servers.Name()])
	line("people", kinds[storage.People.Name()])
	for _, phase := range []struct {
		words string
		of    map[string]int
	}{{"tables and challenges", open}, {"games that go on", playing}} {
		all := 0
		for _, n := range phase.of {
			all += n
		}
		line(phase.words, all)
		for _, game := range slices.Sorted(maps.Keys(phase.of)) {
			line("  "+game, phase.of[game])
		}
	}
	line("games that ended", ended)
	line("  in the last 24 hours", today)
	line("not shown for a minute", failing)
	for _, what := range slices.Sorted(maps.Keys(due)) {
		line("due, "+what, due[what], fmt.Sprintf(", %d of them for over a minute", overdue[what]))
	}
	members := slices.DeleteFunc(fleet.Members, func(m storage.Member) bool { return !m.Until.After(now) })
	if _, shared := store.(storage.Shared); shared {
		line("processes", len(members))
	}
	line("size of the store", (size+1023)/1024, " KB")
	return b.String(), nil
}
