package match

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"parlour/games"
	"parlour/storage"
	"parlour/storage/fleet"
)

// Lease is how long a claimed check of a match or a person may take before it is due again.
const Lease = 30 * time.Second

// MaxTries bounds how often a decision is taken again after lost races.
const MaxTries = 20

// ErrNotOffered is the error of a match whose game is left out. The match waits until the
// game is offered again.
var ErrNotOffered = errors.New("the game of this match is not offered")

// ErrStale is returned by a decision that has nothing to decide any more, such as a click
// on a button of an earlier turn.
var ErrStale = errors.New("the turn of this button is over")

// A Decision changes the head of a match and returns the plies to append, or an error.
type Decision func(*Match) ([]games.Ply, error)

// An Env reads and writes the matches of a store. It is safe for concurrent use. Make one
// with [NewEnv].
type Env struct {
	Store storage.Store
	Now   func() time.Time
	// Confirmed reports whether Now is surely right; nil for always
	Confirmed func() bool
	Random    io.Reader     // for secrets, salts and seats
	Shards    *ShardSet     // of this process; [NewEnv] sets one that is always reached
	Fleet     *fleet.Member // this process among those over the store; nil for one that is alone
	Caps      Caps          // of each person; no bounds where they are zero

	// OpponentName names an opponent, in a language, by its level and its number at the table.
	OpponentName func(lang string, level games.Level, number int) string

	// People keeps other requests from counting the matches of a person, who is named by their id: two at once
	// would both count what was there before.
	People Locks

	solutions sync.Map // of the puzzles of days for which somebody has asked

	games map[string]games.Game
	cache cache
}

// NewEnv returns an Env that offers some games.
func NewEnv(list []games.Game, store storage.Store, now func() time.Time, random io.Reader) *Env {
	reached := &ShardSet{all: []ShardState{{Shard: WholeShard, Open: true, Noted: true}}}
	e := &Env{Store: store, Now: now, Random: random, Shards: reached, games: map[string]games.Game{}}
	for _, g := range list {
		e.games[g.Info().Name] = g
	}
	return e
}

// Game returns a game by its name, nil if it is not offered.
func (e *Env) Game(name string) games.Game { return e.games[name] }

// Offered drops the matches of games that are not offered.
func (e *Env) Offered(list []storage.Head) []storage.Head {
	return Without(list, func(head storage.Head) bool { return e.games[head.Setup.Game] == nil })
}

// Load reads a match and its position. It returns [storage.ErrNotFound], [ErrNotOffered],
// or an error for a log that cannot be played.
func (e *Env) Load(ctx context.Context, id string) (*Match, error) {
	stored, err := e.Store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	m, err := e.Open(stored)
	if err == nil {
		err = e.ReadTwin(ctx, m)
	}
	return m, err
}

// Open makes a [Match] of a stored match. What the cache does not know of its position is
// replayed.
func (e *Env) Open(stored storage.Match) (*Match, error) {
	game := e.games[stored.Setup.Game]
	if game == nil {
		return nil, notOffered(stored.Head)
	}
	m := &Match{Match: stored, Game: game, Info: ofTable(game.Info(), stored.Head), Interrupted: stored.FailingSince, Now: e.Now(),
		Random: e.Random}
	if stored.Phase == storage.Open || stored.Setup.Rules == 0 {
		return m, nil
	}
	err := e.replay(m)
	switch bad := (*games.BadPly)(nil); {
	case err == nil:
		e.cache.put(m)
		return m, nil
	case errors.Is(err, games.ErrRules):
		return m, nil
	case errors.As(err, &bad): // the number of the ply and no more, as it may be secret
		return nil, fmt.Errorf("replay match %s: ply %d cannot be played", stored.ID, bad.Index+1)
	}
	return nil, fmt.Errorf("replay match %s: %w", stored.ID, err)
}

// notOffered returns the error of a match whose game is left out.
func notOffered(head storage.Head) error {
	return errors.Join(ErrNotOffered, games.Refuse("refuse.not-offered", "Game", head.Setup.Game))
}

// replay fills in the position of a match.
func (e *Env) replay(m *Match) (err error) {
	if m.State, m.steps = e.cache.known(m); m.State == nil {
		if m.State, err = m.Game.Start(m.Setup); err != nil {
			m.State = nil
			return err
		}
	}
	if n := len(m.steps); n > 0 {
		m.arrive(m.steps[n-1])
	}
	return m.advance(m.Log[len(m.steps):])
}

// advance plays entries of the log, of which none is in the steps yet.
func (m *Match) advance(entries []storage.Entry) error {
	for _, entry := range entries {
		next, err := m.follow(entry.Ply)
		if err != nil {
			m.State = nil
			return &games.BadPly{Index: len(m.steps), Ply: entry.Ply, Err: err}
		}
		ends := entry.Move.BackBy() > 0 || !games.SameTurn(m.State, next, entry.Seat)
		step := Step{Entry: entry, Turn: m.Turn, Before: m.State, After: next, EndsTurn: ends}
		m.steps = append(m.steps, step)
		m.arrive(step)
	}
	return nil
}

// arrive sets the position to the one after a step.
func (m *Match) arrive(s Step) {
	m.State, m.Turn = s.After, s.Turn
	if s.EndsTurn {
		m.Turn++
	}
}

// Change decides about the newest version of a match and commits. The decision changes the head and returns the
// plies to append; after a lost race it is taken again, and draws the same by chance. The same write claims the check
// of the match: the caller publishes [Match.Unshown] at once. If another process is publishing the match, that one
// shows the change too. Where Parlour is a guest this process publishes all the same, because only the process that
// was pressed last can answer there.
//
// The match returned is as committed, with the position after the new plies. With an error
// of the decision, it is as the decision has left it.
func (e *Env) Change(ctx context.Context, id string, decide Decision) (*Match, error) {
	drawn := &drawn{from: e.Random}
	numbered := "" // the series in which the match has a number from a try that lost a race
	for range MaxTries {
		m, err := e.Load(ctx, id)
		if err != nil {
			return nil, err
		}
		m.Random, drawn.read = drawn, 0
		if m.Phase == storage.Playing {
			if m.Times, err = e.Times(ctx, m.Head); err != nil {
				return nil, err
			}
		}
		open := m.Phase == storage.Open
		made, err := decide(m)
		series := ""
		if err == nil && m.RequestID != "" { // whatever a person does wakes their game
			_ = m.Wake()
		}
		if err == nil && open && m.Phase == storage.Playing {
			series = storage.SeriesOf(m.Head)
		}
		if series != numbered { // others have come, or it does not begin after all
			if lost := e.changeSeries(ctx, numbered, func(s *storage.Series) { s.Drop(id) }); lost != nil {
				return nil, lost
			}
			numbered = series
		}
		if err != nil {
			return m, err
		}
		if err := e.changeSeries(ctx, series, func(s *storage.Series) { m.Number = s.Number(id) }); err != nil {
			return nil, err
		}
		if m.unclaimed || !m.Guest && e.Fleet.Others(ctx, m.Owner) {
			m.NextCheck = m.Now // somebody else shows it
		} else { // the claim
			m.Owner, m.Interrupted = e.Fleet.ID(), m.FailingSince
			m.NextCheck = m.Now.Add(Lease)
			m.FailingSince = cmp.Or(m.FailingSince, m.Now)
		}
		if err = e.Commit(ctx, m, made); !errors.Is(err, storage.ErrConflict) {
			return m, err
		}
	}
	return nil, storage.ErrConflict
}

// Commit appends plies to a match and writes its head. The clocks follow: those of seats
// that owe nothing any more stop, and those of seats that owe something new start. It
// returns [storage.ErrConflict] if the match has moved on since it was read.
func (e *Env) Commit(ctx context.Context, m *Match, made []games.Ply) error {
	m.Now = e.Now()
	at := m.Now
	if n := len(m.Log); n > 0 && at.Before(m.Log[n-1].At) {
		at = m.Log[n-1].At // the clock was put back, or another process's is ahead
	}
	entries, err := e.entries(m, made, at)
	if err != nil {
		return err
	}
	if err := m.playEntries(entries); err != nil {
		return err
	}
	if m.Phase == storage.Over && len(entries) > 0 {
		if err := e.decideOutcome(ctx, m, at); err != nil {
			return err
		}
	}
	m.Stand = newStand(m.Head, m.State)
	if m.Alone { // nothing is to be posted
		m.Published, m.Announced, m.Old = m.Desired, m.Plies, nil
	}
	head := m.Head
	if err := cmp.Or(e.rate(ctx, m, &head, at), e.closeTwin(ctx, m, &head), e.noteLearnt(ctx, m, &head)); err != nil {
		return err
	}
	if head, err = e.Append(ctx, head, entries...); err != nil {
		return err
	}
	m.Head = head
	m.Log = append(m.Log, entries...)
	if m.State != nil {
		e.cache.put(m)
	}
	return nil
}

// entries returns the entries of the log for plies that are made now.
func (e *Env) entries(m *Match, made []games.Ply, at time.Time) ([]storage.Entry, error) {
	var all []storage.Entry
	for _, p := range made {
		entry := storage.Entry{Ply: p, At: at, RequestID: m.RequestID, Here: m.Here}
		if !m.IsPerson(p.Seat) && !p.Move.System() {
			entry.Playouts = m.Playouts
		}
		if m.Info.Hidden {
			if err := draw(m.Random, entry.Salt[:]); err != nil {
				return nil, err
			}
		}
		all = append(all, entry)
	}
	return all, nil
}

// Amend is [Env.Change] for a caller who publishes nothing: the match is due at once.
func (e *Env) Amend(ctx context.Context, id string, decide Decision) (*Match, error) {
	return e.Change(ctx, id, func(m *Match) ([]games.Ply, error) {
		m.unclaimed = true
		return decide(m)
	})
}

// An Unshown is a match with something to show. If Committed is set, the commit of that version
// has claimed the check of the match already; else a publication has to.
type Unshown struct {
	ID        string
	Committed *Match

	By time.Time // where nothing is committed, the match is shown if it is due by this time; zero for now

	// A public answer shows the commit in the message that was pressed: that of question Ask or,
	// if Ask is 0, the board, whose id may be left out. Once that answer is delivered, what it has shown is
	// noted, and the rest is published.
	Message   string
	Ask       int
	Delivered bool

	Seen func() // called once what is committed is shown, before what tidies up; may be nil
}

// Unshown returns what a match has to show that [Env.Change] has returned.
func (m *Match) Unshown() Unshown { return Unshown{ID: m.ID, Committed: m} }

// Claim claims the check of a match for this process and for the length of a lease.
func (e *Env) Claim(ctx context.Context, head storage.Head) (storage.Head, error) {
	head.Owner, head.NextCheck = e.Fleet.ID(), e.Now().Add(Lease)
	return e.Append(ctx, head)
}

// Append writes a head and entries as [storage.Store.Append] does, and notes the version.
func (e *Env) Append(ctx context.Context, head storage.Head, entries ...storage.Entry) (storage.Head, error) {
	if err := e.drawChance(&head); err != nil {
		return head, err
	}
	written, err := e.Store.Append(ctx, head, entries...)
	if err == nil {
		e.cache.note(written)
	}
	return written, err
}

// drawChance draws the seed of the opponents of a game, once one of them plays in it.
func (e *Env) drawChance(head *storage.Head) error {
	opponent := func(p storage.Player) bool { return p.Level != "" }
	if head.Phase != storage.Playing || head.Chance != nil || !slices.ContainsFunc(head.Players, opponent) {
		return nil
	}
	head.Chance = new(games.Seed)
	return draw(e.Random, head.Chance[:])
}

// A drawn is a source of random bytes that gives the same ones again, from the first on, when read is 0.
type drawn struct {
	from  io.Reader
	bytes []byte
	read  int
}

func (d *drawn) Read(p []byte) (n int, err error) {
	if d.read == len(d.bytes) {
		n, err = d.from.Read(p)
		d.bytes = append(d.bytes, p[:n]...)
	} else {
		n = copy(p, d.bytes[d.read:])
	}
	d.read += n
	return n, err
}

// draw fills something with random bytes.
func draw(random io.Reader, drawn []byte) error {
	if _, err := io.ReadFull(random, drawn); err != nil {
		return fmt.Errorf("draw by chance: %w", err)
	}
	return nil
}

// Person returns what is kept of a person.
func (e *Env) Person(ctx context.Context, id string) (storage.Person, error) {
	return storage.People.Get(ctx, e.Store, id)
}

// SetPerson changes what is kept of a person.
func (e *Env) SetPerson(ctx context.Context, id string, set func(*storage.Person)) error {
	_, err := storage.People.Change(ctx, e.Store, id, func(p *storage.Person) error {
		set(p)
		return nil
	})
	return err
}

// Newest reports whether a head is the newest version of its match that this process has
// written. A match that the cache has forgotten counts as one that nobody has written since.
func (e *Env) Newest(head storage.Head) bool { return e.cache.version(head.ID) <= head.Version }

// Overtaken reports whether the newest head of a match, which is given, was written by another process after
// the last write of this one.
func (e *Env) Overtaken(head storage.Head) bool {
	return e.Fleet != nil && e.cache.version(head.ID) < head.Version
}

// Touch makes a match due at once.
func (e *Env) Touch(ctx context.Context, id string) error {
	return e.touchIf(ctx, id, func(storage.Head) bool { return true })
}

// touchIf makes a match due at once if its head is wanted.
func (e *Env) touchIf(ctx context.Context, id string, wanted func(storage.Head) bool) error {
	_, err := e.ChangeHead(ctx, id, func(h *storage.Head) bool {
		h.NextCheck = e.Now()
		return wanted(*h)
	})
	return err
}

// ChangeHead changes the head of a match in what boards do not show. It writes nothing, and changed is false, if change
// returns that.
func (e *Env) ChangeHead(ctx context.Context, id string, change func(*storage.Head) bool) (changed bool, err error) {
	for range MaxTries {
		m, err := e.Store.Get(ctx, id)
		if err != nil || !change(&m.Head) {
			return false, err
		}
		if _, err = e.Append(ctx, m.Head); !errors.Is(err, storage.ErrConflict) {
			return err == nil, err
		}
	}
	return false, storage.ErrConflict
}

// Catch makes an error of a panic, with its [Trace]. It is called deferred: a panic in one
// match is an error of that match and of no other.
func Catch(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v\n%s", p, Trace())
	}
}

// Trace returns the call stack of its caller without argument values, of which some are
// secret.
func Trace() string {
	var at [64]uintptr
	frames := runtime.CallersFrames(at[:runtime.Callers(2, at[:])])
	var b strings.Builder
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		fmt.Fprintf(&b, "%s\n\t%s:%d\n", f.Function, f.File, f.Line)
	}
	return b.String()
}

// maxCachedSteps bounds the positions that a cache keeps, over all matches.
const maxCachedSteps = 1 << 14

// A cache keeps the positions of the matches used last, and the versions that this process
// has written. A log only grows, so what was replayed once stays true; a position is
// immutable, so all readers share it. The zero value is ready to use.
type cache struct {
	mu     sync.Mutex
	byID   map[string]*list.Element // of *cached
	oldest list.List                // the match used last is at the back
	total  int                      // number of steps kept
}

// cached is what a cache knows of a match.
type cached struct {
	id      string
	version int // the newest that this process wrote; 0 for none
	setup   games.Setup
	start   games.State // the first position; nil if it is not known
	steps   []Step
}

// known returns the first position of a match and the known steps at the beginning of its
// log. start is nil if nothing is known.
func (c *cache) known(m *Match) (start games.State, steps []Step) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byID[m.ID]
	if e == nil {
		return nil, nil
	}
	c.oldest.MoveToBack(e)
	known := e.Value.(*cached)
	if known.start == nil || !reflect.DeepEqual(known.setup, m.Setup) {
		return nil, nil
	}
	n := min(len(known.steps), len(m.Log))
	if slices.ContainsFunc(known.steps[n:], func(s Step) bool { return s.Move.BackBy() > 0 }) {
		return nil, nil // it has taken back steps that stand in this log
	}
	for i := range n {
		if known.steps[i].Ply != m.Log[i].Ply {
			return nil, nil
		}
	}
	return known.start, known.steps[:n:n]
}

// put keeps the steps of a match.
func (c *cache) put(m *Match) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.entry(m.ID)
	c.total += len(m.steps) - len(known.steps)
	known.setup, known.start, known.steps = m.Setup, m.StateAt(0), slices.Clip(m.steps)
	known.setup.Options = maps.Clone(m.Setup.Options) // a caller may change its own
	c.forget()
}

// note keeps the version of a head that was written.
func (c *cache) note(head storage.Head) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.entry(head.ID)
	known.version = max(known.version, head.Version)
	c.forget()
}

// version returns the newest version of a match that this process has written, 0 if it is
// not known.
func (c *cache) version(id string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byID[id]; e != nil {
		return e.Value.(*cached).version
	}
	return 0
}

// entry returns what is known of a match, as the one used last.
func (c *cache) entry(id string) *cached {
	if c.byID == nil {
		c.byID = map[string]*list.Element{}
	}
	e := c.byID[id]
	if e == nil {
		e = c.oldest.PushBack(&cached{id: id})
		c.byID[id] = e
	}
	c.oldest.MoveToBack(e)
	return e.Value.(*cached)
}

// forget drops the matches used longest ago until the bound holds. Each match counts for
// one step more than it has, so that open tables are bounded too.
func (c *cache) forget() {
	for c.total+c.oldest.Len() > maxCachedSteps && c.oldest.Len() > 1 {
		known := c.oldest.Remove(c.oldest.Front()).(*cached)
		c.total -= len(known.steps)
		delete(c.byID, known.id)
	}
}
