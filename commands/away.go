package commands

import (
	"cmp"
	"context"
	"slices"
	"time"

	"parlour/games"
	"parlour/storage"
)

// optionUntil is the option of /away.
const optionUntil = "until"

// backWords are the values of optionUntil that end an absence.
var backWords = []string{"back", none, "now"}

// How long somebody may be away, of how long.
const (
	maxAway  = 14
	awayTime = maxAway*24*time.Hour + time.Hour // for the day on which clocks are put back
	awayYear = 365 * 24 * time.Hour
)

// awayKept is how long an absence is known after its end, which is longer than it counts.
const awayKept = 400 * 24 * time.Hour

// away has the clocks of a person stand until a day, or run again, and says how it is.
func (h *Host) away(ctx context.Context, r Request) (Reply, error) {
	now, typed := h.Now(), r.Options[optionUntil]
	if typed == "" {
		return h.awayOf(r, now), nil
	}
	show, err := h.set(ctx, &r, func(own *storage.Person) error { return setAway(own, typed, now) })
	if err != nil {
		return Reply{}, err
	}
	reply := h.awayOf(r, now)
	reply.Show = show
	return reply, nil
}

// endAway ends the absence of a person.
func (h *Host) endAway(ctx context.Context, r Request, _ button) (Reply, error) {
	r.Options = map[string]string{optionUntil: backWords[0]}
	return h.away(ctx, r)
}

// awayOf says whether a person is away, and for how much longer they may be.
func (h *Host) awayOf(r Request, now time.Time) Reply {
	until, away := awayUntil(r.own, now)
	if !away {
		key := "away.not"
		if r.Options[optionUntil] != "" {
			key = "away.back"
		}
		return Reply{Message: Message{Content: lines(h.say(r, key), h.sayLeft(r, now))}}
	}
	utc := ""
	if zoneOf(r.own) == nil {
		utc = h.say(r, "away.utc")
	}
	back := Control{ID: button{verb: "back"}.String(), Label: h.label(r.Lang, "button.back")}
	return Reply{Message: Message{
		Content: lines(h.say(r, "away.until", "Until", dated(until), "Left", relative(until)), utc, h.sayLeft(r, until)),
		Rows:    [][]Control{{back}},
	}}
}

// sayLeft says how many days a person has left to be away in the year up to a moment.
func (h *Host) sayLeft(r Request, end time.Time) string {
	return h.say(r, "away.left", "Count", daysLeft(r.own.Away, end), "Most", maxAway)
}

// awayUntil returns until when a person is away, and whether they are.
func awayUntil(p storage.Person, now time.Time) (time.Time, bool) {
	for _, s := range p.Away {
		if !now.Before(s.From) && now.Before(s.To) {
			return s.To, true
		}
	}
	return time.Time{}, false
}

// setAway has somebody be away from now until what they typed.
func setAway(own *storage.Person, typed string, now time.Time) error {
	if slices.ContainsFunc(backWords, func(word string) bool { return is(typed, word) }) {
		own.Away = awayUpTo(own.Away, now, now)
		return nil
	}
	until, err := parseUntil(typed, now.In(cmp.Or(zoneOf(*own), time.UTC)))
	if err != nil {
		return err
	}
	spans := awayUpTo(own.Away, now, until)
	if timeAway(spans, until) > awayTime {
		return games.Refuse("refuse.away.long", "Count", daysLeft(awayUpTo(own.Away, now, now), now), "Most", maxAway)
	}
	own.Away = spans
	return nil
}

// awayUpTo returns the absences of somebody who is to be back at a time: the one that
// runs, or one that begins now, ends then, and there are none to come. What has ended
// long ago is left out, and so is one that ends when it begins.
func awayUpTo(spans []storage.Span, now, until time.Time) []storage.Span {
	kept, last := []storage.Span(nil), storage.Span{From: now, To: until}
	for _, s := range spans {
		switch {
		case s.To.Before(now.Add(-awayKept)):
		case s.To.After(now): // also what is to come
			last.From = slices.MinFunc([]time.Time{last.From, s.From}, time.Time.Compare)
		default:
			kept = append(kept, s)
		}
	}
	if last.To.After(last.From) {
		kept = append(kept, last)
	}
	return kept
}

// timeAway returns how much of the year up to a moment absences take.
func timeAway(spans []storage.Span, end time.Time) (sum time.Duration) {
	begin := end.Add(-awayYear)
	for _, s := range spans {
		from := slices.MaxFunc([]time.Time{s.From, begin}, time.Time.Compare)
		to := slices.MinFunc([]time.Time{s.To, end}, time.Time.Compare)
		sum += max(0, to.Sub(from))
	}
	return sum
}

// daysLeft returns how many whole days more somebody may be away in the year up to a
// moment.
func daysLeft(spans []storage.Span, end time.Time) int {
	return max(0, int((maxAway*24*time.Hour-timeAway(spans, end))/(24*time.Hour)))
}
