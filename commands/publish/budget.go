package publish

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/storage"
)

// Limits are how many new channels of direct messages there may be, for all people together; 0 is no
// limit. The tags make each a flag and a variable of the environment, with the value where neither
// is given.
type BudgetLimits struct {
	Minute int `env:"PARLOUR_MAX_DMS_MINUTE" default:"5" help:"The most direct channels that are opened in a minute, 0 for no limit."`
	Day    int `env:"PARLOUR_MAX_DMS_DAY" default:"300" help:"The most direct channels that are opened in a day, 0 for no limit."`
}

const (
	// ofOne is how many of a day's channels the tables of one person may need, where a day has a limit.
	ofOne = 10

	// StopFor is how long no channel is opened after Discord refused one.
	StopFor = 6 * time.Hour

	closedAnHour = 60 // after so many people who take no direct messages no channel is opened

	keptForReminders = 5           // bids leave one in so many of a day's channels to reminders
	dueSoon          = time.Minute // a reminder that is due within that goes before a bid
	lookedAt         = 100         // how many people with reminders that are due are looked at
	day              = 24 * time.Hour
)

// ErrSpent means that no channel of direct messages may be opened now. It passes.
var ErrSpent = errors.New("no direct channel may be opened now")

// A Need is why a channel is opened.
type Need struct {
	Person string // with whom
	Match  string // whose message it is for; empty if the person asks for direct messages
	Bid    bool   // the message asks for a bid, so reminders go first
}

// A Budget counts the channels that are opened. It is safe for concurrent use, and several processes
// over one store share it. Make one with [New].
type Budget struct {
	BudgetLimits
	store storage.Store
	now   func() time.Time
}

// NewBudget returns the Budget of a store.
func NewBudget(store storage.Store, now func() time.Time, limits BudgetLimits) *Budget {
	return &Budget{BudgetLimits: limits, store: store, now: now}
}

// Take takes a channel from the budget. It returns [ErrSpent] and writes nothing if there is none
// left, for now or for the person who opened the match.
func (b *Budget) Take(ctx context.Context, n Need) error {
	first, err := b.remindersFirst(ctx, n)
	if err != nil {
		return err
	}
	_, err = storage.AllOpenings.Change(ctx, b.store, storage.TheOpenings, func(o *storage.Openings) error {
		now := b.now()
		if left := o.Until.Sub(now); left > 0 && left <= StopFor {
			return ErrSpent
		}
		if o.Closed = lately(o.Closed, now); len(o.Closed) >= closedAnHour {
			return ErrSpent
		}
		if b.BudgetLimits == (BudgetLimits{}) {
			return nil
		}
		o.Opened = slices.DeleteFunc(o.Opened, func(old storage.Opening) bool { return now.Sub(old.At).Abs() >= day })
		if b.spent(*o, now, n, first) {
			return ErrSpent
		}
		above, err := b.ofOneSpent(ctx, o.Opened, n.Match)
		if err != nil {
			return err
		}
		if above {
			return ErrSpent
		}
		o.Opened = append(o.Opened, storage.Opening{At: now, Match: n.Match})
		return nil
	})
	return err
}

// Stop has no channel be opened for hours, as Discord refused one.
func (b *Budget) Stop(ctx context.Context) error {
	_, err := storage.AllOpenings.Change(ctx, b.store, storage.TheOpenings, func(o *storage.Openings) error {
		o.Until = b.now().Add(StopFor)
		return nil
	})
	return err
}

// Closed notes that a person turned out to take no direct messages. Discord refused one, which counts
// against the bot.
func (b *Budget) Closed(ctx context.Context) error {
	_, err := storage.AllOpenings.Change(ctx, b.store, storage.TheOpenings, func(o *storage.Openings) error {
		o.Closed = append(lately(o.Closed, b.now()), b.now())
		return nil
	})
	return err
}

// lately returns those of all moments that lie in the last hour.
func lately(all []time.Time, now time.Time) []time.Time {
	return match.Without(all, func(at time.Time) bool { return now.Sub(at).Abs() >= time.Hour })
}

// spent reports whether the minute or the day has no channel left for a need, if so many reminders go
// first.
func (b *Budget) spent(o storage.Openings, now time.Time, n Need, first int) bool {
	ofMinute := 0
	for _, old := range o.Opened {
		if now.Sub(old.At).Abs() < time.Minute {
			ofMinute++
		}
	}
	ofDay := b.Day
	if n.Bid {
		ofDay -= b.Day / keptForReminders
	}
	return b.Minute > 0 && ofMinute+first >= b.Minute || b.Day > 0 && len(o.Opened) >= ofDay
}

// remindersFirst returns how many other people without a channel are about to be reminded. A need that
// is no bid waits for none of them.
func (b *Budget) remindersFirst(ctx context.Context, n Need) (first int, err error) {
	if !n.Bid || b.Minute == 0 {
		return 0, nil
	}
	due, err := storage.People.Due(ctx, b.store, b.now().Add(dueSoon), lookedAt)
	for _, p := range due {
		if p.ID != n.Person && p.Direct == "" && !p.NoDirect && p.Leaving == nil {
			first++
		}
	}
	return first, err
}

// ofOneSpent reports whether the person who opened a match has used up [ofOne] for all their tables.
func (b *Budget) ofOneSpent(ctx context.Context, all []storage.Opening, match string) (bool, error) {
	if match == "" || b.Day == 0 {
		return false, nil
	}
	needed := map[string]int{} // by match
	for _, old := range all {
		needed[old.Match]++
	}
	opener, err := b.openerOf(ctx, match)
	if err != nil || opener == "" {
		return false, err
	}
	theirs := 0
	for other, count := range needed {
		by, err := b.openerOf(ctx, other)
		if err != nil {
			return false, err
		}
		if by == opener {
			theirs += count
		}
	}
	return theirs >= ofOne, nil
}

// openerOf returns the person who has the seat of the one who opened the table of a match. It is empty
// if the match cannot be read.
func (b *Budget) openerOf(ctx context.Context, match string) (string, error) {
	if match == "" {
		return "", nil
	}
	m, err := b.store.Get(ctx, match)
	if errors.Is(err, storage.ErrNotFound) || errors.Is(err, storage.ErrDamaged) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	seat := 0
	if len(m.Order) > 0 {
		seat = int(m.Order[0])
	}
	if seat < 0 || seat >= len(m.Players) {
		return "", nil
	}
	return m.Players[seat].ID, nil
}
