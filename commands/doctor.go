package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// askWithin is how long Discord may take to say what it knows of the bot. slow is how long it may take
// before the delay is a fault.
const (
	askWithin = 5 * time.Second
	slow      = time.Second
)

// doctor says what keeps Parlour from working where it is asked, and how to mend that.
func (c call) doctor(ctx context.Context) (Reply, error) {
	x := &checkup{call: c}
	switch {
	case c.Guest:
		x.add(&x.notes, "guest")
	case c.Guild == "":
		x.add(&x.notes, "own")
	case c.Stranger:
		x.add(&x.faults, "stranger")
	case !c.Manages:
		return Reply{}, games.Refuse("refuse.doctor")
	default:
		s, err := c.server(ctx)
		if err != nil {
			return Reply{}, err
		}
		x.place(s)
		x.role(ctx, s)
		if err := x.puzzle(ctx); err != nil {
			return Reply{}, err
		}
	}
	x.discord(ctx)
	err := x.directs(ctx)
	return Reply{Message: x.message()}, err
}

// A checkup is what /doctor finds.
type checkup struct {
	call
	faults []string // what does not work, and why
	mends  []string // what to do about the rights among them
	notes  []string // what is so on purpose, or does no harm
	facts  []string
}

// add says something to one of the lists.
func (x *checkup) add(list *[]string, key string, pairs ...any) {
	*list = append(*list, x.say("doctor."+key, pairs...))
}

// message says it all: in one sentence if nothing is wrong, with the facts in small print.
func (x *checkup) message() message.Message {
	lines := []string{x.say("doctor.well")}
	if n := len(x.faults); n > 0 {
		lines = []string{x.say("doctor.ill", "Count", n), "- " + strings.Join(x.faults, "\n- ")}
	}
	lines = slices.Concat(lines, x.mends, x.notes)
	if len(x.faults) > 0 {
		lines = append(lines, "-# "+x.say("doctor.more"))
	}
	if len(x.facts) > 0 {
		lines = append(lines, "-# "+strings.Join(x.facts, " · "))
	}
	if x.Guild != "" && !x.Stranger {
		lines = append(lines, "-# "+x.say("doctor.seen"))
	}
	m := message.Message{Content: message.Lines(lines...)}
	if x.Own.NoDirect {
		m.Rows = message.Row(x.to(nil).DirectButton())
	}
	return m
}

// place says what the bot may do in a channel of a server, and what the server has set for it.
func (x *checkup) place(s storage.Server) {
	rights, threads := []Right{See, Post, Attach, History}, !x.Unthreaded && !s.Flat
	if threads {
		rights = append(rights, Open, Within)
	}
	var has []string
	for _, right := range rights {
		if slices.Contains(x.Lacks, right) || slices.Contains(x.Misses, right) {
			x.add(&x.faults, "lacks."+string(right), "Right", x.name(right))
		} else {
			has = append(has, x.name(right))
		}
	}
	if off := len(x.faults); off > 0 {
		x.add(&x.mends, "mend", "Count", off)
		if len(has) > 0 {
			x.add(&x.mends, "has", "Rights", has)
		}
	}
	if slices.Contains(x.Lacks, enter) {
		x.add(&x.faults, "lacks.enter")
	}
	switch {
	case s.Flat:
		x.add(&x.notes, "flat")
	case x.Above != "":
		x.add(&x.notes, "thread")
	case x.Unthreaded:
		x.add(&x.notes, "unthreaded")
	case !slices.Contains(x.Misses, Open) && !slices.Contains(x.Misses, Within):
		x.add(&x.facts, "fact.threads")
	}
	if !s.Allows(x.Channel, x.Above) {
		x.add(&x.notes, "elsewhere", "Channels", message.Channels(s.Channels))
	}
}

// role says what keeps the bot from pinging the role of a server for open tables.
func (x *checkup) role(ctx context.Context, s storage.Server) {
	l := x.Layout(ctx, x.Guild)
	if s.Role == "" || l.Guild == "" {
		return
	}
	open, there := l.Open[s.Role]
	switch {
	case !there:
		x.add(&x.faults, "role-gone")
	case !open && slices.Contains(x.Misses, Mention):
		x.add(&x.faults, "lacks.mention", "Right", x.name(Mention), "Role", message.MentionRole(s.Role))
	}
}

// puzzle says that Discord refused the last puzzle of the day of a server.
func (x *checkup) puzzle(ctx context.Context) error {
	d, err := storage.Dailies.Get(ctx, x.Store, x.Guild)
	if d.Refused {
		x.add(&x.faults, "puzzle", "Channel", message.Channels([]string{d.Channel}))
	}
	return err
}

// name returns what Discord calls a right. To post in a thread takes another one than in a channel.
func (x *checkup) name(right Right) string {
	if right == Post && x.Above != "" {
		right = Within
	}
	return x.say("right." + string(right))
}

// discord says which commands Discord has, and how long it took to say so.
func (x *checkup) discord(ctx context.Context) {
	if x.Version != "" {
		x.add(&x.facts, "fact.version", "Version", x.Version)
	}
	if x.Standing == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	known, err := x.Standing(ctx)
	if known.Rival {
		x.add(&x.faults, "rival")
	}
	if known.Refused {
		x.add(&x.faults, "refused")
	}
	if known.Ahead != 0 {
		x.add(&x.notes, "clock", "Off", clock.Span(known.Ahead.Abs()))
	}
	if known.Unswept {
		x.add(&x.faults, "unswept")
	}
	if err != nil {
		x.Log.Warn("Discord did not say which commands it has", "err", err)
		x.add(&x.faults, "silent")
		return
	}
	var missing []string
	for _, c := range x.commands {
		if !slices.Contains(known.Commands, c.Name) {
			missing = append(missing, "/"+c.Name)
		}
	}
	if len(missing) > 0 && !known.Refused {
		x.add(&x.faults, "commands", "Commands", missing)
	}
	took := duration(known.Took)
	if known.Took >= slow {
		x.add(&x.faults, "slow", "Took", took)
	}
	there := x.say("doctor.fact.commands", "Count", len(x.commands)-len(missing))
	x.facts = append(x.facts, there, x.say("doctor.fact.took", "Took", took))
}

// duration writes a delay: "120 ms", "2.5 s".
func duration(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%d ms", max(1, d.Milliseconds()))
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// directs says whether direct messages reach the asker, as far as that is known without sending one.
func (x *checkup) directs(ctx context.Context) error {
	switch {
	case x.Own.NoDirect:
		x.add(&x.faults, "dm-off")
	case x.Own.Direct != "" || x.withBot():
		x.add(&x.facts, "fact.dm")
	default:
		x.add(&x.facts, "fact.dm-new")
	}
	o, err := storage.AllOpenings.Get(ctx, x.Store, storage.TheOpenings)
	if err == nil && x.Now().Before(o.Until) {
		x.add(&x.notes, "dm-held", "Until", message.Dated(o.Until))
	}
	return err
}
