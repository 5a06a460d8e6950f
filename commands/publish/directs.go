package publish

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"parlour/commands/clock"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// Directs sends direct messages. A person who takes none is sent none until they ask for them.
type Directs struct {
	Config
	budget *Budget
}

// With returns the channel of direct messages with a person, and what they have set. The channel is
// opened when there is something to send for the first time. It returns [ErrClosed] for a person who
// takes none, and [ErrSpent] if none may be opened now.
func (d *Directs) With(ctx context.Context, via Channel, need Need) (string, storage.Person, error) {
	person := need.Person
	own, err := d.Env.Person(ctx, person)
	switch {
	case err != nil:
		return "", own, err
	case own.NoDirect, d.Env.Serves(ctx, own, "") != nil:
		return "", own, ErrClosed
	case own.Direct != "":
		return own.Direct, own, nil
	}
	channel, err := d.known(ctx, person)
	if err == nil && channel == "" {
		channel, err = d.open(ctx, via, need)
	}
	if err != nil {
		return "", own, errors.Join(err, d.NoteClosed(ctx, person, err))
	}
	own, err = storage.People.Change(ctx, d.Env.Store, person, func(own *storage.Person) error {
		own.Direct = channel
		return nil
	})
	return channel, own, err
}

// Whisper sends a silent direct message to a person with whom a channel is open. It opens none, and sends nothing to
// somebody who takes none or has quiet hours.
func (d *Directs) Whisper(ctx context.Context, person, nonce string, msg message.Message) error {
	own, err := d.Env.Person(ctx, person)
	_, quiet := clock.QuietOf(own).At(d.Env.Now())
	if err != nil || own.NoDirect || own.Leaving != nil || quiet || d.Env.Serves(ctx, own, "") != nil {
		return err
	}
	channel := own.Direct
	if channel == "" {
		channel, err = d.known(ctx, person)
	}
	if err != nil || channel == "" {
		return err
	}
	msg.Silent = true
	if _, err = d.Patient.Post(ctx, channel, nonce, msg); err != nil {
		err = errors.Join(err, d.NoteClosed(ctx, person, err))
	}
	return err
}

// known returns the channel of direct messages in which a person has a game, empty if there is none.
func (d *Directs) known(ctx context.Context, person string) (string, error) {
	own, err := d.Env.Store.OfPlayer(ctx, person, true, storage.All)
	if i := slices.IndexFunc(own, func(h storage.Head) bool { return h.Direct() && !h.Alone }); i >= 0 {
		return own[i].Home, nil
	}
	return "", err
}

// open opens a channel of direct messages out of the budget. If Discord refuses that and does not say
// that the person takes none, no other is opened for hours. That is [ErrSpent] alone, as it says
// nothing of the person.
func (d *Directs) open(ctx context.Context, via Channel, need Need) (string, error) {
	if err := d.budget.Take(ctx, need); err != nil {
		return "", err
	}
	channel, err := via.Direct(ctx, need.Person)
	switch {
	case errors.Is(err, ErrGone): // there is no such person any more
		err = errors.Join(ErrClosed, err)
	case errors.Is(err, ErrTooFast), errors.Is(err, ErrForbidden):
		d.Log.Warn("no direct messages are opened for a while, because Discord refused one", "for", StopFor, "err", err)
		err = errors.Join(ErrSpent, d.budget.Stop(context.WithoutCancel(ctx)))
	}
	return channel, err
}

// NoteClosed notes what an error says of a person's direct messages: they take none, or the
// channel is gone and must be opened anew. A channel that is closed stays the one to try again. Each
// person who takes none counts once in the budget of new channels.
func (d *Directs) NoteClosed(ctx context.Context, person string, err error) error {
	closed, gone := errors.Is(err, ErrClosed) || errors.Is(err, ErrForbidden), errors.Is(err, ErrGone)
	if !closed && !gone {
		return nil
	}
	ctx, first := context.WithoutCancel(ctx), false
	err = d.Env.SetPerson(ctx, person, func(own *storage.Person) {
		first, own.NoDirect = closed && !own.NoDirect, own.NoDirect || closed
		if gone {
			own.Direct = ""
		}
	})
	if first {
		err = errors.Join(err, d.budget.Closed(ctx))
	}
	return err
}

// tidy settles the direct messages that have had their answer, once the bids of their auction are revealed or the person
// bids in the server. Where somebody bid, their message says that all bids are in until it is deleted, which is when they
// have another one, make their next move, or the game ends. One that is unread would leave a badge behind: it loses its
// buttons until its person moves. What fails for now is done by a later publication.
func (d *Directs) tidy(ctx context.Context, m *match.Match) {
	var left []storage.Direct
	for _, a := range m.Asked {
		away, goes := d.fate(m, a)
		switch {
		case away == nil, !d.takeAway(ctx, m.ID, a, away) && !d.tired(m):
			left = append(left, a)
		case !goes && a.Message != "" && m.Phase == storage.Playing:
			a.Done, a.Behind = !a.Behind || outlived(m, a), false
			left = append(left, a)
		}
	}
	m.Asked = left
}

// fate returns what is to be done about a direct message that asked for a bid, nil for nothing, and whether the message
// goes by that.
func (d *Directs) fate(m *match.Match, a storage.Direct) (away remover, goes bool) {
	if !outlived(m, a) {
		if a.Behind {
			return d.bid(m, a.Player), false
		}
		return nil, false
	}
	var bid, here, moved bool
	for _, s := range m.Steps() {
		if s.Seat != m.SeatOf(a.Player) || s.Move.System() {
			continue
		}
		if s.Turn == a.Turn {
			bid, here = true, s.Here
		}
		moved = moved || s.Turn > a.Turn
	}
	again := slices.ContainsFunc(m.Asked, func(b storage.Direct) bool {
		return b.Player == a.Player && b.Turn > a.Turn && b.Message != ""
	})
	switch {
	case moved, bid && (here || again || m.Phase != storage.Playing):
		return d.Patient.Delete, true
	case a.Done:
		return nil, false
	case bid:
		return d.bidsAreIn(m, a.Player), false
	}
	return d.Patient.Strip, false
}

// triesFor is how long something is tried that fails beside the boards of a match.
const triesFor = 24 * time.Hour

// waitsFor is how long something waits that finds no room among other requests, or that Discord wants later.
const waitsFor = 7 * triesFor

// tired reports whether what is done beside the boards of a match has failed for so long that it is left.
func (d *Directs) tired(m *match.Match) bool { return d.failsFor(m) > triesFor }

// failsFor returns for how long something of a match has failed, 0 if nothing has.
func (d *Directs) failsFor(m *match.Match) (long time.Duration) {
	for _, since := range []time.Time{m.Overdue, m.Interrupted} {
		if !since.IsZero() {
			long = max(long, d.Env.Now().Sub(since))
		}
	}
	return long
}

// A remover takes a message away, or what asks for something in it.
type remover func(ctx context.Context, channel, message string) error

// bidsAreIn has a direct message say to a person that all bids of its auction are in.
func (d *Directs) bidsAreIn(m *match.Match, person string) remover {
	return func(ctx context.Context, channel, message string) error {
		own, err := d.Env.Person(ctx, person)
		if err != nil {
			return err
		}
		return d.Patient.Edit(ctx, channel, message, d.Writer.To(reader(m, person, own), m).BidsAreIn())
	}
}

// bid has a direct message show the bid that a person made in another answer.
func (d *Directs) bid(m *match.Match, person string) remover {
	return func(ctx context.Context, channel, message string) error {
		own, err := d.Env.Person(ctx, person)
		if err != nil {
			return err
		}
		msg, err := d.Writer.To(reader(m, person, own), m).Panel(nil, 0)
		if err != nil {
			return err
		}
		return d.Patient.Edit(ctx, channel, message, msg)
	}
}

// reader is a person who reads direct messages.
func reader(m *match.Match, person string, own storage.Person) message.Reader {
	return message.Reader{ID: person, Lang: own.Lang, Now: m.Now, Own: own}
}

// takeAway deletes, changes or strips a direct message that asked for a bid in a match. One that is gone, or
// that Discord keeps, is done.
func (d *Directs) takeAway(ctx context.Context, id string, a storage.Direct, away remover) bool {
	if a.Message == "" {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, d.Brief)
	defer cancel()
	err := away(ctx, a.Channel, a.Message)
	if err != nil {
		d.Log.Info("an old direct message stays", "match", id, "err", err)
	}
	return err == nil || Refused(err) || errors.Is(err, ErrClosed)
}

// PressedLate notes a direct message whose button was pressed late, and which becomes the answer. If its turn is over
// it is a card now, which nothing takes away: a panel that goes would look like a bid that was taken. If it still
// asks for a bid, and a crash left it, it is taken in; so is every one in a fleet, where the card is a message of its
// own. The match that is due then is returned.
func (p *Publisher) PressedLate(ctx context.Context, m *match.Match, d storage.Direct) []match.Unshown {
	if d.Message == "" {
		return nil
	}
	noted, err := p.ChangeAlone(ctx, m.ID, func(m *match.Match) ([]games.Ply, error) {
		known := len(m.Asked)
		if outlived(m, d) && p.Env.Fleet == nil {
			m.Asked = match.Without(m.Asked, func(a storage.Direct) bool { return a.Message == d.Message })
		} else {
			m.AdoptDirect(d)
		}
		if len(m.Asked) == known {
			return nil, match.ErrStale
		}
		return nil, nil
	})
	switch {
	case err == nil:
		return []match.Unshown{noted.Unshown()}
	case !errors.Is(err, match.ErrStale):
		p.Log.Warn("a direct message that was pressed late may stay, or go", "match", m.ID, "err", err)
	}
	return nil
}

// TryAgain sends a person who took no direct messages one, which shows whether they come
// now, and notes that. closed reports that they do not. It is a refusal if no channel may be opened now.
func (d *Directs) TryAgain(ctx context.Context, person, nonce string, msg message.Message) (closed bool, err error) {
	own, err := d.Env.Person(ctx, person)
	if err != nil {
		return false, err
	}
	channel, err := own.Direct, ErrGone
	if channel != "" {
		_, err = d.Channel.Post(ctx, channel, nonce, msg)
	}
	if errors.Is(err, ErrGone) {
		if channel, err = d.open(ctx, d.Channel, Need{Person: person}); err == nil {
			_, err = d.Channel.Post(ctx, channel, nonce, msg)
		}
	}
	if errors.Is(err, ErrSpent) {
		return false, games.Refuse("refuse.direct")
	}
	closed = errors.Is(err, ErrClosed) || Refused(err)
	if err != nil && !closed {
		return false, err
	}
	return closed, d.Env.SetPerson(ctx, person, func(own *storage.Person) {
		own.Direct, own.NoDirect = channel, closed
	})
}

// AskAgain claims the matches in which a person owes a bid and got no direct message, so
// that they get one. A match that cannot be read holds up none of the others.
func (p *Publisher) AskAgain(ctx context.Context, person string) (due []match.Unshown, err error) {
	own, err := p.Env.Store.OfPlayer(ctx, person, true, storage.All)
	if err != nil {
		return nil, err
	}
	for _, head := range p.Env.Offered(own) {
		m, err := p.ChangeAlone(ctx, head.ID, func(m *match.Match) ([]games.Ply, error) {
			return nil, m.AskAgain(person)
		})
		switch {
		case err == nil:
			due = append(due, m.Unshown())
		case !errors.Is(err, match.ErrStale):
			p.Log.Warn("nobody is asked again", "match", head.ID, "err", err)
		}
	}
	return due, nil
}

// askForBids sends a direct message with their hand and the panel to everybody who owes a bid
// and was not asked for it yet. The board asks the others: they take no direct messages, bid in the
// channel, may have no direct channel opened now, or their message fails for now. Where several publications may be
// under way at once, so may these messages, beside what else comes before the board. They have been tried once asked
// returns, with an error for such a failure alone, so that the message is tried again.
func (p *Publisher) askForBids(ctx context.Context, m *publication) (asked func() error) {
	if !m.Bidding() || solitary(m.Head) {
		return func() error { return nil }
	}
	type one struct {
		storage.Direct
		err error
	}
	var those []*one
	var together sync.WaitGroup
	owe := m.State.ToMove()
	for _, seat := range owe {
		d := &one{Direct: storage.Direct{Player: m.Players[seat].ID, Turn: m.Turn}}
		was := func(a storage.Direct) bool { return a.Player == d.Player && a.Turn == d.Turn }
		if !m.IsPerson(seat) || bidsHere(m.Match, seat) || slices.ContainsFunc(m.Asked, was) {
			continue
		}
		those = append(those, d)
		ask := p.askForBid(ctx, m, seat)
		try := func() {
			brief, done := context.WithTimeout(ctx, p.Brief/time.Duration(len(owe))) // one that hangs holds up no other
			defer done()
			d.Channel, d.Message, d.err = ask(brief)
		}
		if m.fresh && p.AtOnce > 1 {
			together.Go(try)
		} else {
			try()
		}
	}
	return sync.OnceValue(func() (failed error) {
		together.Wait()
		for _, d := range those {
			switch {
			case errors.Is(d.err, ErrClosed): // which the person's settings say
			case d.err == nil, errors.Is(d.err, ErrSpent), Refused(d.err), p.tired(m.Match):
				m.Asked = append(m.Asked, d.Direct)
			default:
				failed = errors.Join(failed, d.err)
			}
		}
		if failed != nil {
			failed = fmt.Errorf("not everybody was asked in a direct message: %w", failed)
		}
		return failed
	})
}

// askForBid returns what sends a direct message to the player of a seat. A nonce keeps it from being sent
// twice. In a fresh publication it does not use the match, which may change meanwhile.
func (p *Publisher) askForBid(ctx context.Context, m *publication, seat games.Seat) func(context.Context) (channel, id string, err error) {
	person := m.Players[seat].ID
	own, unread := p.Env.Person(ctx, person)
	pen := p.Writer.To(reader(m.Match, person, own), m.Match)
	msg, unwritten := pen.Panel(nil, 0)
	msg.Silent = len(m.Log) == 0 && m.Live.Message == ""                 // the first board notifies everybody
	nonce := fmt.Sprintf("%s-%d-%d-%d", m.ID, m.Turn, seat, len(m.Past)) // another for a person who takes the seat
	need, post := Need{Person: person, Match: m.ID, Bid: true}, p.Channel.Post
	if !m.fresh {
		post = func(ctx context.Context, channel, nonce string, msg message.Message) (string, error) {
			return p.postOnce(ctx, m, channel, nonce, msg, isTurn(m.Match))
		}
	}
	return func(ctx context.Context) (channel, id string, err error) {
		if err = cmp.Or(unread, unwritten); err == nil {
			channel, _, err = p.With(ctx, p.Channel, need)
		}
		if err != nil {
			return "", "", err
		}
		if id, err = post(ctx, channel, nonce, msg); err != nil {
			return "", "", fmt.Errorf("post a direct message: %w", errors.Join(err, p.NoteClosed(ctx, person, err)))
		}
		return channel, id, nil
	}
}

// bidsHere reports whether the player of a seat made their last bid in the server. They need no direct message for the
// next one: the board asks them, and a reminder finds them anyway.
func bidsHere(m *match.Match, seat games.Seat) bool {
	for _, s := range slices.Backward(m.Steps()) {
		if s.Seat == seat && s.Turn < m.Turn && (s.Move.System() || games.IsBid(s.Before, s.Move)) {
			return s.Here
		}
	}
	return false
}

// outlived reports whether a direct message that asks for a bid is to be taken away, as its turn is over
// or the newest bid of that turn was made in the server.
func outlived(m *match.Match, a storage.Direct) bool {
	seat := m.SeatOf(a.Player)
	if m.Phase != storage.Playing || seat == games.Spectator || a.Turn < m.Turn {
		return true
	}
	for _, s := range slices.Backward(m.Steps()) {
		if s.Turn == a.Turn && s.Seat == seat && !s.Move.System() {
			return s.Here
		}
	}
	return false
}

// BudgetLimits are how many new channels of direct messages there may be, for all people together; 0 is no
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
