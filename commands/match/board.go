package match

import (
	"slices"
	"sync"
	"time"

	"parlour/games"
	"parlour/storage"
)

// ThinksLong is how long an opponent thinks before the board says so.
const ThinksLong = 10 * time.Second

// Solo reports whether one person plays a match whose board shows all that they may know. That
// board is changed in place.
func (m *Match) Solo() bool { return len(m.People()) == 1 && (!m.Info.Hidden || m.Direct()) }

// Soloist returns the seat of the only person of a match, whose steps may stand on the public
// board; ok is false where others play too, or where hands are hidden in a server.
func (m *Match) Soloist() (seat games.Seat, ok bool) {
	if !m.Solo() {
		return games.Spectator, false
	}
	return m.People()[0], true
}

// ShowAlone has a match be shown in private answers alone, as nothing can be posted to its only person.
func (m *Match) ShowAlone() {
	m.Alone, m.Thread, m.Home, m.Channel = true, false, m.ID, m.ID // no channel has such an id
	m.Message, m.Live = "", storage.Board{}
}

// practised is the number of turns in which a person who practises is told a hint.
const practised = 3

// Practises returns the seat of a person who is to be told a hint now; ok is false if nobody is.
func (m *Match) Practises() (seat games.Seat, ok bool) {
	if seat, ok = m.Soloist(); !ok || !m.Practice || !m.Owes(seat) {
		return games.Spectator, false
	}
	turns := map[int]bool{}
	for _, s := range m.steps {
		if s.Seat == seat && !s.Move.System() && !s.TakenBack {
			turns[s.Turn] = true
		}
	}
	return seat, len(turns) < practised
}

// WantsHint reports whether a hint is to be told that is not known yet.
func (m *Match) WantsHint() bool {
	_, ok := m.Practises()
	return ok && m.TipOf(m.Turn).Move == ""
}

// TipOf returns the hint that was told in a turn, zero for none.
func (m *Match) TipOf(turn int) storage.Tip {
	if i := slices.IndexFunc(m.Tips, func(t storage.Tip) bool { return t.Turn == turn }); i >= 0 {
		return m.Tips[i]
	}
	return storage.Tip{}
}

// TellHint has the board tell a hint.
func (m *Match) TellHint(move games.Move) {
	m.Tips = append(m.Tips, storage.Tip{Turn: m.Turn, Move: move})
	m.Redraw()
}

// OnBoard reports whether a message is the public board of a match in which only one person plays,
// this one.
func (m *Match) OnBoard(person, message string) bool {
	seat, alone := m.Soloist()
	return alone && m.SeatOf(person) == seat && message != "" && (message == m.Live.Message || message == m.Message)
}

// Timed returns the match as it is once the clocks of a move that was just made are computed: see
// [storage.Clock]. It is for a board that is shown before that is stored.
func (m *Match) Timed() *Match {
	timed := *m
	timed.Clocks = slices.Clone(m.Clocks)
	for i := range timed.Clocks {
		c := &timed.Clocks[i]
		if i >= len(m.Times.People) || !c.Due.IsZero() || !c.ExpiredAt.IsZero() {
			continue
		}
		if turn, ok := m.Times.Turn(m.Head, games.Seat(i)); ok {
			c.Due = turn.Due()
		}
	}
	return &timed
}

// A Moment is the end of a turn of a match, or of the match.
type Moment struct {
	Match string
	Turn  int
}

// UntilRevealed returns when the panel of a bid is of no more use; nil where no bids are owed.
func (m *Match) UntilRevealed() *Moment {
	if !m.Bidding() {
		return nil
	}
	return m.UntilOver()
}

// UntilOver returns the end of the turn.
func (m *Match) UntilOver() *Moment { return &Moment{m.ID, m.Turn} }

// Past reports whether a moment in a match is over.
func (o Moment) Past(m *Match) bool {
	return o.Match == m.ID && (o.Turn < m.Turn || m.Phase != storage.Playing)
}

// ToldFrom returns how many plies were told of before the board that stands for the match now.
// One that is changed in place tells of its person's newest ply and what came of it.
func (m *Match) ToldFrom() int {
	from := max(0, min(m.AnnouncedBefore, len(m.Log)))
	if !m.Solo() {
		return from
	}
	return max(from, m.lastPress())
}

// lastPress returns the index of the newest ply that a person made, -1 if there is none.
func (m *Match) lastPress() int {
	for i, e := range slices.Backward(m.Log) {
		if e.RequestID != "" {
			return i
		}
	}
	return -1
}

// EndsUnit reports whether a ply completes a unit of the game's record: a ply, or an auction with
// all that is taken in it.
func (s Step) EndsUnit() bool {
	return !s.After.View(games.Spectator).Words().Open
}

// Acted reports whether every person whom a board notified has made a ply of their own since. The
// opener who was called to a table has started the game, or closed the table.
func (m *Match) Acted(b storage.Board) bool {
	if b.Call {
		return m.Starts || m.Ended == "cancelled"
	}
	return !slices.ContainsFunc(b.Pinged, func(id string) bool {
		seat := m.SeatOf(id)
		return !slices.ContainsFunc(m.steps[min(b.Posted, len(m.steps)):], func(s Step) bool {
			return s.Seat == seat && (s.RequestID != "" || !s.Move.System())
		})
	})
}

// ShowsThought reports whether the board is to say now that an opponent thinks. A board that is
// changed in place says so at once.
func (m *Match) ShowsThought() bool {
	seat := m.Thinker()
	return seat != games.Spectator && !m.Solo() && !m.Bidding() && m.Live.Turn != m.Turn && m.Live.Message != "" &&
		int(seat) < len(m.Clocks) && m.Now.Sub(m.Clocks[seat].Since) >= ThinksLong
}

// bringPause is the shortest time between two boards that players bring down.
const bringPause = time.Minute

// BringDown has the board posted again at the bottom of its channel, where it notifies nobody. A
// board that is yet to be posted comes there anyway, and notifies as ever.
func (m *Match) BringDown(_ games.Seat) ([]games.Ply, error) {
	if m.Now.Sub(m.BroughtAt) < bringPause {
		return nil, games.Refuse("refuse.brought")
	}
	if m.bringDown() {
		m.BroughtAt = m.Now
	}
	return nil, nil
}

// bringDown asks for the board at the bottom of its channel, without a notification, unless a new one is to come anyway.
func (m *Match) bringDown() bool {
	if m.Desired.Post > m.Published.Post {
		return false
	}
	m.Repost()
	m.Brought = m.Desired.Post
	return true
}

// AdoptDirect notes a direct message that was pressed and that the match does not know, as a crash
// came between its post and the note. It reports whether there was anything to note.
func (m *Match) AdoptDirect(d storage.Direct) bool {
	if d.Message == "" || slices.ContainsFunc(m.Asked, func(a storage.Direct) bool { return a.Message == d.Message }) {
		return false
	}
	m.Asked = append(slices.Clone(m.Asked), d)
	return true
}

// BidBeside notes which direct messages show the bid of a seat no more: all but the one that was pressed, if one was.
func (m *Match) BidBeside(seat games.Seat, pressed storage.Direct) {
	m.Asked = slices.Clone(m.Asked)
	for i, d := range m.Asked {
		if d.Player == m.Players[seat].ID && d.Turn == m.Turn && d.Message != "" {
			m.Asked[i].Behind = d.Message != pressed.Message
		}
	}
}

// News returns what the first of some plies did, as a seat sees it, without what a later one says
// again. The last card of an auction tells of all its cards. Bids have a row of their own on the
// board, and of a seat that leaves and comes back only the newest ply counts.
func News(steps []Step, seat games.Seat) []games.Text {
	s, later := steps[0], steps[1:]
	last := s.After.View(seat).Words().Last
	if _, auctions := s.After.(games.Bidder); !auctions || len(last) == 0 {
		return last
	}
	again := func(l Step) bool { return l.Seat == s.Seat && comesOrGoes(l.Move) }
	toldLater := !s.EndsUnit() && slices.ContainsFunc(later, Step.EndsUnit)
	bids := games.Bids(s.Before) && games.Bids(s.After) && !s.EndsTurn // which reveals none
	switch {
	case s.Move.System():
		if toldLater {
			last = last[:1]
		}
		if comesOrGoes(s.Move) && slices.ContainsFunc(later, again) {
			last = last[1:]
		}
	case bids, toldLater:
		return nil
	}
	return last
}

// comesOrGoes reports whether a move says whether its seat plays on.
func comesOrGoes(m games.Move) bool { return m.Leaves() || m == games.Return }

// ShownIn notes in the head of a match where Parlour is a guest that a message shows it as it is
// now: the answer to a command, or a message that was pressed. The message becomes its newest board,
// or its table. The board before it is to be a line, unless it shows the same turn.
func ShownIn(head *storage.Head, shown *Match, message string) {
	if head.Published.Post > shown.Desired.Post {
		return // a later one was posted meanwhile
	}
	posted := shown.Desired.Post > head.Published.Post
	pinged := pingedBy(*head, shown, message)
	head.Published = shown.Desired
	head.Old = Without(head.Old, func(b storage.Board) bool { return b.Message == message })
	if shown.Setup.Rules == 0 {
		head.Table, head.Message = message, message
		return
	}
	if head.Table == message {
		head.Table = "" // it is the board from now on
	}
	from := head.AnnouncedBefore
	if posted {
		from = max(from, head.Announced)
	}
	if !storage.BroughtDown(head.Publication) {
		head.AnnouncedBefore = from
	}
	before := head.Live
	switch {
	case before.Message == message:
		from = before.From
	case before.Message != "" && before.Turn != shown.Turn:
		head.Old = append(head.Old, before)
	}
	head.Live = shown.Shows(message, from, pinged)
	head.Live.Channel = head.Channel
	head.Message, head.Announced = message, shown.Plies
}

// pingedBy returns the ids of the people whom a message notified when it was posted. One that nobody
// noted, as a crash or a failure came between, may have notified everybody. A call to a table does not
// say whom.
func pingedBy(head storage.Head, shown *Match, message string) []string {
	for _, b := range append(slices.Clone(head.Old), head.Live) {
		if b.Message == message && !b.Call {
			return b.Pinged
		}
	}
	var all []string
	for _, seat := range shown.People() {
		all = append(all, shown.Players[seat].ID)
	}
	return all
}

// Shows returns a message as the board that shows the match as it is now, from a ply on.
func (m *Match) Shows(message string, from int, pinged []string) storage.Board {
	return storage.Board{
		Channel: m.Channel, Message: message, From: from, To: m.Plies, Turn: m.Turn, Posted: m.Plies, Pinged: pinged,
	}
}

// PressedOn notes the id of the public message that somebody pressed where Parlour is a guest, as that
// of the table or of the board. It may be unknown until then: it was posted just now, or before a
// crash.
func (m *Match) PressedOn(message string) {
	switch {
	case !m.Guest:
	case m.Phase == storage.Open && !called(m.Head, message):
		m.Table, m.Message, m.Published.Post = message, message, max(m.Published.Post, 1)
	case m.Live.Message != "" && m.Live.Turn == m.Turn:
		m.Live.Message, m.Message = message, message
	}
}

// ShowsTable reports whether a message is the table of a match, or calls its opener there, and no board.
func (m *Match) ShowsTable(message string) bool {
	return m.Table == message || called(m.Head, message)
}

// called reports whether a message calls the opener of a match to the table.
func called(head storage.Head, message string) bool {
	return slices.ContainsFunc(head.Old, func(b storage.Board) bool { return b.Call && b.Message == message })
}

// WaitsOnlyFor reports whether a match where Parlour is a guest waits only for the person who has just
// pressed. Its board is changed in place then, as nobody has to be notified.
func (m *Match) WaitsOnlyFor(person string) bool {
	if !m.goesOn() {
		return false
	}
	owed := m.OwedBy()
	return len(owed) == 1 && owed[0] == person
}

// StepsOnBoard reports whether the steps of a seat's move may stand on the public board: those of
// the only person, and those of everybody where Parlour is a guest and nothing is hidden.
func (m *Match) StepsOnBoard(seat games.Seat) bool {
	only, alone := m.Soloist()
	return alone && seat == only || !alone && m.Guest && !m.Info.Hidden && seat != games.Spectator
}

// Unreachable reports whether a match could not be shown in its channel and is not tried again until
// something changes: a table that was never posted, or a game.
func Unreachable(head storage.Head, now time.Time) bool {
	if head.Phase == storage.Open {
		return Untabled(head, now)
	}
	return head.Phase == storage.Playing && head.Published != head.Desired && head.NextCheck.After(now.Add(Lease))
}

// claimed is longer than any claim of a table. One that begins at once is claimed for two leases when
// it is opened.
const claimed = 3 * Lease

// Untabled reports whether an open table was refused by its channel, so that nobody sees it.
func Untabled(head storage.Head, now time.Time) bool {
	return head.Phase == storage.Open && !head.Guest && head.Table == "" && head.NextCheck.After(now.Add(claimed))
}

// Unasked returns the first question of a match that its channel refused, so that nobody can answer it.
// ok is false if there is none.
func Unasked(head storage.Head, now time.Time) (unasked storage.Ask, ok bool) {
	if !head.NextCheck.IsZero() && !head.NextCheck.After(now.Add(Lease)) {
		return storage.Ask{}, false
	}
	i := slices.IndexFunc(head.Asks, func(a storage.Ask) bool {
		return a.Answer == "" && a.Message == "" && a.About != AboutRole
	})
	if i < 0 || head.Guest {
		return storage.Ask{}, false
	}
	return head.Asks[i], true
}

// Unseen reports whether a match, or a question of it, is seen by nobody because its channel refused it.
func Unseen(head storage.Head, now time.Time) bool {
	_, unasked := Unasked(head, now)
	return unasked || Unreachable(head, now)
}

// MoveTo moves a match to the channel of a place, out of one where nothing can be shown. No message of the match is
// in the new one, so none is searched for.
func (m *Match) MoveTo(to storage.Place) {
	m.Home, m.Above, m.Private = to.Home, to.Above, to.Private
	m.Channel, m.Thread, m.Message = m.Home, false, ""
	m.GuildLostAt, m.FailingSince = time.Time{}, time.Time{}
	if m.Phase != storage.Open { // a table is yet to be posted for the first time
		m.Named = m.Phase // no thread there has its name
		m.Repost()
	}
}

// lookAgain is how soon a channel in which nothing was found is looked at again. Another process over the
// store may have been refused there.
const lookAgain = time.Minute

// ChannelLooks remember the channels in which no match is [Unreachable], so that the hundred games of a
// channel are not read at each command there. They are safe for concurrent use, and the zero value is
// ready to use.
type ChannelLooks struct {
	mu       sync.Mutex
	refusals int                    // of publications, since the start
	clean    map[string]channelLook // by channel: the last look at which nothing was found
}

// A channelLook is a look at a channel in which nothing was found.
type channelLook struct {
	refusals int // that there had been before it
	at       time.Time
}

// Refused notes that a publication was refused, so that each channel is to be looked at again.
func (l *ChannelLooks) Refused() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refusals++
}

// Due reports whether a channel is to be looked at. The refusals are for [ChannelLooks.Clean].
func (l *ChannelLooks) Due(channel string, now time.Time) (refusals int, due bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	last, looked := l.clean[channel]
	return l.refusals, !looked || last.refusals < l.refusals || now.Sub(last.at).Abs() >= lookAgain
}

// Clean notes that a look at a channel has found nothing.
func (l *ChannelLooks) Clean(channel string, refusals int, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.clean == nil || len(l.clean) >= 1000 { // forgotten, they are looked at once more
		l.clean = map[string]channelLook{}
	}
	l.clean[channel] = channelLook{refusals, now}
}
