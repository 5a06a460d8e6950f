package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/bot/sandbox"
	"parlour/games"
	"parlour/games/permute"
)

// A crowd plays many games of two, each in a thread of its own.
type crowd struct {
	discord *sandbox.Server
	duels   []*duel
	free    chan *duel // games whose newest board has come, the longest waiting first
}

// A duel is one game of Permute, as its two players know it.
type duel struct {
	seats  [2]*sandbox.User
	names  [2]string
	thread string
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
			channel = discord.Stage().AddChannel(fmt.Sprintf("games-%d", n/duelsPerChannel), sandbox.Text)
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
	line := fmt.Sprintf("/play permute size:9 start:chequer swap:on first:me opponent:@%s", d.names[1])
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
	_, err = d.board(ctx)
	return err
}

// boards returns the public messages of a game. The first is from before any move.
func boards(all []sandbox.Message) []sandbox.Message {
	return slices.DeleteFunc(slices.Clone(all), func(m sandbox.Message) bool { return m.Ephemeral })
}

// board waits for the board after the newest move.
func (d *duel) board(ctx context.Context) (sandbox.Message, error) {
	seen, err := d.seats[0].Await(ctx, d.thread, func(all []sandbox.Message) bool { return len(boards(all)) > len(d.log) })
	if err != nil {
		return sandbox.Message{}, fmt.Errorf("no board after move %d: %w", len(d.log), err)
	}
	return boards(seen)[len(d.log)], nil
}

// toMove returns the seat whose turn it is, or -1 when the game is over.
func (d *duel) toMove() games.Seat {
	if seats := d.state.ToMove(); len(seats) > 0 {
		return seats[0]
	}
	return -1
}

// A timedMove is one move of the crowd.
type timedMove struct {
	due      time.Time // when the move was due, by the rate of the load
	answered time.Time // when the player had the answer
	shown    time.Time // when the board was there
}

// play has the crowd make moves at a fixed rate, whether earlier moves are done or not,
// and returns them when the last board is shown. A move goes to the game that has waited
// longest; if none waits, play waits for one.
func (c *crowd) play(ctx context.Context, moves int, every time.Duration) ([]timedMove, error) {
	all := make([]timedMove, moves)
	under, ctx := errgroup.WithContext(ctx)
	first := time.Now()
	for n := range all {
		all[n].due = first.Add(time.Duration(n) * every)
		d, err := c.next(ctx, all[n].due)
		if err != nil {
			return nil, errors.Join(under.Wait(), err)
		}
		under.Go(func() error { return c.move(ctx, d, &all[n]) })
	}
	return all, under.Wait()
}

// next waits until a move is due, and then for a game.
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

// move plays a random legal move and waits for its board. Then the game waits for its
// next move, unless it is over.
func (c *crowd) move(ctx context.Context, d *duel, a *timedMove) error {
	seat := d.toMove()
	legal := d.state.Legal(seat)
	move := legal[d.chance.IntN(len(legal))]
	said, err := d.seats[seat].Slash(ctx, d.thread, "/move move:"+string(move))
	a.answered = time.Now()
	if err != nil {
		return fmt.Errorf("%s of %s: %w", move, d.names[seat], err)
	}
	if d.state, err = d.state.Play(seat, move); err != nil {
		return err
	}
	d.log = append(d.log, move)
	board, err := d.board(ctx)
	if err != nil {
		return fmt.Errorf("%s of %s was answered with %q: %w", move, d.names[seat], said.Content, err)
	}
	a.shown = board.Time
	if d.toMove() >= 0 {
		c.free <- d
	}
	return nil
}
