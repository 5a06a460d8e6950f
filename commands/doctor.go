package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

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

// doctorCommand defines /doctor.
func doctorCommand() command {
	return command{Name: "doctor", Run: doctor, Alone: true, Define: func(h *host) Definition {
		return Definition{Managing: true, Direct: true}
	}}
}

// doctor says what keeps Parlour from working where it is asked, and how to mend that.
func doctor(ctx context.Context, h *host, c call) (Reply, error) {
	x := &checkup{h: h, c: c}
	switch {
	case c.Guest:
		x.notes = append(x.notes, x.say("doctor.guest"))
	case c.Guild == "":
		x.notes = append(x.notes, x.say("doctor.own"))
	case c.Stranger:
		x.faults = append(x.faults, x.say("doctor.stranger"))
	case !c.Manages:
		return Reply{}, games.Refuse("refuse.doctor")
	default:
		s, err := h.server(ctx, c)
		if err != nil {
			return Reply{}, err
		}
		x.place(s)
	}
	x.discord(ctx)
	err := x.directs(ctx)
	return Reply{Message: x.message()}, err
}

// A checkup is what /doctor finds.
type checkup struct {
	h      *host
	c      call
	faults []string // what does not work, and why
	mends  []string // what to do about the rights among them
	notes  []string // what is so on purpose
	facts  []string
}

func (x *checkup) say(key string, pairs ...any) string { return x.h.say(x.c, key, pairs...) }

// message says it all: in one sentence if nothing is wrong, with the facts in small print.
func (x *checkup) message() message.Message {
	lines := []string{x.say("doctor.well")}
	if n := len(x.faults); n > 0 {
		lines = []string{x.say("doctor.ill", "Count", n), "- " + strings.Join(x.faults, "\n- ")}
	}
	lines = slices.Concat(lines, x.mends, x.notes)
	if len(x.facts) > 0 {
		lines = append(lines, "-# "+strings.Join(x.facts, " · "))
	}
	if x.c.Guild != "" && !x.c.Stranger {
		lines = append(lines, "-# "+x.say("doctor.seen"))
	}
	m := message.Message{Content: message.Lines(lines...)}
	if x.c.Own.NoDirect {
		m.Rows = [][]message.Control{{x.h.Writer.DirectButton(x.c.Lang)}}
	}
	return m
}

// place says what the bot may do in a channel of a server, and what the server has set for it.
func (x *checkup) place(s storage.Server) {
	rights, threads := []Right{See, Post, Attach, History}, !x.c.Unthreaded && !s.Flat
	if threads {
		rights = append(rights, Open, Within)
	}
	var has []string
	for _, right := range rights {
		if slices.Contains(x.c.Lacks, right) || slices.Contains(x.c.Misses, right) {
			x.faults = append(x.faults, x.say("doctor.lacks."+string(right), "Right", x.name(right)))
		} else {
			has = append(has, x.name(right))
		}
	}
	if off := len(x.faults); off > 0 {
		x.mends = append(x.mends, x.say("doctor.mend", "Count", off))
		if len(has) > 0 {
			x.mends = append(x.mends, x.say("doctor.has", "Rights", has))
		}
	}
	if slices.Contains(x.c.Lacks, enter) {
		x.faults = append(x.faults, x.say("doctor.lacks.enter"))
	}
	switch {
	case s.Flat:
		x.notes = append(x.notes, x.say("doctor.flat"))
	case x.c.Above != "":
		x.notes = append(x.notes, x.say("doctor.thread"))
	case x.c.Unthreaded:
		x.notes = append(x.notes, x.say("doctor.unthreaded"))
	case !slices.Contains(x.c.Misses, Open) && !slices.Contains(x.c.Misses, Within):
		x.facts = append(x.facts, x.say("doctor.fact.threads"))
	}
	if !s.Allows(x.c.Channel, x.c.Above) {
		x.notes = append(x.notes, x.say("doctor.elsewhere", "Channels", message.Channels(s.Channels)))
	}
}

// name returns what Discord calls a right. To post in a thread takes another one than in a channel.
func (x *checkup) name(right Right) string {
	if right == Post && x.c.Above != "" {
		right = Within
	}
	return x.say("right." + string(right))
}

// discord says which commands Discord has, and how long it took to say so.
func (x *checkup) discord(ctx context.Context) {
	if x.h.Version != "" {
		x.facts = append(x.facts, x.say("doctor.fact.version", "Version", x.h.Version))
	}
	if x.h.Standing == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	known, err := x.h.Standing(ctx)
	if err != nil {
		x.h.Log.Warn("Discord did not say which commands it has", "err", err)
		x.faults = append(x.faults, x.say("doctor.silent"))
		return
	}
	var missing []string
	for _, name := range x.h.Commands {
		if !slices.Contains(known.Commands, name) {
			missing = append(missing, "/"+name)
		}
	}
	if len(missing) > 0 {
		x.faults = append(x.faults, x.say("doctor.commands", "Commands", missing))
	}
	took := duration(known.Took)
	if known.Took >= slow {
		x.faults = append(x.faults, x.say("doctor.slow", "Took", took))
	}
	x.facts = append(x.facts, x.say("doctor.fact.commands", "Count", len(x.h.Commands)-len(missing)), x.say("doctor.fact.took", "Took", took))
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
	case x.c.Own.NoDirect:
		x.faults = append(x.faults, x.say("doctor.dm-off"))
	case x.c.Own.Direct != "" || x.c.withBot():
		x.facts = append(x.facts, x.say("doctor.fact.dm"))
	default:
		x.facts = append(x.facts, x.say("doctor.fact.dm-new"))
	}
	o, err := storage.AllOpenings.Get(ctx, x.h.Store, storage.TheOpenings)
	if err == nil && x.h.Now().Before(o.Until) {
		x.notes = append(x.notes, x.say("doctor.dm-held", "Until", message.Dated(o.Until)))
	}
	return err
}
