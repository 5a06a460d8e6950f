package commands_test

import (
	"testing"
	"time"

	"parlour/commands/clock"
	"parlour/storage"
)

// The judge and the bot agree when it is quiet, also in the hours that come twice when clocks are put
// back, and in those that are skipped when they are put forward.
func TestTheJudgeKnowsQuietHours(t *testing.T) {
	for _, zone := range yearZones[1:] {
		for _, w := range []storage.Window{{From: 22 * 60, To: 150}, {From: 150, To: 480}, {From: 75, To: 165}, {From: 165, To: 135}, {From: 1410, To: 390}, {To: 540}} {
			agrees(t, storage.Person{Zone: zone, Quiet: &w})
		}
	}
}

// agrees holds the judge to the bot in the hours around each change of a person's clocks in a year.
func agrees(t *testing.T, p storage.Person) {
	z := zones{}
	quiet := clock.Quiet{Window: *p.Quiet, Zone: z.of(p)}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for end := at.AddDate(1, 0, 0); at.Before(end); {
		_, change := at.In(quiet.Zone).ZoneBounds()
		if change.IsZero() {
			return // these clocks are never changed
		}
		for at = change.Add(-3 * time.Hour); at.Before(change.Add(3 * time.Hour)); at = at.Add(5 * time.Minute) {
			if _, is := quiet.At(at); is != z.quiet(p, at) {
				t.Errorf("in %s at %v, with quiet hours %v: the bot says that it is quiet: %t, the judge: %t", p.Zone, at, *p.Quiet, is, !is)
			}
		}
	}
}
