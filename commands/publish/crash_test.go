package publish_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/storage"
)

// A life is that of a process that dies at a request to Discord or at a write of its store.
type life struct {
	mu   sync.Mutex
	left int  // requests and writes before its last
	cut  bool // whether its last has no effect
}

// lives does something that takes effect unless the process is dead, and reports whether it is alive
// after it.
func (l *life) lives(do func() error) error {
	l.mu.Lock()
	l.left--
	dead, last := l.left < 0, l.left == 0
	l.mu.Unlock()
	if dead || last && l.cut {
		return errDied
	}
	err := do()
	if last {
		return errDied
	}
	return err
}

// die ends the life.
func (l *life) die() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left = 0
}

// mortalStore and mortalChannel are what a process has that dies.
type mortalStore struct {
	storage.Store
	*life
}

func (s mortalStore) Append(ctx context.Context, head storage.Head, entries ...storage.Entry) (written storage.Head, err error) {
	err = s.lives(func() error { written, err = s.Store.Append(ctx, head, entries...); return err })
	return written, err
}

type mortalChannel struct {
	*channel
	*life
}

func (c mortalChannel) Post(ctx context.Context, channel, nonce string, m message.Message) (id string, err error) {
	err = c.lives(func() error { id, err = c.channel.Post(ctx, channel, nonce, m); return err })
	return id, err
}

func (c mortalChannel) Edit(ctx context.Context, channel, id string, m message.Message) error {
	return c.lives(func() error { return c.channel.Edit(ctx, channel, id, m) })
}

func (c mortalChannel) Delete(ctx context.Context, channel, id string) error {
	return c.lives(func() error { return c.channel.Delete(ctx, channel, id) })
}

func (c mortalChannel) Own(ctx context.Context, channel string, since time.Time) (own []publish.Posted, err error) {
	err = c.lives(func() error { own, err = c.channel.Own(ctx, channel, since); return err })
	return own, err
}

// mortalProcess returns a process that dies.
func (h *fixture) mortalProcess(l *life) (*match.Env, *publish.Publisher) {
	env, publisher := h.process(mortalStore{h.store, l})
	publisher.Channel, publisher.Patient = mortalChannel{h.channel, l}, mortalChannel{h.channel, l}
	return env, publisher
}

// A process dies again and again while two people move and ask for a draw, at any request and at any
// write, mostly before a publication ends. In the end each board of the past is a line, and each ply
// is told once, though the channel lists no more than its newest messages.
func TestNoBoardIsLostByCrashes(t *testing.T) {
	for seed := range uint64(3) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			h, _ := startGame(t, "permute", ann, ben)
			chance := rand.New(rand.NewPCG(seed, 0))
			h.lists = 12
			for range 30 {
				l := &life{left: 1 + chance.IntN([]int{6, 8, 20}[seed%3]), cut: chance.IntN(3) == 0}
				env, publisher := h.mortalProcess(l)
				if chance.IntN(2) == 0 { // else somebody moves first
					shows(t, publisher.Due(t.Context(), match.Lease-1))
				}
				for l.left > 0 && h.playing() {
					h.act(env, publisher, chance)
				}
				h.pass(time.Duration(chance.Int64N(int64(2 * time.Second))))
			}
			h.showAll()
			h.checkLines()
		})
	}
}

// Each process dies after it has posted a message, before that is noted. The next notes a board
// before it posts its own, so however many die, no board gets out of reach.
func TestEachProcessNotesTheBoardOfTheOneBefore(t *testing.T) {
	h, _ := startGame(t, "permute", ann, ben)
	h.lists = 4
	for range 20 {
		env, publisher, life := h.doomed()
		h.diesWith(life, publisher, h.move(env))
		h.pass(time.Second)
	}
	h.showAll()
	h.checkLines()
}

// A crash leaves a board that asked Ann whether to claim the win, though Ben owed the move. The next
// process knows whom it notified, so that it is not deleted before they have acted.
func TestFoundBoardHasNotifiedWhomItMentions(t *testing.T) {
	h := newFixture(t)
	env, publisher, life := h.doomed()
	h.diesWith(life, publisher, h.move(env))
	lost := &h.messages[len(h.messages)-1]
	lost.content = "<@ann>, Ben is out of time."
	env, publisher = h.process(h.store)
	publisher.Channel = &stubborn{h.channel, errors.New("30046")} // so that the head tells of the old boards
	shows(t, publisher.Publish(t.Context(), h.move(env)))
	m, err := h.store.Get(t.Context(), "m")
	i := slices.IndexFunc(m.Old, func(b storage.Board) bool { return b.Turn == 1 })
	if err != nil || i < 0 || !slices.Equal(m.Old[i].Pinged, []string{"ann"}) {
		t.Errorf("old are %+v (%v), want the board of turn 1 to have notified ann", m.Old, err)
	}
}

// showAll has a process that lives show the match.
func (h *fixture) showAll() {
	h.t.Helper()
	_, publisher := h.process(h.store)
	for range 3 {
		h.pass(match.Lease)
		h.due(publisher, match.Lease-1)
	}
}

// checkLines checks that the newest board alone is a board, and that the lines of the others and
// the newest board tell of each ply once.
func (h *fixture) checkLines() {
	h.t.Helper()
	m := h.stored()
	if m.Published != m.Desired || !m.FailingSince.IsZero() || len(m.Old) > 0 {
		h.t.Errorf("%v of %v is shown, failing since %v, old are %v", m.Published, m.Desired, m.FailingSince, m.Old)
	}
	told := map[string]int{}
	for i, p := range h.messages {
		isBoard := slices.ContainsFunc(p.buttons, func(id string) bool {
			b, err := message.ParseButton(id)
			return err == nil && b.Verb == "more"
		})
		if isLive := strconv.Itoa(i+1) == m.Message; isBoard && !isLive {
			h.t.Errorf("message %d of %d is a board still, with the buttons %q", i+1, len(h.messages), p.buttons)
		}
		for line := range strings.Lines(p.content) {
			if number, _, ok := strings.Cut(line, `\. `); ok {
				told[number]++
			}
		}
	}
	for n := range m.Live.From {
		if told[strconv.Itoa(n+1)] != 1 {
			h.t.Errorf("ply %d of %d is told %d times in the lines", n+1, m.Plies, told[strconv.Itoa(n+1)])
		}
	}
}

// playing reports whether the match is not over.
func (h *fixture) playing() bool {
	m, err := h.store.Get(h.t.Context(), "m")
	return err == nil && m.Phase == storage.Playing
}

// shows checks that a publication ended well, or with the death of its process.
func shows(t *testing.T, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, errDied) {
		t.Errorf("a publication failed with %v", err)
	}
}

// act has somebody move, ask for a draw or decline one.
func (h *fixture) act(env *match.Env, publisher *publish.Publisher, chance *rand.Rand) {
	h.pass(time.Duration(chance.Int64N(int64(time.Second))))
	m, err := env.Change(h.t.Context(), "m", func(m *match.Match) ([]games.Ply, error) {
		m.RequestID = "request"
		if m.Phase != storage.Playing {
			return nil, match.ErrStale
		}
		seat := m.State.ToMove()[0]
		if i := slices.IndexFunc(m.Asks, func(a storage.Ask) bool { return a.Answer == "" }); i >= 0 && chance.IntN(2) == 0 {
			_, plies, err := m.AnswerAsk(m.SeatOf(otherOf(m.Asks[i].By)), m.Asks[i].Number, false)
			return plies, err
		}
		if chance.IntN(5) == 0 {
			return m.Ask(seat, match.AboutDraw)
		}
		legal := m.State.Legal(seat)
		return m.Play(seat, legal[chance.IntN(len(legal))])
	})
	if err != nil {
		return
	}
	shows(h.t, publisher.Publish(h.t.Context(), m.Unshown()))
}

// otherOf returns the other of the two players.
func otherOf(id string) string { return map[string]string{"ann": "ben", "ben": "ann"}[id] }
