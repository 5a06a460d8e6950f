package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// dated says a moment for whoever runs Parlour, nothing for none.
func dated(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.DateTime) + " UTC"
}

// tellStanding says whether a person or a server is served, what goes on with them, and what was done to them by hand.
func (s *Service) tellStanding(ctx context.Context, d Deed) (string, error) {
	own, err := storage.Person{}, error(nil)
	server := storage.Server{}
	var live, ended []storage.Head
	if d.About == "person" {
		if own, err = s.Env.Person(ctx, d.ID); err == nil {
			live, err = s.Store.OfPlayer(ctx, d.ID, true, storage.All)
		}
		if err == nil && len(live) == 0 && reflect.DeepEqual(own, storage.Person{ID: d.ID}) {
			if ended, err = s.Store.OfPlayer(ctx, d.ID, false, storage.All); err == nil && len(ended) == 0 {
				return "Parlour keeps nothing of a person with this id.\n", nil
			}
		}
	} else if server, err = storage.Servers.Get(ctx, s.Store, d.ID); err == nil {
		live, err = s.liveIn(ctx, d.ID)
	}
	deeds, unread := storage.AllDeeds.Get(ctx, s.Store, storage.TheDeeds)
	if err = cmp.Or(err, unread); err != nil {
		return "", err
	}
	var b strings.Builder
	who := map[string]string{"person": "this person", "guild": "this server"}[d.About]
	if since := cmp.Or(own.Unserved, server.Unserved); since.IsZero() {
		fmt.Fprintf(&b, "Parlour serves %s.\n", who)
	} else {
		fmt.Fprintf(&b, "Parlour hasn't served %s since %s.\n", who, dated(since))
	}
	if own.Leaving != nil {
		fmt.Fprintln(&b, "They are being forgotten.")
	}
	if !server.Leave.IsZero() {
		fmt.Fprintln(&b, "It is to be left.")
	}
	for _, h := range live {
		fmt.Fprintf(&b, "match %s: %s, %s\n", h.ID, h.Setup.Game, h.Phase)
	}
	for _, one := range deeds.Of(d.About + " " + d.ID) {
		fmt.Fprintf(&b, "%s: %s\n", dated(one.At), one.What)
	}
	return b.String(), nil
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
	h := m.Head
	var b strings.Builder
	line := func(label, said string) {
		if said != "" {
			fmt.Fprintf(&b, "%-10s %s\n", label, said)
		}
	}
	options := ""
	for _, name := range slices.Sorted(maps.Keys(h.Setup.Options)) {
		options += " " + name + "=" + h.Setup.Options[name]
	}
	line("match", fmt.Sprintf("%s, written %d times", h.ID, h.Version))
	line("game", fmt.Sprintf("%s%s, rules %d; %s", h.Setup.Game, options, h.Setup.Rules, clock.TimeInWords(h.Allowance)))
	line("phase", fmt.Sprintf("%s; %d plies", h.Phase, h.Plies))
	line("ended as", h.Ended)
	line("created", dated(h.Created))
	line("begins", dated(h.Begins))
	line("began", dated(h.Began))
	line("ended", dated(h.EndedAt))
	line("where", fmt.Sprintf("server %q, channel %q, message %q", h.Guild, h.Channel, h.Message))
	for i, p := range h.Players {
		line("seat", fmt.Sprintf("%d, %s%s", i+1, sitter(p), turnIn(h, games.Seat(i))))
	}
	if h.Invited != nil && h.Phase == storage.Open {
		line("challenged", sitter(*h.Invited))
	}
	for _, i := range h.Waiting() {
		line("invited", sitter(i.Player)+", until "+dated(i.Until))
	}
	for _, a := range h.Asks {
		if a.Answer == "" {
			line("question", a.About+", by "+a.By)
		}
	}
	if h.Thought != nil {
		line("thinking", fmt.Sprintf("for seat %d%s", h.Thought.Seat+1, byProcess(h.Thought.Owner)))
	}
	shown := "all of it"
	if h.Published != h.Desired {
		shown = fmt.Sprintf("%s; wanted is %s", revision(h.Published), revision(h.Desired))
	}
	line("shown", shown)
	if !h.FailingSince.IsZero() {
		line("failing", fmt.Sprintf("since %s: the bot's log says why, at match=%s", dated(h.FailingSince), h.ID))
	}
	line("no server", dated(h.GuildLostAt))
	line("overdue", dated(h.Overdue))
	if n := len(h.Old); n > 0 {
		line("to tidy", fmt.Sprintf("%d older messages", n))
	}
	next := cmp.Or(dated(h.NextCheck), "when somebody presses something")
	if !h.NextCheck.IsZero() && !h.NextCheck.After(s.Now()) {
		next = "due since " + next
	}
	if h.Asleep {
		next += ", as it is asleep"
	}
	line("next look", next+byProcess(h.Owner))
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
	for i, at := range []time.Time{c.Since, c.Due, c.ExpiredAt, c.Away} {
		if !at.IsZero() {
			said += fmt.Sprintf(", %s %s", []string{"since", "clock runs out", "clock ran out", "away until"}[i], dated(at))
		}
	}
	if c.Spent > 0 {
		said += fmt.Sprintf(", %v used before", c.Spent.Round(time.Second))
	}
	return said
}
