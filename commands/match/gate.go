package match

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"parlour/games"
	"parlour/storage"
)

// Caps bound what one person may have going at once, so that nobody spoils Parlour for others.
// They stop only people who enter a match, never a match that goes on. Each is a number of live matches, without games
// of one person that have waited for a week; 0 is no bound. The tags make each a flag and a variable of the environment,
// with the value where neither is given.
type Caps struct {
	Games      int `env:"PARLOUR_MAX_GAMES" default:"50" help:"The most games and open tables of one person at once, 0 for no limit."`
	Parlour    int `env:"PARLOUR_MAX_PARLOUR" default:"10" help:"The most of these with Parlour, 0 for no limit."`
	Tables     int `env:"PARLOUR_MAX_TABLES" default:"10" help:"The most tables that one person has open for anybody, 0 for no limit."`
	Pair       int `env:"PARLOUR_MAX_PAIR" default:"3" help:"The most challenges from one person to one other that wait for an answer, 0 for no limit."`
	Challenges int `env:"PARLOUR_MAX_CHALLENGES" default:"20" help:"The most challenges to one person that wait for an answer, 0 for no limit."`
}

// Locks are locks by name. The zero value is ready to use.
type Locks struct {
	mu     sync.Mutex
	byName map[string]*lock
}

// A lock is there while somebody holds it or waits for it.
type lock struct {
	users int
	held  chan struct{} // has one while somebody holds it
}

// Lock holds the locks of some names until unlock is called.
func (l *Locks) Lock(names ...string) (unlock func()) {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	for _, name := range names {
		l.join(name).held <- struct{}{}
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, name := range names {
			one := l.byName[name]
			<-one.held
			if one.users--; one.users == 0 {
				delete(l.byName, name)
			}
		}
	}
}

// join returns a lock, with one user more.
func (l *Locks) join(name string) *lock {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byName == nil {
		l.byName = map[string]*lock{}
	}
	if l.byName[name] == nil {
		l.byName[name] = &lock{held: make(chan struct{}, 1)}
	}
	one := l.byName[name]
	one.users++
	return one
}

// OpenTable stores a table, or returns the one that the same command has opened already. It refuses a
// table above a cap of its opener or of the person who is challenged. If the game begins at once, the
// table counts as a game.
func (e *Env) OpenTable(ctx context.Context, wanted *Match, atOnce bool) (*Match, error) {
	opener := wanted.Players[0].ID
	people := []string{opener}
	if wanted.Invited != nil {
		people = append(people, wanted.Invited.ID)
	}
	asked := wanted.Waiting()
	people = append(people, invitedTo(wanted.Head)...)
	defer e.People.Lock(people...)()
	own, err := e.Store.OfPlayer(ctx, opener, true, storage.All)
	if err != nil {
		return nil, err
	}
	if !atOnce {
		if err := e.planCall(ctx, wanted); err != nil {
			return nil, err
		}
	}
	if i := slices.IndexFunc(own, func(head storage.Head) bool { return SameTable(head, wanted.Head) }); i >= 0 {
		return e.Load(ctx, own[i].ID)
	}
	counted := wanted.Head
	if atOnce {
		counted.Phase = storage.Playing
	}
	if err := e.mayEnter(own, opener, storage.Head{}, counted); err != nil {
		return nil, err
	}
	if err := e.mayChallenge(ctx, own, wanted.Head); err != nil {
		return nil, err
	}
	before := wanted.Head
	before.Invitations = nil
	if err := e.MayInvite(ctx, own, before, asked); err != nil {
		return nil, err
	}
	created, err := e.Store.Create(ctx, wanted.Head)
	if errors.Is(err, storage.ErrExists) {
		return e.Load(ctx, wanted.ID)
	}
	if wanted.Head = created; err == nil {
		err = e.NoteInvites(ctx, opener, len(asked))
	}
	return wanted, err
}

// What one person may ask of others by invitations.
const (
	mostInvites = 5
	invitesIn   = time.Hour
)

// MayInvite returns a refusal if the opener of a table may not ask some people to it. The opener's live matches are
// given. An invitation is a challenge, and all refusals of a person read alike, so nobody learns why.
func (e *Env) MayInvite(ctx context.Context, own []storage.Head, table storage.Head, people []storage.Invitation) error {
	if len(people) == 0 {
		return nil
	}
	opener, err := e.Person(ctx, table.Players[0].ID)
	if err != nil {
		return err
	}
	if len(e.lately(opener))+len(people) > mostInvites {
		return games.Refuse("refuse.invite.often", "Count", mostInvites)
	}
	for _, p := range people {
		may, err := e.Invitable(ctx, own, table, []storage.Player{p.Player})
		if err == nil && may == nil {
			err = RefuseToAsk(p.Name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Invitable returns those of some people whom the opener of a table may ask to it.
func (e *Env) Invitable(ctx context.Context, own []storage.Head, table storage.Head, people []storage.Player) (may []storage.Player, err error) {
	for _, p := range people {
		err := e.mayAskTo(ctx, own, table, p)
		var refusal *games.Refusal
		switch {
		case errors.As(err, &refusal):
		case err != nil:
			return nil, err
		default:
			may = append(may, p)
		}
	}
	return may, nil
}

// RefusedToAsk is the key of [RefuseToAsk].
const RefusedToAsk = "refuse.invite"

// RefuseToAsk is the refusal of an invitation of people, for whatever reason.
func RefuseToAsk(names ...string) error { return games.Refuse(RefusedToAsk, "Name", names) }

// mayAskTo returns a refusal if a person cannot be asked to a table, or was asked before.
func (e *Env) mayAskTo(ctx context.Context, own []storage.Head, table storage.Head, p storage.Player) error {
	if sits(table, p.ID) || Asked(table, p.ID) {
		return games.Refuse("refuse.seated")
	}
	joined := table
	joined.Players = append(slices.Clone(table.Players), p)
	return cmp.Or(e.mayComeTo(ctx, p.ID, table, joined), e.mayAsk(ctx, own, table, p))
}

// lately returns when a person asked somebody to a table, of late.
func (e *Env) lately(p storage.Person) []time.Time {
	return Without(p.Invites, func(at time.Time) bool { return e.Now().Sub(at) >= invitesIn })
}

// NoteInvites notes that a person has asked some people to a table.
func (e *Env) NoteInvites(ctx context.Context, person string, people int) error {
	if people == 0 {
		return nil
	}
	return e.SetPerson(ctx, person, func(p *storage.Person) {
		p.Invites = append(e.lately(*p), slices.Repeat([]time.Time{e.Now()}, people)...)
	})
}

// OpenTables returns the tables of a server that wait for people and are posted, the newest first. It looks at the
// newest [MostListed].
func (e *Env) OpenTables(ctx context.Context, guild string) ([]storage.Head, error) {
	all, err := e.Store.OfChannel(ctx, storage.Tables(guild), true, storage.Newest(MostListed))
	return Without(e.Offered(all), func(head storage.Head) bool {
		return head.Table == "" || Free(head, e.games[head.Setup.Game].Info()) <= 0
	}), err
}

// MayJoin reports whether a person, whose live matches are given, may sit down at a table: nobody there has blocked
// them or is blocked by them, and they are below the caps.
func (e *Env) MayJoin(ctx context.Context, own []storage.Head, table storage.Head, person string) (bool, error) {
	joined := table
	joined.Players = append(slices.Clone(table.Players), storage.Player{ID: person})
	err := e.mayComeTo(ctx, person, table, joined)
	if err == nil {
		err = e.mayEnter(own, person, table, joined)
	}
	var refusal *games.Refusal
	if errors.As(err, &refusal) {
		return false, nil
	}
	return err == nil, err
}

// Admit takes a decision about a match, and refuses it if it has brought a person into the match,
// or Parlour into a match of theirs, above a cap.
func (e *Env) Admit(ctx context.Context, m *Match, person string,
	decide func() ([]games.Ply, error)) ([]games.Ply, error) {
	before := m.Head
	made, err := decide()
	if err != nil {
		return nil, err
	}
	if err := e.mayComeTo(ctx, person, before, m.Head); err != nil {
		return nil, err
	}
	return made, e.mayHave(ctx, person, before, m.Head)
}

// mayHave returns a refusal if a decision has brought a person above a cap: into a match, or Parlour
// into theirs.
func (e *Env) mayHave(ctx context.Context, person string, before, after storage.Head) error {
	if !after.Phase.Live() || !sits(after, person) ||
		sits(before, person) && withParlour(before) == withParlour(after) {
		return nil
	}
	own, err := e.Store.OfPlayer(ctx, person, true, storage.All)
	if err != nil {
		return err
	}
	return e.mayEnter(own, person, before, after)
}

// MayPlayAgain returns a refusal if the rematch that a person asks for would be above a cap of theirs or,
// once all agree to it, of another player, or if another takes no challenges from them.
func (e *Env) MayPlayAgain(ctx context.Context, m *Match, person string) error {
	if err := e.mayAskAgain(ctx, m, person); err != nil {
		return err
	}
	next := storage.Head{ID: IDOf(m.RequestID), Lobby: storage.Lobby{Phase: storage.Playing, Players: m.Players, Two: min(m.Two, 1)}}
	if err := e.mayHave(ctx, person, storage.Head{}, next); err != nil || m.Next == "" {
		return err
	}
	for _, seat := range m.People() {
		p := m.Players[seat]
		err := e.mayHave(ctx, p.ID, storage.Head{}, next)
		var refusal *games.Refusal
		if errors.As(err, &refusal) {
			return games.Refuse("refuse.cap.other", "Name", p.Name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// mayEnter returns a refusal if a person who enters a match has as many others as a cap allows.
func (e *Env) mayEnter(own []storage.Head, person string, before, after storage.Head) error {
	counts := func(h storage.Head) bool {
		return h.ID != after.ID && sits(h, person) && !waitsFor(h, e.Now(), uncounted)
	}
	others := func(is func(storage.Head) bool) int {
		return count(own, func(h storage.Head) bool { return counts(h) && is(h) })
	}
	// second games of matches of two that are to begin
	second := count(own, func(h storage.Head) bool { return counts(h) && h.Phase == storage.Open && h.Two > 0 })
	if after.Two > 0 && before.Phase != storage.Playing {
		second++
	}
	opens := func(h storage.Head) bool {
		return h.Phase == storage.Open && h.Invited == nil && !withParlour(h) && h.Players[0].ID == person
	}
	switch enters := !sits(before, person); {
	case enters && above(e.Caps.Games, others(func(storage.Head) bool { return true })+second):
		return games.Refuse("refuse.cap.games", "Count", e.Caps.Games)
	case withParlour(after) && above(e.Caps.Parlour, others(withParlour)):
		return games.Refuse("refuse.cap.parlour", "Count", e.Caps.Parlour)
	case enters && opens(after) && above(e.Caps.Tables, others(opens)):
		return games.Refuse("refuse.cap.tables", "Count", e.Caps.Tables)
	}
	return nil
}

// mayChallenge returns a refusal if the person who is challenged does not take it, or if it is one too
// many for them, from its opener or from everybody. The opener's live matches are given.
func (e *Env) mayChallenge(ctx context.Context, own []storage.Head, wanted storage.Head) error {
	if wanted.Invited == nil {
		return nil
	}
	return e.mayAsk(ctx, own, wanted, *wanted.Invited)
}

// mayAsk is [Env.mayChallenge] of any person, by the opener of a table.
func (e *Env) mayAsk(ctx context.Context, own []storage.Head, wanted storage.Head, other storage.Player) error {
	opener := wanted.Players[0].ID
	if err := e.mayReach(ctx, opener, other, wanted.Guild); err != nil {
		return err
	}
	waits := func(h storage.Head) bool {
		return h.ID != wanted.ID && h.Phase == storage.Open && h.Awaits(other.ID)
	}
	mine := func(h storage.Head) bool { return waits(h) && h.Players[0].ID == opener }
	if above(e.Caps.Pair, count(own, mine)) {
		return games.Refuse("refuse.cap.pair", "Name", other.Name, "Count", e.Caps.Pair)
	}
	theirs, err := e.Store.OfPlayer(ctx, other.ID, true, storage.All)
	if err == nil && above(e.Caps.Challenges, count(theirs, waits)) {
		return games.Refuse("refuse.cap.challenges", "Name", other.Name)
	}
	return err
}

// above reports whether one more would be above a cap.
func above(most, have int) bool { return most > 0 && have >= most }

// count counts the matches of a kind.
func count(all []storage.Head, is func(storage.Head) bool) (n int) {
	for _, h := range all {
		if is(h) {
			n++
		}
	}
	return n
}

// sits reports whether a person has a seat in a match.
func sits(h storage.Head, person string) bool { return SeatIn(h, person) != games.Spectator }

// withParlour reports whether an opponent plays in a match.
func withParlour(h storage.Head) bool { return len(levelsAt(h)) > 0 }

// Serves returns a refusal if whoever runs Parlour has it not serve a person, or a server. Without a server, "", it fails in
// no other way.
func (e *Env) Serves(ctx context.Context, p storage.Person, guild string) error {
	if !p.Unserved.IsZero() {
		return games.Refuse("refuse.unserved")
	}
	if guild == "" {
		return nil
	}
	s, err := storage.Servers.Get(ctx, e.Store, guild)
	switch {
	case errors.Is(err, storage.ErrDamaged): // which keeps no game from going on
		return nil
	case err == nil && !s.Unserved.IsZero():
		return games.Refuse("refuse.unserved.server")
	}
	return err
}

// Served returns those of some people, by their ids, whom Parlour serves.
func (e *Env) Served(ctx context.Context, people []string) ([]string, error) {
	not, err := storage.People.GetAll(ctx, e.Store, people, "unserved")
	if errors.Is(err, storage.ErrDamaged) {
		return people, nil
	}
	return Without(people, func(id string) bool { p, ok := not[id]; return ok && e.Serves(ctx, p, "") != nil }), err
}

// mayReach returns a refusal unless a person can challenge another in a server. The refusal is the same
// for a block as for a person who takes no challenges or is not served, so nobody learns that they are blocked.
func (e *Env) mayReach(ctx context.Context, by string, other storage.Player, guild string) error {
	asker, asked, err := e.twoPeople(ctx, by, other.ID)
	if err != nil {
		return err
	}
	taken := true
	switch {
	case asker.Blocks(other.ID):
		return games.Refuse("refuse.blocked", "Name", other.Name)
	case e.Serves(ctx, asked, "") != nil, asked.Blocks(by), asked.Challenges == storage.FromNobody:
		taken = false
	case asked.Challenges == storage.FromKnown:
		taken, err = e.havePlayed(ctx, by, other.ID, guild)
	}
	if err == nil && !taken {
		err = games.Refuse("refuse.challenges", "Name", other.Name)
	}
	return err
}

// mayAskAgain returns a refusal for a person who asks for a rematch, or agrees to one, if another player
// has blocked them or is not served. It also does so if a player whose answer is still open takes no challenges.
func (e *Env) mayAskAgain(ctx context.Context, m *Match, by string) error {
	waits := m.AskedAbout(AboutRematch)
	for _, seat := range m.People() {
		other := m.Players[seat]
		if other.ID == by {
			continue
		}
		asker, asked, err := e.twoPeople(ctx, by, other.ID)
		if err != nil {
			return err
		}
		waited := slices.Contains(waits, seat)
		switch {
		case waited && asker.Blocks(other.ID):
			return games.Refuse("refuse.blocked", "Name", other.Name)
		case e.Serves(ctx, asked, "") != nil, asked.Blocks(by), waited && asked.Challenges == storage.FromNobody:
			return games.Refuse("refuse.challenges", "Name", other.Name)
		}
	}
	return nil
}

// mayComeTo returns a refusal if a decision seats a person beside somebody who has blocked them, or whom they have
// blocked. It is the same for both, so nobody learns who has blocked whom.
func (e *Env) mayComeTo(ctx context.Context, person string, before, after storage.Head) error {
	if sits(before, person) || !sits(after, person) {
		return nil
	}
	for _, p := range after.Players {
		if p.Level != "" || p.ID == person {
			continue
		}
		self, other, err := e.twoPeople(ctx, person, p.ID)
		if err != nil {
			return err
		}
		if self.Blocks(p.ID) || other.Blocks(person) {
			return games.Refuse("refuse.blocked.table")
		}
	}
	return nil
}

// havePlayed reports whether two people have begun a game together in a server or, for no server, in direct messages,
// of late: among the newest of either of them.
func (e *Env) havePlayed(ctx context.Context, a, b, guild string) (bool, error) {
	together := func(h storage.Head) bool { return h.Guild == guild && h.Setup.Rules > 0 && sits(h, a) && sits(h, b) }
	for _, person := range []string{a, b} {
		for _, live := range []bool{true, false} {
			part, err := e.NewestOf(ctx, person, live)
			if err != nil || slices.ContainsFunc(part, together) {
				return err == nil, err
			}
		}
	}
	return false, nil
}

// twoPeople returns what two people have set.
func (e *Env) twoPeople(ctx context.Context, a, b string) (storage.Person, storage.Person, error) {
	first, err := e.Person(ctx, a)
	if err != nil {
		return storage.Person{}, storage.Person{}, err
	}
	second, err := e.Person(ctx, b)
	return first, second, err
}
