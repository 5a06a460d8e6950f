package match

import (
	"context"
	"time"

	"github.com/robfig/cron/v3"

	"parlour/commands/clock"
	"parlour/storage"
)

// monthly is cron's schedule of the standings of months: nine in the morning of the first day.
const monthly = "0 9 1 * *"

// monthDue returns when the standings of a month are posted in a server: on the first day of the next month, in the hour
// from nine in the morning on. Each server has a second of that hour, so that few are posted at once.
//
// A month of the counters is one by UTC. East of Tokyo it ends after nine, and the hour begins with its end.
func monthDue(s storage.Server, month storage.Period) time.Time {
	plan, err := cron.ParseStandard(monthly)
	if err != nil {
		panic(err)
	}
	over := (month + 1).Start()
	at := plan.Next(over.Add(-6 * time.Hour).In(clock.ZoneOfServer(s))) // before nine on the first day in every zone
	if at.Before(over) {
		at = over
	}
	return at.UTC().Add(withinHour(s.ID))
}

// PlanMonth sets when a month's standings are posted next in a server, as it is set now, and in which language. If they are
// due already or are being posted, that stays so.
func PlanMonth(s *storage.Server, lang string, now time.Time) {
	m := &s.Month
	if s.Results == "" || m.Off {
		*m = storage.Monthly{Off: m.Off, Owner: m.Owner, Told: m.Told}
		return
	}
	m.Lang = lang
	if due := !m.NextCheck.IsZero() && !m.NextCheck.After(now); due || !m.Posting.IsZero() {
		return
	}
	month := storage.MonthOf(now) - 1
	m.NextCheck = monthDue(*s, month)
	if month <= m.Told || !m.NextCheck.After(now) {
		m.NextCheck = monthDue(*s, month+1)
	}
}

// IsMonthDue reports whether a month's standings are due in a server by a time for this process.
func (e *Env) IsMonthDue(ctx context.Context, s storage.Server, by time.Time) bool {
	return s.Leave.IsZero() && e.isDueIn(ctx, s.ID, s.Month.Owner, s.Month.NextCheck, by)
}
