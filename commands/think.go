package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"parlour/games"
	"parlour/storage"
)

// pace is when an opponent bids: so long after it came to owe that, or a multiple of it
// where that was too short, so that its time tells nothing of its hand.
const pace = 4 * time.Second

// minds are the opponents that think. A match is in the one that has it, so that it is
// thought about once at a time; and so many think at once as there are rooms, of which
// games that are over take one at most.
type minds struct {
	mu    sync.Mutex
	again map[string]bool // by match that is thought about: whether it is to be looked at once more
	asked map[string]bool // what is thought over for people: for each of them one game, and one hint
	rooms chan struct{}
	over  chan struct{}
	found []found // the last games that were gone over
}

func newMinds(most int) *minds {
	return &minds{
		again: map[string]bool{}, asked: map[string]bool{},
		rooms: make(chan struct{}, max(most, 1)), over: make(chan struct{}, 1),
	}
}

// take takes a match on, unless it is being thought about already, which is then done
// once more.
func (n *minds) take(id string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	_, busy := n.again[id]
	n.again[id] = busy
	return !busy
}

// leave lets go of a match, unless it is to be looked at once more.
func (n *minds) leave(id string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.again[id] {
		n.again[id] = false
		return false
	}
	delete(n.again, id)
	return true
}

// alone has something thought over in one of the rooms, unless the context is done.
func (n *minds) alone(ctx context.Context, think func()) error {
	if ctx.Err() != nil { // though a room may be free
		return ctx.Err()
	}
	select {
	case n.rooms <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-n.rooms }()
	think()
	return nil
}

// behind has a game that is over gone over, one after the other: those who play wait for
// one such thought at most, and who asked first is answered first.
func (n *minds) behind(ctx context.Context, goOver func() error) error {
	select {
	case n.over <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-n.over }()
	return goOver()
}

// ask notes that something is thought over for a person, unless the same is already, until
// done is called.
func (n *minds) ask(what string) (done func(), ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.asked[what] {
		return nil, false
	}
	n.asked[what] = true
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.asked, what)
	}, true
}

// tooLong says to who asked for a thought that its time was up.
func tooLong(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return games.Refuse("refuse.late-thought")
	}
	return err
}

// consider has the opponents of a match make what they owe, beside all else. What a
// crash cuts off is taken up by the next look.
func (h *Host) consider(id string) {
	if !h.minds.take(id) {
		return
	}
	aside := h.Aside
	if aside == nil {
		aside = func(do func(context.Context)) { do(context.Background()) }
	}
	aside(func(ctx context.Context) {
		for done := false; !done; done = h.minds.leave(id) {
			if err := h.answerFor(ctx, id); err != nil && ctx.Err() == nil {
				h.Log.Warn("an opponent does not move", "match", id, "err", err)
			}
		}
	})
}

// answerFor makes all that the opponents of a match owe, and shows it. A panic is an
// error of this match and of no other.
func (h *Host) answerFor(ctx context.Context, id string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, Trace())
		}
	}()
	for {
		m, err := h.load(ctx, id)
		if err != nil {
			return err
		}
		seat := m.thinker()
		if seat == games.Spectator {
			return nil
		}
		move, err := h.thought(ctx, m, seat)
		if err == nil {
			err = h.bidOnTime(ctx, m, seat)
		}
		if err == nil {
			err = h.answer(ctx, m, seat, move)
		}
		if err != nil {
			return err
		}
	}
}

// answer makes the move of an opponent, unless the match has gone on since, and shows it.
// Both are done even when the bot is about to end.
func (h *Host) answer(ctx context.Context, thought *match, seat games.Seat, move games.Move) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lease)
	defer cancel()
	_, err := h.change(ctx, thought.ID, func(m *match) ([]games.Ply, error) {
		if m.turn != thought.turn || m.thinker() != seat {
			return nil, errStale
		}
		made, _, err := m.ply(seat, move)
		if err != nil { // which may have the move in it, and that may be secret
			err = errRefusedMove
		}
		return made, err
	})
	if err = ignore(err, errStale); err != nil {
		return err
	}
	return h.Show(ctx, thought.ID)
}

// thinker is the first opponent that owes a move, Spectator where none does. It waits until
// the board before is shown: else people would never see that one.
func (m *match) thinker() games.Seat {
	if m.Published != m.Desired || m.Phase != storage.Playing || m.state == nil || !m.GuildLostAt.IsZero() || m.opponent() == nil {
		return games.Spectator
	}
	for _, seat := range m.state.ToMove() {
		if !m.person(seat) && !m.waits(m.state, seat) {
			return seat
		}
	}
	return games.Spectator
}

// waits reports whether an opponent in a seat leaves the next move to people: the first of
// all, where whoever is fastest has it, and any while none of them plays and one can come
// back.
func (m *match) waits(s games.State, seat games.Seat) bool {
	if m.person(seat) {
		return false
	}
	if slices.ContainsFunc(m.people(), func(p games.Seat) bool { return slices.Contains(s.In(), p) }) {
		return racing(s)
	}
	return slices.ContainsFunc(m.people(), func(p games.Seat) bool { return m.canPlay(s, p) })
}

// thought is the move of an opponent. It leaves a game in which no person plays any more,
// and one in which it fails, as it would every time.
func (h *Host) thought(ctx context.Context, m *match, seat games.Seat) (move games.Move, err error) {
	if len(m.peopleIn()) == 0 {
		return games.Leave, nil
	}
	player, err := m.opponent().Player(string(m.Players[seat].Level), 0)
	if err != nil {
		return "", err
	}
	var failed error
	err = h.minds.alone(ctx, func() { move, failed = m.choice(player, seat) })
	if failed != nil {
		h.Log.Error("an opponent leaves a game, as it finds no move", "match", m.ID, "err", failed)
		move = games.Leave
	}
	return move, err
}

// errRefusedMove says that an opponent is wrong about the rules. It has not the move in it,
// which may be secret.
var errRefusedMove = errors.New("the game refuses its move")

// choice is the move that a player makes for a seat. A panic is an error.
func (m *match) choice(player games.Player, seat games.Seat) (move games.Move, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, Trace())
		}
	}()
	move = player(m.state.View(seat), seat, m.chanceOf(m.turn, seat))
	if _, refused := m.state.Play(seat, move); refused != nil || move.System() {
		return "", errRefusedMove
	}
	return move, nil
}

// chanceOf is what an opponent draws from in a turn. It comes from the seed of the match,
// of which it tells nothing, so that a thought which is cut off comes to the same.
func (m *match) chanceOf(turn int, seat games.Seat) games.Seed {
	return games.SeedOf(m.Setup.Seed, []string{"opponent", strconv.Itoa(turn), strconv.Itoa(int(seat))})
}

// bidOnTime waits until it is time for a seat to move, where that is a secret.
func (h *Host) bidOnTime(ctx context.Context, m *match, seat games.Seat) error {
	if !m.info.Hidden || h.Wait == nil {
		return nil
	}
	taken := h.Now().Sub(m.Clocks[seat].Since)
	return h.Wait(ctx, (taken/pace+1)*pace-taken)
}
