package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/world"
	"parlour/games"
	"parlour/games/permute"
)

// A crowd plays many games of two, each in a thread of its own.
type crowd struct {
	discord *sandbox.Server
	duels   []*duel
	free    chan *duel   // games whose newest board has come, the longest waiting first; closed when all games are over
	going   atomic.Int64 // games that are not over
}

// A duel is one game of Permute, as its two players know it.
type duel struct {
	seats  [2]*sandbox.User
	names  [2]string
	thread string
	newest sandbox.Message // the newest board
	state  games.State
	log    []games.Move
	chance *rand.Rand
}

// The number of games that begin in one channel, and that begin at once.
const (
	duelsPerChannel = 10
	beginsAtOnce    = 8
)

// gather adds an even number of people to the sandbox, and has each pair begin a game.
func gather(ctx context.Context, discord *sandbox.Server, people int) (*crowd, error) {
	c := &crowd{discord: discord, free: make(chan *duel, people/2)}
	var begins errgroup.Group
	begins.SetLimit(beginsAtOnce)
	channel := ""
	for n := range people / 2 {
		if n%duelsPerChannel == 0 {
			channel = discord.Stage().AddChannel(fmt.Sprintf("games-%d", n/duelsPerChannel), world.Text)
		}
		d := &duel{chance: rand.New(rand.NewPCG(uint64(n), 8))}
		for seat := range d.seats {
			d.names[seat] = fmt.Sprintf("p%d", 2*n+seat)
			d.seats[seat] = discord.AddPerson(d.names[seat])
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

// begin has the first player challenge the second, who accepts. It waits for the board in
// the thread, and for the table to lose its buttons.
func (d *duel) begin(ctx context.Context, channel string) (err error) {
	d.state, err = permute.Game{}.Start(games.Setup{Game: "permute", Rules: 1, Seats: 2, Options: map[string]string{
		"size": "9", "start": "chequer", "swap": "on",
	}})
	if err != nil {
		return err
	}
	line := fmt.Sprintf("/play game:permute options:size=9,start=chequer,swap=on first:me opponent:@%s", d.names[1])
	if _, err := d.seats[0].Slash(ctx, channel, line); err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	var table sandbox.Message
	await := func(ok func(sandbox.Message) bool) error {
		_, err := d.seats[1].Await(ctx, channel, func(all []sandbox.Message) bool {
			i := slices.IndexFunc(all, func(m sandbox.Message) bool {
				return !m.Ephemeral && slices.Contains(m.Pings, d.names[1])
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
	seen, err := d.seats[0].Await(ctx, d.thread, func(all []sandbox.Message) bool {
		all = bottest.Public(all)
		return len(all) > 0 && all[len(all)-1].ID != d.newest.ID
	})
	if err != nil {
		return fmt.Errorf("no board after move %d: %w", len(d.log), err)
	}
	seen = bottest.Public(seen)
	d.newest = seen[len(seen)-1]
	return nil
}

// toMove returns the seat whose turn it is, or -1 when the game is over.
func (d *duel) toMove() games.Seat {
	if seats := d.state.ToMove(); len(seats) > 0 {
		return seats[0]
	}
	return -1
}

// shortestGame is the number of moves that the crowd counts on for each game: of 20,000
// games of random moves none was over sooner. They have 28 on average, and 36 at most.
const shortestGame = 20

// enough returns an error if so many people may run out of games before so many moves.
func enough(people, moves int) error {
	need := (moves + shortestGame - 1) / shortestGame
	if has := people / 2; has < need {
		return fmt.Errorf("%d moves need at least %d games, because a game may end after %d moves, and %d people have %d: give -load-people %d, or a shorter -load-for",
			moves, need, shortestGame, people, has, 2*need)
	}
	return nil
}

// play has the crowd make moves in one way and at a fixed rate, whether earlier moves are
// done or not, and returns them when the last board is shown. A move goes to the game that
// has waited longest; if none waits, play waits for one.
func (c *crowd) play(ctx context.Context, how way, moves int, every time.Duration) ([]timedMove, error) {
	all := make([]timedMove, moves)
	under, ctx := errgroup.WithContext(ctx)
	first := time.Now()
	for n := range all {
		all[n].due = first.Add(time.Duration(n) * every)
		d, err := c.next(ctx, all[n].due)
		if err == nil && d == nil {
			err = fmt.Errorf("all %d games were over after %d of %d moves: give more -load-people, or a shorter -load-for", len(c.duels), n, moves)
		}
		if err != nil {
			return nil, cmp.Or(under.Wait(), err)
		}
		under.Go(func() error { return c.move(ctx, d, how, &all[n]) })
	}
	return all, under.Wait()
}

// next waits until a move is due, and then for a game. It returns nil when all games are
// over.
func (c *crowd) next(ctx context.Context, due time.Time) (*duel, error) {
	moment := time.NewTimer(time.Until(due))
	defer moment.Stop()
	select {
	case <-moment.C:
	case <-ctx.Done():
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
func (c *crowd) move(ctx context.Context, d *duel, how way, a *timedMove) error {
	seat := d.toMove()
	move, err := how(d, ctx, a)
	if err != nil {
		return fmt.Errorf("a move of %s: %w", d.names[seat], err)
	}
	if d.state, err = d.state.Play(seat, move); err != nil {
		return err
	}
	d.log = append(d.log, move)
	if err := d.board(ctx); err != nil {
		return fmt.Errorf("%s of %s: %w", move, d.names[seat], err)
	}
	a.shown = d.newest.Time
	if d.toMove() >= 0 {
		c.free <- d
	} else if c.going.Add(-1) == 0 {
		close(c.free)
	}
	return nil
}

// A way is how the player to move makes a random move: typed or clicked. It returns the
// move once the bot has said that it is made.
type way func(*duel, context.Context, *timedMove) (games.Move, error)

// typed types a legal move, and confirms its preview.
func (d *duel) typed(ctx context.Context, a *timedMove) (games.Move, error) {
	user := d.seats[d.toMove()]
	legal := d.state.Legal(d.toMove())
	move := legal[d.chance.IntN(len(legal))]
	m, err := a.click("the preview", func() (*sandbox.Message, error) {
		return user.Slash(ctx, d.thread, "/move move:"+string(move))
	})
	if err != nil {
		return "", err
	}
	if made, err := d.confirmed(ctx, user, m, a); err != nil || made != move {
		return "", fmt.Errorf("%s is typed and %s made: %w", move, made, cmp.Or(err, errors.New("another move")))
	}
	return move, nil
}

// clicked opens the panel of the newest board, picks there until there is a preview, and
// confirms.
func (d *duel) clicked(ctx context.Context, a *timedMove) (games.Move, error) {
	user := d.seats[d.toMove()]
	m, _, err := walk(&d.newest, d.chance, func(m *sandbox.Message, c sandbox.Component, values ...string) (*sandbox.Message, error) {
		next, err := a.click("a step", func() (*sandbox.Message, error) { return use(ctx, user, m, c, values...) })
		switch {
		case m.ID == d.newest.ID:
			a.clicks[len(a.clicks)-1].what = "Move"
		case next != nil && slices.Contains(bottest.Labels(*next), "Confirm"):
			a.clicks[len(a.clicks)-1].what = "the preview"
		}
		return next, err
	})
	if err != nil {
		return "", err
	}
	return d.confirmed(ctx, user, m, a)
}

// confirmed confirms a preview, and returns its move once the bot has shown the board and taken
// the panel away.
func (d *duel) confirmed(ctx context.Context, user *sandbox.User, preview *sandbox.Message, a *timedMove) (games.Move, error) {
	if preview == nil || !slices.Contains(bottest.Labels(*preview), "Confirm") {
		return "", fmt.Errorf("there is no preview but %+v", preview)
	}
	_, err := a.click("Confirm", func() (*sandbox.Message, error) { return nil, confirm(ctx, user, preview) })
	return games.Made(d.state, d.toMove(), confirmOf(*preview).steps), err
}

// A timedMove is one move of the crowd.
type timedMove struct {
	due    time.Time // when the move was due, by the rate of the load
	clicks []timedClick
	shown  time.Time // when the board was there
}

// A timedClick is a command, a click on a button or a pick of a menu.
type timedClick struct {
	what   string    // it was, or what it brought
	asked  time.Time // for the first of a move, when the move was due
	answer time.Time // when the person had it
}

// click does what a person does, and notes how long the answer took.
func (a *timedMove) click(what string, do func() (*sandbox.Message, error)) (*sandbox.Message, error) {
	asked := time.Now()
	if len(a.clicks) == 0 {
		asked = a.due
	}
	m, err := do()
	a.clicks = append(a.clicks, timedClick{what, asked, time.Now()})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return m, nil
}
