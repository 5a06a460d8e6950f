package lobby

import (
	"context"
	"errors"
	"hash/maphash"
	"slices"
	"sync"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// Caps bound what one person may have going at once, so that nobody spoils Parlour for others.
// Each is a number of live matches; 0 is no bound. The tags make each a flag and a variable of the
// environment, with the value where neither is given.
type Caps struct {
	Games      int `env:"PARLOUR_MAX_GAMES" default:"50" help:"The most games and open tables of one person at once, 0 for no limit."`
	Parlour    int `env:"PARLOUR_MAX_PARLOUR" default:"10" help:"The most of these with Parlour, 0 for no limit."`
	Tables     int `env:"PARLOUR_MAX_TABLES" default:"10" help:"The most tables that one person has open for anybody, 0 for no limit."`
	Pair       int `env:"PARLOUR_MAX_PAIR" default:"3" help:"The most challenges from one person to one other that wait for an answer, 0 for no limit."`
	Challenges int `env:"PARLOUR_MAX_CHALLENGES" default:"20" help:"The most challenges to one person that wait for an answer, 0 for no limit."`
}

// A Gate lets people into matches up to its [Caps]. It stops only people who enter a match, never a
// match that goes on. It is safe for concurrent use. Make one with [NewGate].
type Gate struct {
	Caps
	store storage.Store

	seed  maphash.Seed
	locks [64]sync.Mutex // by a hash of a person's id
}

// NewGate returns a Gate to the matches of a store.
func NewGate(store storage.Store, caps Caps) *Gate {
	return &Gate{Caps: caps, store: store, seed: maphash.MakeSeed()}
}

// Lock keeps other requests from counting the matches of people until unlock is called: two at
// once would both count what was there before.
func (g *Gate) Lock(people ...string) (unlock func()) {
	var all []int
	for _, id := range people {
		all = append(all, int(maphash.String(g.seed, id)%uint64(len(g.locks))))
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for _, i := range all {
		g.locks[i].Lock()
	}
	return func() {
		for _, i := range all {
			g.locks[i].Unlock()
		}
	}
}

// Open stores a table, or returns the one that the same command has opened already. It refuses a
// table above a cap of its opener or of the person who is challenged. If the game begins at once, the
// table counts as a game.
func (g *Gate) Open(ctx context.Context, e *match.Env, wanted *match.Match, atOnce bool) (*match.Match, error) {
	opener := wanted.Players[0].ID
	people := []string{opener}
	if wanted.Invited != nil {
		people = append(people, wanted.Invited.ID)
	}
	defer g.Lock(people...)()
	own, err := g.store.OfPlayer(ctx, opener, true, storage.All)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(own, func(head storage.Head) bool { return SameTable(head, wanted.Head) }); i >= 0 {
		return e.Load(ctx, own[i].ID)
	}
	counted := wanted.Head
	if atOnce {
		counted.Phase = storage.Playing
	}
	if err := g.mayEnter(own, opener, storage.Head{}, counted); err != nil {
		return nil, err
	}
	if err := g.mayChallenge(ctx, own, wanted.Head); err != nil {
		return nil, err
	}
	created, err := g.store.Create(ctx, wanted.Head)
	if errors.Is(err, storage.ErrExists) {
		return e.Load(ctx, wanted.ID)
	}
	wanted.Head = created
	return wanted, err
}

// Decide takes a decision about a match, and refuses it if it has brought a person into the match,
// or Parlour into a match of theirs, above a cap.
func (g *Gate) Decide(ctx context.Context, m *match.Match, person string,
	decide func() ([]games.Ply, error)) ([]games.Ply, error) {
	before := m.Head
	made, err := decide()
	if err != nil {
		return nil, err
	}
	if err := g.mayComeTo(ctx, person, before, m.Head); err != nil {
		return nil, err
	}
	return made, g.check(ctx, person, before, m.Head)
}

// check returns a refusal if a decision has brought a person above a cap: into a match, or Parlour
// into theirs.
func (g *Gate) check(ctx context.Context, person string, before, after storage.Head) error {
	if !after.Phase.Live() || !sits(after, person) ||
		sits(before, person) && withParlour(before) == withParlour(after) {
		return nil
	}
	own, err := g.store.OfPlayer(ctx, person, true, storage.All)
	if err != nil {
		return err
	}
	return g.mayEnter(own, person, before, after)
}

// CheckAgain returns a refusal if the rematch that a person asks for would be above a cap of theirs or,
// once all agree to it, of another player, or if another takes no challenges from them.
func (g *Gate) CheckAgain(ctx context.Context, m *match.Match, person string) error {
	if err := g.mayAskAgain(ctx, m, person); err != nil {
		return err
	}
	next := storage.Head{ID: match.IDOf(m.RequestID), Lobby: storage.Lobby{Phase: storage.Playing, Players: m.Players}}
	if err := g.check(ctx, person, storage.Head{}, next); err != nil || m.Next == "" {
		return err
	}
	for _, seat := range m.People() {
		p := m.Players[seat]
		err := g.check(ctx, p.ID, storage.Head{}, next)
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
func (g *Gate) mayEnter(own []storage.Head, person string, before, after storage.Head) error {
	others := func(is func(storage.Head) bool) int {
		return count(own, func(h storage.Head) bool { return h.ID != after.ID && sits(h, person) && is(h) })
	}
	opens := func(h storage.Head) bool {
		return h.Phase == storage.Open && h.Invited == nil && !withParlour(h) && h.Players[0].ID == person
	}
	switch enters := !sits(before, person); {
	case enters && above(g.Games, others(func(storage.Head) bool { return true })):
		return games.Refuse("refuse.cap.games", "Count", g.Games)
	case withParlour(after) && above(g.Parlour, others(withParlour)):
		return games.Refuse("refuse.cap.parlour", "Count", g.Parlour)
	case enters && opens(after) && above(g.Tables, others(opens)):
		return games.Refuse("refuse.cap.tables", "Count", g.Tables)
	}
	return nil
}

// mayChallenge returns a refusal if the person who is challenged does not take it, or if it is one too
// many for them, from its opener or from everybody. The opener's live matches are given.
func (g *Gate) mayChallenge(ctx context.Context, own []storage.Head, wanted storage.Head) error {
	if wanted.Invited == nil {
		return nil
	}
	opener, other := wanted.Players[0].ID, *wanted.Invited
	if err := g.mayReach(ctx, opener, other, wanted.Guild); err != nil {
		return err
	}
	waits := func(h storage.Head) bool {
		return h.ID != wanted.ID && h.Phase == storage.Open && challengedAt(h) == other.ID
	}
	mine := func(h storage.Head) bool { return waits(h) && h.Players[0].ID == opener }
	if above(g.Pair, count(own, mine)) {
		return games.Refuse("refuse.cap.pair", "Name", other.Name, "Count", g.Pair)
	}
	theirs, err := g.store.OfPlayer(ctx, other.ID, true, storage.All)
	if err == nil && above(g.Challenges, count(theirs, waits)) {
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
func sits(h storage.Head, person string) bool { return match.SeatIn(h, person) != games.Spectator }

// withParlour reports whether an opponent plays in a match.
func withParlour(h storage.Head) bool { return len(levelsAt(h)) > 0 }
