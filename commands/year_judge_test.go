package commands_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// The kinds of faults that the judge counts.
const (
	madeAlready  = "reminders of turns already made"
	twice        = "reminders sent twice"
	atNight      = "reminders and digests in quiet hours or to absent people"
	unreminded   = "clocks that expired without a reminder to a person who wanted one"
	neverChecked = "matches and people that are never checked again"
	early        = "clocks that expired too early"
	late         = "clocks that expired too late"
	missing      = "reminders that did not come"
	deserted     = "games that wait for a player who has left the server"
	unannounced  = "long outages that were not announced exactly once"
	openLong     = "tables open for longer than a week"
	digestTwice  = "second digests of a day"
	removedLong  = "games in a server without the bot, or whose players were not told of their end exactly once"
	wrongClock   = "clocks that do not follow the moves"
	wrongPause   = "pauses that are too long, of a strict game, ended without notice, or not over in time"
	paused       = "reminders in a pause, or in games where the clock stands as their player is away by themselves"
	wrongAway    = "absences by themselves that are unwanted, too long, too often, for no clock, unseen or not over with a move"
	unspared     = "clocks that expired though their players could be away by themselves"
	untold       = "absences by themselves of which a person was not told exactly once"
	wrongBank    = "banks that do not follow the moves, or exceed their cap"
	wrongOutage  = "outages that are noted wrongly"
	wrongTime    = "reminders with a wrong deadline"
	asleepLink   = "links into sleeping threads"
	badMessage   = "malformed messages"
	stuck        = "legal moves that are refused"
	panicked     = "panics"
	untidy       = "weeks after which a game had more than one board, or a board of the past was no line"
	ghost        = "messages deleted before the people whom they notified had acted"
	intruded     = "calls where the bot can only answer"
	behind       = "games among friends of which a press did not show how they stand"
	doubled      = "boards among friends that a press posted twice"
	misrated     = "ratings that are not what the rated games come to"
	unsettled    = "games that have ended and are looked at for more than a week, in which nothing is to be shown"
)

func faults() []string {
	return []string{
		madeAlready, twice, atNight, unreminded, neverChecked, early, late, missing, deserted, unannounced, openLong, digestTwice,
		removedLong, wrongClock, wrongBank, wrongPause, paused, wrongAway, unspared, untold, wrongOutage, wrongTime, asleepLink, badMessage, stuck, panicked, untidy, ghost, intruded, behind, doubled,
		unsettled, misrated,
	}
}

// things returns the events that must have happened in a year, so that finding no fault means
// something.
func things() []string {
	return []string{
		"moves", "reminders", "several at once", "digests", "answers in digests", "pings", "time-ups", "lapses", "claims", "grants", "absences",
		"seats taken", "outages", "outages announced", "crashes", "lost answers", "same nonce", "channels read", "gateway shut",
		"extensions", "tables expired", "games", "absent spans", "changes of settings", "lines", "boards deleted", "reminders deleted", "answers by press",
		"takebacks", "pauses", "pauses ended with notice", "pauses over", "strict games", "reminders of strict games to absent people", "moves into a bank", "moves into a full bank",
		"absences by themselves", "absences by themselves ended by a move", "absences by themselves told",
		"games among friends", "boards among friends", "boards among friends that could not be posted", "presses among friends", "games settled", "tables settled",
		"rated games", "rated games without a rating",
	}
}

// A judge sees everything that is written and sent, keeps its own account of it, and counts the
// faults.
type judge struct {
	*world.Judge
	zones
	y        *year
	matches  map[string]*played
	people   map[string]storage.Person // their settings
	changed  map[string]time.Time      // when they last changed them
	down     []storage.Span            // when people could not reach the service; the last may not have ended
	troubles []storage.Span            // when calls failed, and some time after
	outages  []storage.Span            // as the service noted them
	digests  map[string]daily          // the last digest, by person
	acted    map[string]string         // the last id given when a person last made a ply in a match, by the ids of both
	untold   map[string]time.Time      // since when a person is yet to be told that they are away by themselves
	ended    map[string]int            // by person: how many games ended with the removal of the bot, less the ends told
}

func newJudge(y *year) *judge {
	return &judge{
		Judge: world.NewJudge(y.Clock), zones: zones{}, y: y, matches: map[string]*played{},
		people: map[string]storage.Person{}, changed: map[string]time.Time{}, digests: map[string]daily{},
		ended: map[string]int{}, acted: map[string]string{}, untold: map[string]time.Time{},
	}
}

// A played match is a match in the account of the judge.
type played struct {
	game      games.Game
	head      storage.Head
	state     games.State
	log       []games.Ply
	seats     []owing
	most      int         // number of moves after which the players end it
	announced []time.Time // when outages were announced in its channel
	lastHeard time.Time   // when one was last announced that covers this match too
	unsettled time.Time   // since when it has ended and is not settled; zero if it is, or is live
}

// An owing is a seat and its clock.
type owing struct {
	since     time.Time // when it began to owe a move; zero while it owes none
	spent     time.Duration
	gained    int          // number of moves of the seat that stood when a move last added to its bank
	reminders []reminder   // sent for this turn
	extension storage.Span // extra time granted: the clock cannot expire before it is over
	called    time.Time    // when the clock expired
}

// stamp is how a time is said in a fault.
const stamp = "2 Jan 15:04:05"

// A reminder is one that was sent, with the share of the turn that it is for.
type reminder struct {
	at    time.Time
	share int
	most  int // the highest share that it may be for
}

func (r reminder) String() string {
	return fmt.Sprintf("%d %% at %s", r.share, r.at.UTC().Format(stamp))
}

func (m *played) seatOf(id string) int {
	return slices.IndexFunc(m.head.Players, func(p storage.Player) bool { return p.ID == id })
}

// name describes a seat of the match in a fault.
func (m *played) name(seat int) string {
	return fmt.Sprintf("%s %s, seat %d (%s), turn %v of %v and %v", m.head.Setup.Game, m.head.ID, seat, m.head.Players[seat].Name,
		m.seats[seat].since.UTC().Format("2 Jan 15:04:05.000"), m.head.TurnTime, m.head.TotalTime)
}

// opened sees a new table.
func (j *judge) opened(h storage.Head) {
	m := &played{head: h, most: 6 + j.y.chance.IntN(20)}
	for _, g := range all.Games() {
		if g.Info().Name == h.Setup.Game {
			m.game = g
		}
	}
	j.matches[h.ID] = m
	j.hasNextCheck(h)
	j.y.tableOpened(m)
}

// hasNextCheck checks that a live match has a next check.
func (j *judge) hasNextCheck(h storage.Head) {
	if h.Phase.Live() && h.NextCheck.IsZero() {
		j.Fault(neverChecked, "%s is %s and has no next check", h.ID, h.Phase)
	}
}

// wrote sees a match that is written.
func (j *judge) wrote(h storage.Head, entries []storage.Entry) {
	m := j.matches[h.ID]
	was := m.head
	m.head = h
	j.hasNextCheck(h)
	j.settles(m, was)
	if was.Phase == storage.Open {
		j.leftTable(m, h)
	}
	if was.Phase.Live() && h.Phase == storage.Over && h.Rated != nil {
		j.Happened(map[bool]string{true: "rated games", false: "rated games without a rating"}[h.Rated.Not == ""])
	}
	if was.Phase.Live() && h.Ended == "removed" {
		for _, p := range h.Players {
			j.ended[p.ID]++
		}
	}
	if was.Phase == storage.Playing {
		m.head.Players = was.Players // a turn is judged by the players who owed it, and seats change hands after the plies
	}
	for _, e := range entries {
		if seat := int(e.Seat); e.RequestID != "" && seat < len(h.Players) {
			j.acted[h.ID+" "+h.Players[seat].ID] = j.y.lastID()
			if e.RequestID == j.y.asking.ID && !e.Move.System() && h.Players[seat].ID == j.y.asking.By.ID {
				j.cameBack(h.Players[seat].ID)
			}
		}
		j.ply(m, was, e.Ply)
	}
	m.head.Players = h.Players
	j.asked(m, was)
	if m.state == nil {
		return
	}
	j.handed(m, was)
	j.answered(m, was)
	j.pauseChanges(m, was)
	for seat := range m.seats {
		p := &m.seats[seat]
		if h.Phase != storage.Playing && !p.since.IsZero() {
			j.turnEnds(m, seat, false)
		}
		if !h.Clocks[seat].Since.Equal(p.since) {
			j.Fault(wrongClock, "%s has been running since %v", m.name(seat), h.Clocks[seat].Since)
			p.since = h.Clocks[seat].Since
		}
		if c := h.Clocks[seat]; h.Phase == storage.Playing && h.TotalTime > 0 && (c.Spent-p.spent).Abs() > time.Second || h.Gain > 0 && h.TotalTime-c.Spent > h.Cap {
			j.Fault(wrongBank, "%s has spent %v, and %v by its moves", m.name(seat), c.Spent, p.spent)
			p.spent = c.Spent
		}
		if extension := h.Clocks[seat].Extension; extension != p.extension {
			p.extension = extension
			j.Happened("extensions")
		}
	}
}

// pauseChanges sees a pause that has begun, is to end earlier, or is over.
func (j *judge) pauseChanges(m *played, was storage.Head) {
	h, now := m.head, j.Now()
	if len(h.Pauses) == 0 {
		return
	}
	last, wrong := h.Pauses[len(h.Pauses)-1], false
	switch {
	case len(h.Pauses) > len(was.Pauses):
		j.Happened("pauses")
		agreed := slices.ContainsFunc(h.Asks, func(a storage.Ask) bool {
			return a.About == "pause" && a.Answer == "agreed" && a.Until.Equal(last.To) && len(a.Agreed) >= len(m.state.In())
		})
		wrong = !agreed || h.Strict || last.To.Sub(now) > 30*day+time.Hour || !last.From.Equal(now)
		for _, p := range h.Players {
			if j.y.chance.IntN(4) == 0 {
				j.y.within(last.To.Sub(now)/2, func() { j.y.press(j.y.citizen(p.ID), m, "unpause") })
			}
		}
	case last.To.Before(was.Pauses[len(was.Pauses)-1].To):
		j.Happened("pauses ended with notice")
		wrong = last.To.Sub(now) < day && len(m.state.In()) > 1
	case was.Paused && !h.Paused && h.Phase == storage.Playing:
		j.Happened("pauses over")
		wrong = now.Before(last.To) || now.Sub(last.To) > j.inTime(last.To, 2*time.Minute) || h.Desired.Post == was.Desired.Post
	}
	if wrong {
		j.Fault(wrongPause, "%s: %v, %v before", h.ID, h.Pauses, was.Pauses)
	}
}

// rates checks at the end of a year that the ratings in the store are what its rated games come to.
func (j *judge) rates(s storage.Movable) {
	_, wrong, err := match.RebuildRatings(context.Background(), s, false)
	j.y.wants(err)
	for _, what := range wrong {
		j.Fault(misrated, "%s", what)
	}
}

// settles sees a match that has ended, and perhaps is settled: see [storage.Head.Settled].
func (j *judge) settles(m *played, was storage.Head) {
	switch {
	case m.head.Settled() && !was.Settled():
		j.Happened(map[bool]string{true: "games settled", false: "tables settled"}[m.state != nil])
		m.unsettled = time.Time{}
	case m.head.Phase.Live():
		m.unsettled = time.Time{}
	case m.unsettled.IsZero() && !m.head.Settled():
		m.unsettled = j.y.Now()
	}
}

// leftTable sees a table that may have become a game, or expired.
func (j *judge) leftTable(m *played, h storage.Head) {
	switch h.Phase {
	case storage.Off:
		if h.Ended == "expired" {
			j.Happened("tables expired")
			j.openFor(m)
		}
	case storage.Playing:
		j.Happened("games")
		if h.Strict {
			j.Happened("strict games")
		}
		if h.Guest {
			j.Happened("games among friends")
		}
		var err error
		if m.state, err = m.game.Start(h.Setup); err != nil {
			j.Fault(badMessage, "%s cannot be started: %v", h.ID, err)
			return
		}
		m.seats = make([]owing, len(h.Players))
		j.turnsBegin(m)
	}
}

// openFor checks that a table is not open for longer than a week.
func (j *judge) openFor(m *played) {
	end := m.head.Created.Add(7 * day)
	if j.inTime(end, 2*time.Minute) < j.Now().Sub(end) {
		j.Once(openLong, m.head.ID, "%s was opened at %v", m.head.ID, m.head.Created)
	}
}

// turnsBegin starts the clocks of the seats that have come to owe a move.
func (j *judge) turnsBegin(m *played) {
	if m.head.Phase != storage.Playing {
		return
	}
	for _, s := range m.state.ToMove() {
		if p := &m.seats[s]; p.since.IsZero() {
			*p = owing{since: j.Now(), spent: p.spent, gained: p.gained}
			j.y.turnBegan(m, int(s))
		}
	}
}

// racing reports whether several seats may move and only the first move counts.
func racing(s games.State) bool {
	b, bids := s.(games.Bidder)
	return len(s.ToMove()) > 1 && !(bids && b.Bidding())
}

// ply sees a ply.
func (j *judge) ply(m *played, was storage.Head, p games.Ply) {
	before := m.state
	after, _, err := games.Replay(m.game, m.head.Setup, append(slices.Clone(m.log), p))
	if err != nil {
		j.Fault(badMessage, "%s: %v", m.head.ID, err)
		return
	}
	switch {
	case p.Move.BackBy() > 0:
		j.Happened("takebacks")
	case p.Move.System():
		j.systemPly(m, was, p)
	default:
		j.Happened("moves")
	}
	for seat := range m.seats {
		owes := slices.Contains(after.ToMove(), games.Seat(seat))
		if !m.seats[seat].since.IsZero() && (!owes || games.Seat(seat) == p.Seat) {
			j.turnEnds(m, seat, !racing(before))
		}
		if slices.Contains(before.In(), games.Seat(seat)) && !slices.Contains(after.In(), games.Seat(seat)) && m.head.Phase == storage.Playing {
			j.y.seatOut(m, seat)
		}
	}
	m.state, m.log = after, append(m.log, p)
	if !p.Move.System() && slices.Contains(before.ToMove(), p.Seat) && !racing(before) {
		j.fills(m, int(p.Seat))
	}
	j.turnsBegin(m)
}

// fills adds to the bank of a seat what it gets for a move, unless the move was taken back before.
func (j *judge) fills(m *played, seat int) {
	p, moves := &m.seats[seat], 0
	for _, i := range games.Standing(m.log) {
		if ply := m.log[i]; int(ply.Seat) == seat && !ply.Move.System() {
			moves++
		}
	}
	if m.head.Gain == 0 || moves <= p.gained {
		return
	}
	j.Happened("moves into a bank")
	left := max(m.head.TotalTime-p.spent, 0) + m.head.Gain
	if left >= m.head.Cap {
		left = m.head.Cap
		j.Happened("moves into a full bank")
	}
	p.spent, p.gained = m.head.TotalTime-left, moves
}

// turnEnds stops a clock.
func (j *judge) turnEnds(m *played, seat int, counts bool) {
	j.reminded(m, seat)
	j.waits(m, seat)
	p := &m.seats[seat]
	spent := p.spent
	if counts && m.head.TotalTime > 0 {
		spent += j.active(m, seat, p.since, j.Now())
	}
	*p = owing{spent: spent, gained: p.gained}
}

// systemPly sees a system move: a clock expired, a win was claimed or a player left.
func (j *judge) systemPly(m *played, was storage.Head, p games.Ply) {
	seat := int(p.Seat)
	up := was.Clocks[seat].ExpiredAt
	c := j.y.player(m, seat)
	switch {
	case j.y.doing == "claim":
		j.Happened("claims")
		if up.IsZero() {
			j.Fault(early, "%s: a win was claimed before the clock expired", m.name(seat))
		}
	case j.y.doing != "" || p.Move == games.Draw || p.Move == games.Return:
	case p.Move == games.Lapse && !up.IsZero():
		j.Happened("lapses")
		if j.Now().Before(j.answer(up)) {
			j.Fault(early, "%s: nobody could answer for a week from %v", m.name(seat), up)
		}
	case !c.left.IsZero() && (p.Move == games.Absent || p.Move == games.Lapse && !slices.Contains(m.state.In(), p.Seat)): // a player who is out may owe a card
		j.Happened("absences")
	default:
		j.Happened("lapses")
		j.called(m, seat)
	}
}

// answered sees clocks that expired for players who would lose, and clocks that got more time.
func (j *judge) answered(m *played, was storage.Head) {
	for seat, c := range m.head.Clocks {
		if seat >= len(was.Clocks) || m.head.Phase != storage.Playing {
			continue
		}
		up := was.Clocks[seat].ExpiredAt
		switch {
		case up.IsZero() && !c.ExpiredAt.IsZero():
			j.called(m, seat)
		case j.y.doing == "grant" && !up.IsZero() && c.ExpiredAt.IsZero():
			j.Happened("grants")
			j.waits(m, seat)
			j.anew(m, seat, j.absent(m, seat))
			j.y.turnBegan(m, seat)
		}
	}
}

// anew has a seat begin its turn again with time for a whole turn. The person given has used up
// the time so far.
func (j *judge) anew(m *played, seat int, by storage.Person) {
	p, whole := &m.seats[seat], m.head.TurnTime
	if whole == 0 {
		whole = max(m.head.TotalTime/4, time.Minute)
	}
	spent := p.spent
	if m.head.TotalTime > 0 {
		if !racing(m.state) {
			spent += j.ran(m, by, p.since, j.Now())
		}
		spent = min(spent, m.head.TotalTime-whole)
	}
	*p = owing{spent: spent, gained: p.gained, since: j.Now()}
}

// handed sees seats that were offered or taken.
func (j *judge) handed(m *played, was storage.Head) {
	for _, seat := range m.head.Offered {
		if !slices.Contains(was.Offered, seat) {
			j.y.seatOffered(m, seat)
		}
	}
	for seat, p := range m.head.Players {
		if was.Phase != storage.Playing || p.ID == was.Players[seat].ID {
			continue
		}
		j.Happened("seats taken")
		if now := &m.seats[seat]; !now.since.IsZero() {
			by := j.people[was.Players[seat].ID]
			j.anew(m, seat, absentIn(m.head, by))
			j.y.turnBegan(m, seat)
		}
	}
}

// set sees the settings of a person.
func (j *judge) set(p storage.Person) {
	was := j.people[p.ID]
	j.autoAway(was, p)
	j.people[p.ID] = p
	if p.NoDirect { // nobody is told without direct messages
		j.ended[p.ID] = 0
		delete(j.untold, p.ID)
	}
	if was.Zone == p.Zone && reflect.DeepEqual(was.Quiet, p.Quiet) && reflect.DeepEqual(was.Remind, p.Remind) &&
		reflect.DeepEqual(was.Digest, p.Digest) && reflect.DeepEqual(was.Away, p.Away) && was.NoDirect == p.NoDirect {
		return
	}
	j.Happened("changes of settings")
	if len(p.Away) > len(was.Away) {
		j.Happened("absent spans")
	}
	j.changed[p.ID] = j.Now()
}

// answered changes the message that was pressed, as a public reply does, unless that fails.
func (y *year) answered(r commands.Request, reply commands.Reply) {
	y.judge.Happened("answers by press")
	p := y.ByID(r.Message)
	if reply.Shows == nil || p == nil {
		y.judge.Fault(badMessage, "a public reply to a press on %q", r.Message)
		return
	}
	if y.chance.IntN(10) == 0 {
		_ = y.service.Publish(y.t.Context(), *reply.Shows)
		return
	}
	p.Change(reply.Message)
	shows := *reply.Shows
	shows.Delivered = true
	_ = y.service.Publish(y.t.Context(), shows)
}

// asked sees the questions that a match has come to put, and plans answers.
func (j *judge) asked(m *played, was storage.Head) {
	for _, a := range m.head.Asks {
		before := slices.IndexFunc(was.Asks, func(b storage.Ask) bool { return b.Number == a.Number })
		if a.Message == "" || before >= 0 && was.Asks[before].Message != "" {
			continue
		}
		for _, p := range m.head.Players {
			if p.ID != a.By && (a.About == "pause" || j.y.chance.IntN(2) == 0) {
				verb := world.OneOf(j.y.chance, "yes", "no")
				j.y.within(10*time.Minute, func() { j.y.reply(j.y.citizen(p.ID), m, a, verb) })
			}
		}
	}
}

// reply has a person press a button of a question.
func (y *year) reply(c *citizen, m *played, a storage.Ask, verb string) {
	button := strings.Join([]string{"1", m.head.ID, strconv.Itoa(a.Turn), verb, strconv.Itoa(a.Number)}, ":")
	y.ask(c, verb, commands.Request{Button: button, Message: a.Message, Guild: m.head.Guild, Channel: a.Channel})
}

// deleted sees that a message is deleted. The people whom it notified must have acted since.
func (j *judge) deleted(p *world.Post) {
	people := p.Versions[0].Pings
	if person, direct := strings.CutPrefix(p.Channel, world.DM); direct {
		people = []string{person}
		if len(p.Newest().Rows) == 0 {
			j.Happened("reminders deleted")
		}
	} else {
		j.Happened("boards deleted")
	}
	of := j.matchesOf(p)
	for _, person := range people {
		for _, id := range of {
			if j.acted[id+" "+person] < p.ID && !j.heard(id, p) {
				j.Fault(ghost, "%s notified %s of %s: %q", p.ID, j.y.citizen(person).name, id, p.Newest().Content)
			}
		}
	}
}

// heard reports whether a message calls the opener of a table who has started or closed it since.
func (j *judge) heard(id string, p *world.Post) bool {
	all := p.Newest().Controls()
	call := len(all) == 1 && strings.HasSuffix(all[0].ID, ":start")
	return call && (j.matches[id].head.Starts || j.matches[id].head.Ended == "cancelled")
}

// matchesOf returns the ids of the matches that a message is about: a reminder says it by its links.
func (j *judge) matchesOf(p *world.Post) []string {
	var ids []string
	for _, line := range strings.Split(p.Newest().Content, "\n") {
		if m := j.linked(line); m != nil {
			ids = append(ids, m.head.ID)
		}
	}
	if id, _, _ := strings.Cut(p.Nonce, "-"); len(ids) == 0 && j.matches[id] != nil {
		ids = append(ids, id)
	}
	return ids
}

// week checks at the end of a week that each game that is wholly shown has one board with buttons,
// and that each board of the past is a line or was deleted.
func (j *judge) week() {
	y := j.y
	if !y.working() || j.troubled(y.Now().Add(-time.Hour), y.Now()) || y.Now().Sub(y.failed) < 10*time.Minute {
		return
	}
	boards, lines := map[string][]*world.Post{}, map[string]int{}
	for _, p := range y.Posts {
		match, number, _ := strings.Cut(p.Nonce, "-")
		m := j.matches[match]
		if m == nil || m.head.Guest || p.Gone || p.ID == m.head.Table || y.removed[m.head.Guild] {
			continue
		}
		switch _, err := strconv.Atoi(number); {
		case err != nil: // a question, or an outage
		case len(p.Newest().Rows) > 0 || p.Newest().Picture != nil:
			boards[match] = append(boards[match], p)
		default:
			lines[match]++
		}
	}
	for _, id := range sorted(j.matches) {
		h := j.matches[id].head
		if since := j.matches[id].unsettled; !since.IsZero() && y.Now().Sub(since) > 8*24*time.Hour {
			j.Once(unsettled, id, "%s ended (%s, %q) and was not settled since %s: next check %v", id, h.Phase, h.Ended, since.UTC().Format(stamp), h.NextCheck)
		}
		if h.Phase != storage.Playing && h.Phase != storage.Over || h.Guest || y.removed[h.Guild] || h.Published != h.Desired || !h.FailingSince.IsZero() {
			continue
		}
		j.Count["lines"] += lines[id]
		if len(boards[id]) != 1 || boards[id][0].ID != h.Live.Message {
			var all []string
			for _, p := range boards[id] {
				all = append(all, p.ID+" of "+p.At.UTC().Format(stamp))
			}
			j.Once(untidy, id, "%s in %s has the boards %v, live is %s, old are %v", id, h.Channel, all, h.Live.Message, h.Old)
		}
	}
}
