package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	scene "parlour/bot/sandbox/world"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/permute"
)

// A crowd plays many games of two, each in a thread of its own.
type crowd struct {
	duels []*duel
	free  chan *duel   // games whose newest board has come, the longest waiting first; closed when all games are over
	going atomic.Int64 // games that are not over
	watch *watch       // of how long its people wait; nil while they sit down
}

// A duel is one game of Permute, as its two players know it.
type duel struct {
	*crowd
	seats  [2]*person
	thread string
	newest sandbox.Message // the newest board
	state  games.State
	log    []games.Move
	chance world.Chance
	due    time.Time // when the next move was due, by the rate of the load; zero once it has begun
}

// The number of games that begin in one channel, and that begin at once.
const (
	duelsPerChannel = 10
	beginsAtOnce    = 8
)

// gather adds an even number of people to the sandbox, and has each pair begin a game.
func gather(ctx context.Context, discord *sandbox.Server, people int) (*crowd, error) {
	c := &crowd{free: make(chan *duel, people/2)}
	var begins errgroup.Group
	begins.SetLimit(beginsAtOnce)
	channel := ""
	for n := range people / 2 {
		if n%duelsPerChannel == 0 {
			channel = discord.Stage().AddChannel(fmt.Sprintf("games-%d", n/duelsPerChannel), scene.Text)
		}
		d := &duel{crowd: c, chance: world.NewChance(uint64(n), 8)}
		for seat := range d.seats {
			d.seats[seat] = &person{User: discord.AddPerson(fmt.Sprintf("p%d", 2*n+seat)), guise: d.timed}
		}
		c.duels = append(c.duels, d)
		begins.Go(func() error { return d.begin(ctx, channel) })
	}
	err := begins.Wait()
	c.going.Store(int64(len(c.duels)))
	for _, d := range c.duels {
		c.free <- d
	}
	return c, err
}

// timed is the guise of a player that notes how long the answers take. The answer to the first action of
// a move is timed from when the move was due.
func (d *duel) timed(ctx context.Context, a action, do deed) (*sandbox.Message, error) {
	began := time.Now()
	if !d.due.IsZero() {
		began, d.due = d.due, time.Time{}
	}
	m, err := do(ctx)
	if d.watch != nil {
		d.watch.note(a.kind(""), began, time.Now())
	}
	return m, err
}

// begin has the first player challenge the second, who accepts. It waits for the board in
// the thread, and for the table to lose its buttons.
func (d *duel) begin(ctx context.Context, channel string) (err error) {
	if d.state, err = (permute.Game{}).Start(smallPermute); err != nil {
		return err
	}
	line := "/play game:permute options:size=9,start=chequer,swap=on first:me opponent:@" + d.seats[1].Name()
	if _, err := d.seats[0].Slash(ctx, channel, line); err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	var table sandbox.Message
	await := func(ok func(sandbox.Message) bool) error {
		_, err := d.seats[1].Await(ctx, channel, func(all []sandbox.Message) bool {
			i := slices.IndexFunc(all, func(m sandbox.Message) bool {
				return !m.Ephemeral && slices.Contains(m.Pings, d.seats[1].Name())
			})
			if i >= 0 {
				table = all[i]
			}
			return i >= 0 && ok(table)
		})
		return err
	}
	if err := await(func(sandbox.Message) bool { return true }); err != nil {
		return err
	}
	if _, err := d.seats[1].Click(ctx, table.ID, "Accept"); err != nil {
		return fmt.Errorf("accept %q: %w", table.Content, err)
	}
	if err := await(func(m sandbox.Message) bool { return m.Thread != "" && len(m.Rows) == 0 }); err != nil {
		return err
	}
	d.thread = table.Thread
	return d.board(ctx)
}

// board waits for the board after the newest move. Older ones may be gone.
func (d *duel) board(ctx context.Context) error {
	_, err := d.seats[0].Await(ctx, d.thread, func(all []sandbox.Message) bool {
		all = bottest.Public(all)
		if len(all) == 0 || all[len(all)-1].ID == d.newest.ID {
			return false
		}
		d.newest = all[len(all)-1]
		return true
	})
	if err != nil {
		return fmt.Errorf("no board after move %d: %w", len(d.log), err)
	}
	return nil
}

// toMove returns the seat whose turn it is, or -1 when the game is over.
func (d *duel) toMove() games.Seat {
	if seats := d.state.ToMove(); len(seats) > 0 {
		return seats[0]
	}
	return -1
}

// play has the crowd make moves in one way and at a fixed rate, whether earlier moves are
// done or not, until the last board is shown. A move goes to the game that
// has waited longest; if none waits, play waits for one.
func (c *crowd) play(ctx context.Context, how way, moves int, every time.Duration) error {
	under, ctx := errgroup.WithContext(ctx)
	first := time.Now()
	for n := range moves {
		due := first.Add(time.Duration(n) * every)
		d, err := c.next(ctx, due)
		if err == nil && d == nil {
			err = fmt.Errorf("all %d games were over after %d of %d moves: give more people, or a shorter time", len(c.duels), n, moves)
		}
		if err != nil {
			return cmp.Or(under.Wait(), err)
		}
		d.due = due
		under.Go(func() error { return c.move(ctx, d, how) })
	}
	return under.Wait()
}

// next waits until a move is due, and then for a game. It returns nil when all games are
// over.
func (c *crowd) next(ctx context.Context, due time.Time) (*duel, error) {
	if !world.Rests(ctx, time.Until(due)) {
		return nil, ctx.Err()
	}
	select {
	case d := <-c.free:
		return d, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// move makes a move and waits for its board. Then the game waits for its next move, unless
// it is over.
func (c *crowd) move(ctx context.Context, d *duel, how way) error {
	mover := d.seats[d.toMove()]
	move, err := how(d, ctx, mover)
	if err != nil {
		return fmt.Errorf("a move of %s: %w", mover.Name(), err)
	}
	if d.state, err = d.state.Play(d.toMove(), move); err != nil {
		return err
	}
	d.log = append(d.log, move)
	if err := d.board(ctx); err != nil {
		return fmt.Errorf("%s of %s: %w", move, mover.Name(), err)
	}
	c.watch.note(aBoard, mover.asked, d.newest.Time)
	if d.toMove() >= 0 {
		c.free <- d
	} else if c.going.Add(-1) == 0 {
		close(c.free)
	}
	return nil
}

// A way is how the player to move makes a random move: typed or clicked. It returns the
// move once the bot has said that it is made.
type way func(*duel, context.Context, *person) (games.Move, error)

// typed types a legal move, and confirms its preview.
func (d *duel) typed(ctx context.Context, mover *person) (games.Move, error) {
	move := world.OneOf(d.chance, d.state.Legal(d.toMove())...)
	preview, err := mover.Slash(ctx, d.thread, "/move move:"+string(move))
	if err != nil {
		return "", err
	}
	if made, err := d.confirmed(ctx, mover, preview); err != nil || made != move {
		return "", fmt.Errorf("%s is typed and %s made: %w", move, made, cmp.Or(err, errors.New("another move")))
	}
	return move, nil
}

// clicked opens the panel of the newest board, picks there until there is a preview, and
// confirms.
func (d *duel) clicked(ctx context.Context, mover *person) (games.Move, error) {
	preview, _, err := walk(&d.newest, d.chance, func(m *sandbox.Message, c sandbox.Component, values ...string) (*sandbox.Message, error) {
		return use(ctx, mover, m, c, values...)
	})
	if err != nil {
		return "", err
	}
	return d.confirmed(ctx, mover, preview)
}

// confirmed confirms a preview, and returns its move once the bot has shown the board and taken
// the panel away.
func (d *duel) confirmed(ctx context.Context, mover *person, preview *sandbox.Message) (games.Move, error) {
	if preview == nil || !slices.Contains(bottest.Labels(*preview), "Confirm") {
		return "", fmt.Errorf("there is no preview but %+v", preview)
	}
	move := games.Made(d.state, d.toMove(), confirmOf(*preview).Steps)
	return move, confirm(ctx, mover, preview)
}

// oldBoards returns how many boards are neither the newest of their game nor a line.
func (c *crowd) oldBoards() (n int) {
	for _, d := range c.duels {
		for _, m := range bottest.Public(d.seats[0].Sees(d.thread)) {
			if m.ID != d.newest.ID && len(m.Rows)+len(m.Attachments) > 0 {
				n++
			}
		}
	}
	return n
}
