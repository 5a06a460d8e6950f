// Package think has Parlour's opponents think: their turns, hints, and analyses of games that
// are over.
//
// Its policy: thinking is done aside, a few thoughts at once, and one turn of a match at a time, by
// one of the processes over a store.
// Light moves go before heavy ones, and hints and analyses behind all moves. Servers take turns, and their people, and
// people who ask for much more than others wait in a line (fair.go); requests have the same order.
// While others wait a thought has fewer playouts, which are stored before it begins. Some levels think longer while nobody
// waits: before each further part they look whether somebody has come, and store that they go on. A thought works
// on what a seat may know, and its chance comes from the match, so a thought that a crash cut
// off comes to the same again. Its move is committed if the match is still as it was. The package
// knows matches and nothing else: its callers say what came of a thought.
//
// The entry points are [Pool.Consider], [Pool.Hint] and [Pool.Review].
package think

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"parlour/commands/match"
	"parlour/commands/think/program"
	"parlour/games"
)

// pace is the grid of moments at which an opponent bids, counted from when it came to owe the
// bid: so the time it takes tells nothing of its hand.
const pace = 4 * time.Second

// errRefusedMove is the error of an opponent that is wrong about the rules. The move is not in
// it, as it may be secret.
var errRefusedMove = errors.New("the game refuses its move")

// Config is what a [Pool] works with.
type Config struct {
	Env      *match.Env
	Log      *slog.Logger
	AtOnce   int                                              // how many thoughts there may be at once
	Programs program.Programs                                 // of others, which may have seats
	Aside    func(do func(context.Context))                   // does something beside all else that nobody waits for
	Wait     func(context.Context, time.Duration) error       // waits, unless the context is done; nil for no waiting
	Answered func(ctx context.Context, c match.Unshown) error // publishes a match in which an opponent has moved
}

// A Pool has opponents think. It is safe for concurrent use. Make one with [New].
type Pool struct {
	Config
	queue *queue // of those who wait for a thought

	mu    sync.Mutex
	about map[string]*about // by match that is thought about
	asked map[string]bool   // what is thought about, or waited for, for people: one hint and one wait for each of them

	reviews map[string]*Review // by person, the one that goes on
	found   []found            // the games analysed last
	hints   []told             // the hints given last
}

// New returns a Pool.
func New(c Config) *Pool {
	return &Pool{
		Config: c, queue: newQueue(c.AtOnce),
		about: map[string]*about{}, asked: map[string]bool{}, reviews: map[string]*Review{},
	}
}

// about is the state of a match that is thought about.
type about struct {
	again bool          // whether it is to be considered once more
	over  chan struct{} // closed once it is thought about no more
}

// take takes a match on. ok is false for a match that is being thought about, which is then considered once more;
// over is closed after that.
func (p *Pool) take(id string) (over <-chan struct{}, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.about[id]; a != nil {
		a.again = true
		return a.over, false
	}
	p.about[id] = &about{over: make(chan struct{})}
	return nil, true
}

// leave lets go of a match, unless it is to be considered once more.
func (p *Pool) leave(id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.about[id]
	if a.again {
		a.again = false
		return false
	}
	delete(p.about, id)
	close(a.over)
	return true
}

// inRoom thinks in one of the rooms for a person in the server of a match, unless the context is done. The thought is
// told its crowd, as [queue.enter] counts it.
func (p *Pool) inRoom(ctx context.Context, m *match.Match, person string, k kind, think func(t *task, crowd int)) error {
	t := newTask(Asker{m.Guild, person}, k)
	crowd, err := p.queue.enter(ctx, t)
	if err != nil {
		return err
	}
	defer p.queue.leave(t)
	think(t, crowd)
	return nil
}

// ask notes that something is thought about for a person until done is called. It returns
// false if the same is already.
func (p *Pool) ask(what string) (done func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asked[what] {
		return nil, false
	}
	p.asked[what] = true
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.asked, what)
	}, true
}

// Consider has the opponents of a match make the moves that they owe, aside. What a crash cuts
// off is taken up when the match is published next.
func (p *Pool) Consider(id string) {
	if _, ok := p.take(id); ok {
		p.Aside(func(ctx context.Context) {
			if err := p.consider(ctx, id); err != nil && ctx.Err() == nil {
				p.Log.Warn("an opponent does not move", "match", id, "err", err)
			}
		})
	}
}

// consider is [Pool.Consider] of a match that is taken on.
func (p *Pool) consider(ctx context.Context, id string) (err error) {
	for done := false; !done; done = p.leave(id) {
		err = cmp.Or(p.moveAll(ctx, id), err)
	}
	return err
}

// Answer is [Pool.Consider] for a caller who waits until it is done, or the context is.
func (p *Pool) Answer(ctx context.Context, id string) error {
	over, ok := p.take(id)
	if ok {
		return p.consider(ctx, id)
	}
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// moveAll makes all the moves that the opponents of a match owe, and finds the hint that is to be told unasked.
func (p *Pool) moveAll(ctx context.Context, id string) (err error) {
	defer match.Catch(&err)
	for {
		m, err := p.Env.Load(ctx, id)
		if err != nil {
			return err
		}
		seat := m.Thinker()
		if seat == games.Spectator {
			return p.hintUnasked(ctx, m)
		}
		if p.Env.ThinksElsewhere(ctx, m, seat) {
			return nil
		}
		if m.Chance == nil { // a write draws it, and a rematch has had none yet
			if err := p.Env.Touch(ctx, id); err != nil {
				return err
			}
			continue
		}
		made, err := p.thought(ctx, m, seat)
		if errors.Is(err, match.ErrStale) { // it has moved on while it waited
			continue
		}
		if err == nil {
			err = p.bidOnTime(ctx, m, seat)
		}
		if err == nil {
			err = p.move(ctx, m, seat, made)
		}
		if err != nil {
			return err
		}
	}
}

// move makes a move for an opponent, unless the match has gone on since the thought, and has
// it shown. Both are done even when the bot is about to end.
func (p *Pool) move(ctx context.Context, thought *match.Match, seat games.Seat, found choice) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), match.Lease)
	defer cancel()
	m, err := p.Env.Change(ctx, thought.ID, func(m *match.Match) ([]games.Ply, error) {
		if m.Turn != thought.Turn || m.Thinker() != seat {
			return nil, match.ErrStale
		}
		m.Playouts, m.Thought = found.playouts, nil
		made, err := m.Play(seat, found.move)
		if err != nil {
			err = errRefusedMove
		}
		if found.relieves {
			p.Env.Relieve(m, seat)
		}
		return made, err
	})
	if errors.Is(err, match.ErrStale) {
		return p.Answered(ctx, match.Unshown{ID: thought.ID})
	}
	if err != nil {
		return err
	}
	return p.Answered(ctx, m.Unshown())
}

// hintUnasked finds the hint that a match wants, if it does, and has it shown.
func (p *Pool) hintUnasked(ctx context.Context, m *match.Match) error {
	seat, _ := m.Practises()
	if !m.WantsHint() {
		return nil
	}
	advice, err := p.first(ctx, m.Players[seat].ID, m, seat)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), match.Lease)
	defer cancel()
	told, err := p.Env.Change(ctx, m.ID, func(now *match.Match) ([]games.Ply, error) {
		if !now.WantsHint() || now.Turn != m.Turn {
			return nil, match.ErrStale
		}
		now.TellHint(advice.Best)
		return nil, nil
	})
	if errors.Is(err, match.ErrStale) {
		return nil
	}
	if err != nil {
		return err
	}
	return p.Answered(ctx, told.Unshown())
}

// A choice is the move that an opponent found.
type choice struct {
	move     games.Move
	playouts int  // fewer than those of its level; 0 for these
	relieves bool // whether it is that of Parlour, in the place of a program that has failed
}

// thought returns the choice of an opponent, which leaves a game in which no person plays any more.
// It leaves one in which it finds no move, too, as it would find none the next time. thought returns
// [match.ErrStale] if the match has moved on.
func (p *Pool) thought(ctx context.Context, m *match.Match, seat games.Seat) (found choice, err error) {
	people := m.PeopleIn()
	if len(people) == 0 {
		return choice{move: games.Leave}, nil
	}
	level := m.Players[seat].Level
	var failed, stored error
	err = p.inRoom(ctx, m, m.Players[people[0]].ID, weightOf(m.Opponent(), level), func(t *task, crowd int) {
		if level.Program() {
			move, fault := p.programmed(ctx, m, seat)
			if !errors.As(fault, new(*program.Fault)) {
				found.move, stored = move, fault
				return
			}
			p.Log.Error("a program has failed, so Parlour plays on in its place", "match", m.ID, "program", string(level), "err", fault)
			found, level = choice{relieves: true}, match.StandIn
		}
		var player games.Player
		var full int
		if player, full, stored = p.player(ctx, m, level, seat, t, crowd); stored == nil {
			found.move, failed = choose(m, player, seat)
			found.playouts = had(m, seat, full)
		}
	})
	if failed != nil {
		p.Log.Error("an opponent leaves a game, because it finds no move", "match", m.ID, "err", failed)
		found = choice{move: games.Leave}
	}
	return found, errors.Join(err, stored)
}

// programmed returns the move of the program that has a seat. It is started for each move, as days may pass between two.
func (p *Pool) programmed(ctx context.Context, m *match.Match, seat games.Seat) (games.Move, error) {
	player := p.Programs.Sit(ctx, m.Players[seat].Level, m.Game, m.Setup, nil)
	defer player.Leave()
	return player.Move(ctx, m.State, seat)
}

// weightOf returns the kind of a move of a level. Those above medium, and programs, may take about a second.
func weightOf(o games.Opponent, l games.Level) kind {
	if ladder := o.Levels(); l.Program() || l.Step(ladder) > games.Medium.Step(ladder) {
		return heavy
	}
	return light
}

// player returns the player of a level for a seat, and the playouts of its level, 0 where these are not counted. Those that
// it has are stored before, as [match.Match.Allotted] tells them.
func (p *Pool) player(ctx context.Context, m *match.Match, level games.Level, seat games.Seat,
	t *task, crowd int) (player games.Player, full int, err error) {
	var by games.Limit
	if thrifty, ok := m.Opponent().(games.Thrifty); ok {
		var shared, least int
		full, shared, least = thrifty.Budget(level, m.State.View(seat), seat)
		if by, err = p.allot(ctx, m, seat, full, shared, least, t, crowd); err != nil {
			return nil, 0, err
		}
	}
	player, err = m.Opponent().Player(string(level), by)
	return player, full, err
}

// allot returns the limit of a thought: the playouts that it had before a crash, or else those that fit its crowd, which it
// stores. A thought without a crowd is allotted more each time that it has used all, until it has those of its level or
// somebody waits.
func (p *Pool) allot(ctx context.Context, m *match.Match, seat games.Seat, full, shared, least int,
	t *task, crowd int) (games.Limit, error) {
	if least >= full {
		return games.Limit{}, nil
	}
	if before, ok := m.Allotted(seat); ok {
		return games.Limit{Playouts: before}, nil
	}
	rooms := p.queue.rooms
	now := max(least, shared*rooms*rooms/(rooms*rooms+crowd*crowd)) // a larger crowd takes no longer in all
	if err := p.Env.Allot(ctx, m, seat, now); err != nil || crowd > 0 || now == full {
		return games.Limit{Playouts: now}, err
	}
	refused := false
	return games.Limit{Playouts: full, GoOn: func(used int) bool {
		if used >= now && !refused {
			next := min(now+shared, full)
			if refused = !p.queue.spare(t) || p.Env.Allot(ctx, m, seat, next) != nil; !refused {
				now = next
			}
		}
		return used < now
	}}, nil
}

// had returns the playouts that were allotted to a seat if they are fewer than its level has, else 0.
func had(m *match.Match, seat games.Seat, full int) int {
	if n, _ := m.Allotted(seat); n < full {
		return n
	}
	return 0
}

// choose returns the move that a player makes for a seat. A panic is an error.
func choose(m *match.Match, player games.Player, seat games.Seat) (move games.Move, err error) {
	defer match.Catch(&err)
	move = player(m.State.View(seat), seat, chanceOf(m, m.Turn, seat))
	if _, refused := m.State.Play(seat, move); refused != nil || move.System() {
		return "", errRefusedMove
	}
	return move, nil
}

// chanceOf returns what an opponent draws from in a turn. It comes from a secret of the match
// that nobody is told, so a thought that is cut off comes to the same again, and nobody else
// can have it before. Where no opponent plays there is nothing to foresee, and the seed will do.
func chanceOf(m *match.Match, turn int, seat games.Seat) games.Seed {
	from := m.Setup.Seed
	if m.Chance != nil {
		from = *m.Chance
	}
	return games.SeedOf(from, []string{"opponent", strconv.Itoa(turn), strconv.Itoa(int(seat))})
}

// bidOnTime waits until a seat may show a secret move.
func (p *Pool) bidOnTime(ctx context.Context, m *match.Match, seat games.Seat) error {
	if !m.Info.Hidden || p.Wait == nil {
		return nil
	}
	taken := p.Env.Now().Sub(m.Clocks[seat].Since)
	return p.Wait(ctx, (taken/pace+1)*pace-taken)
}

// A kind is how urgent a thought is. Lower kinds go first.
type kind int

const (
	light   kind = iota // a move that takes a moment
	heavy               // a move that takes about a second
	hinting             // a hint
	review              // a part of an analysis, of which only one is thought at a time
)

// A queue shares rooms among people. The first kind goes first, and within it [Order] says who does, with their
// oldest thought. It is safe for concurrent use.
type queue struct {
	rooms int

	mu      sync.Mutex
	running map[kind]int // thoughts in rooms
	waiting []*task      // in the order in which they came
	order   Order        // of those who wait or think
	line    Line
}

// lineRests is how many times as long as a thought for a greedy person has taken no other begins for such people.
const lineRests = 4

// A task is a thought that waits for a room, and then has it.
type task struct {
	by    Asker
	kind  kind
	room  chan int // gets the crowd once there is a room
	stint Stint
	over  bool // whether the stint is, though the task may go on
}

func newTask(by Asker, k kind) *task { return &task{by: by, kind: k, room: make(chan int, 1)} }

func newQueue(rooms int) *queue {
	return &queue{rooms: max(rooms, 1), running: map[kind]int{}, line: Line{Rest: lineRests}}
}

// enter waits for a room, unless the context is done. The crowd is how many others the thought
// keeps waiting: the other people with thoughts of its kind, and such thoughts of its own
// person. So a person with many thoughts weakens their own, and nobody else's by more than one.
func (q *queue) enter(ctx context.Context, t *task) (crowd int, err error) {
	if ctx.Err() != nil { // though a room may be free
		return 0, ctx.Err()
	}
	q.add(t)
	select {
	case crowd = <-t.room:
		return crowd, nil
	case <-ctx.Done():
	}
	if !q.withdraw(t) {
		q.leave(t) // a room was given just now
	}
	return 0, ctx.Err()
}

// add puts a thought into the queue.
func (q *queue) add(t *task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.order.Join(t.by)
	q.waiting = append(q.waiting, t)
	q.give()
}

// withdraw takes a thought out of the queue. It returns false for one that has a room.
func (q *queue) withdraw(t *task) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waiting, t)
	if i < 0 {
		return false
	}
	q.waiting = slices.Delete(q.waiting, i, i+1)
	q.order.Leave(t.by)
	return true
}

// leave gives a room back.
func (q *queue) leave(t *task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running[t.kind]--
	q.order.Leave(t.by)
	q.end(t)
	q.give()
}

// spare reports whether nobody waits, so that a thought may go on for longer than it would beside others. That is not
// counted as time of its person.
func (q *queue) spare(t *task) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) > 0 {
		return false
	}
	q.end(t)
	return true
}

// end ends the stint of a thought, once.
func (q *queue) end(t *task) {
	if t.over {
		return
	}
	t.over = true
	if rests := q.line.End(t.stint); rests > 0 {
		time.AfterFunc(rests, q.look)
	}
}

// look looks again whose turn it is.
func (q *queue) look() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.give()
}

// give gives the free rooms to the thoughts whose turn it is.
func (q *queue) give() {
	for q.taken() < q.rooms {
		i := q.next()
		if i < 0 {
			return
		}
		t := q.waiting[i]
		q.waiting = slices.Delete(q.waiting, i, i+1)
		q.order.Took(t.by)
		q.running[t.kind]++
		t.stint = q.line.Begin(t.by.Person)
		t.room <- q.crowd(t)
	}
}

// taken returns the number of rooms in which somebody thinks.
func (q *queue) taken() (n int) {
	for _, of := range q.running {
		n += of
	}
	return n
}

// next returns the index of the thought whose turn it is, -1 for none.
func (q *queue) next() int {
	best := -1
	for i, t := range q.waiting {
		if t.kind == review && q.running[review] > 0 || !q.line.Open(t.by.Person) {
			continue
		}
		if best < 0 || q.before(t, q.waiting[best]) {
			best = i
		}
	}
	return best
}

// before reports whether a thought goes before one that came earlier.
func (q *queue) before(t, earlier *task) bool {
	if t.kind != earlier.kind {
		return t.kind < earlier.kind
	}
	return q.order.Before(t.by, earlier.by)
}

// crowd counts those whom a thought keeps waiting: see [queue.enter].
func (q *queue) crowd(t *task) (n int) {
	others := map[string]bool{}
	for _, w := range q.waiting {
		switch {
		case w.kind != t.kind:
		case w.by.Person == t.by.Person:
			n++
		default:
			others[w.by.Person] = true
		}
	}
	return n + len(others)
}
