package clock

import (
	"cmp"
	"slices"
	"time"

	"parlour/games"
	"parlour/storage"
)

// MaxAway is the number of days that a person may be away within a year.
const MaxAway = 14

const (
	maxAwayTime = MaxAway*24*time.Hour + time.Hour // one hour more for the day on which clocks are put back
	awayYear    = 365 * 24 * time.Hour
	awayKept    = 400 * 24 * time.Hour // how long an absence is stored after its end: longer than it counts
)

// AwayUntil returns the end of the absence of a person, and whether they are away.
func AwayUntil(p storage.Person, now time.Time) (time.Time, bool) {
	for _, s := range p.Away {
		if !now.Before(s.From) && now.Before(s.To) {
			return s.To, true
		}
	}
	return time.Time{}, false
}

// BackWords are the words that end an absence.
var BackWords = []string{"back", None, "now"}

// SetAway has a person be away from now until the day that they typed, or back for one of
// [BackWords]. It returns a *[games.Refusal] for any other text, and if they would be away
// for more than [MaxAway] days within a year.
func SetAway(p *storage.Person, typed string, now time.Time) error {
	if slices.ContainsFunc(BackWords, func(word string) bool { return Is(typed, word) }) {
		p.Away = awayUpTo(p.Away, now, now)
		return nil
	}
	until, err := parseUntil(typed, now.In(cmp.Or(ZoneOf(*p), time.UTC)))
	if err != nil {
		return err
	}
	spans := awayUpTo(p.Away, now, until)
	if timeAway(spans, until) > maxAwayTime {
		return games.Refuse("refuse.away.long", "Count", DaysLeft(awayUpTo(p.Away, now, now), now), "Most", MaxAway)
	}
	p.Away = spans
	return nil
}

// awayUpTo returns the absences of a person who is to be back at a moment. The running
// absence, or one that begins now, ends then, and no later one is left. Absences that
// ended long ago are dropped, and so is an empty one.
func awayUpTo(spans []storage.Span, now, until time.Time) []storage.Span {
	kept, last := []storage.Span(nil), storage.Span{From: now, To: until}
	for _, s := range spans {
		switch {
		case s.To.Before(now.Add(-awayKept)):
		case s.To.After(now): // also a later one
			last.From = earlier(last.From, s.From)
		default:
			kept = append(kept, s)
		}
	}
	if last.To.After(last.From) {
		kept = append(kept, last)
	}
	return kept
}

// timeAway returns how much of the year before a moment absences take.
func timeAway(spans []storage.Span, end time.Time) (sum time.Duration) {
	begin := end.Add(-awayYear)
	for _, s := range spans {
		from := slices.MaxFunc([]time.Time{s.From, begin}, time.Time.Compare)
		to := slices.MinFunc([]time.Time{s.To, end}, time.Time.Compare)
		sum += max(0, to.Sub(from))
	}
	return sum
}

// DaysLeft returns the number of whole days that a person may still be away in the year
// before a moment.
func DaysLeft(spans []storage.Span, end time.Time) int {
	return max(0, int((MaxAway*24*time.Hour-timeAway(spans, end))/(24*time.Hour)))
}
