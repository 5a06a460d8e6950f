package publish_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/storage"
	"parlour/storage/fleet"
	"parlour/storage/storetest"
)

// A shared store is one that several processes have. It has the time of the fixture, and counts the writes of
// one process.
type shared struct {
	storetest.Shared
	writes *atomic.Int64
}

func (s shared) Append(ctx context.Context, head storage.Head, entries ...storage.Entry) (storage.Head, error) {
	written, err := s.Store.Append(ctx, head, entries...)
	if err == nil {
		s.writes.Add(1)
	}
	return written, err
}

func (s shared) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	written, err := s.Store.PutRecord(ctx, r)
	if err == nil {
		s.writes.Add(1)
	}
	return written, err
}

// A posting channel counts the posts of one process.
type posting struct {
	*channel
	posts atomic.Int64
	after func(id string) // called after each change of a message; nil for nothing
}

func (c *posting) Edit(ctx context.Context, channel, id string, m message.Message) error {
	err := c.channel.Edit(ctx, channel, id, m)
	if c.after != nil {
		c.after(id)
	}
	return err
}

func (c *posting) Delete(ctx context.Context, channel, id string) error {
	err := c.channel.Delete(ctx, channel, id)
	if c.after != nil {
		c.after(id)
	}
	return err
}

func (c *posting) Post(ctx context.Context, channel, nonce string, m message.Message) (string, error) {
	c.posts.Add(1)
	return c.channel.Post(ctx, channel, nonce, m)
}

// A member is a process that is not alone.
type member struct {
	*publish.Publisher
	fleet  *fleet.Member
	sends  *posting
	writes atomic.Int64
}

// joins starts a process that is not alone.
func (h *fixture) joins() *member {
	h.t.Helper()
	p := &member{sends: &posting{channel: h.channel}}
	store := shared{storetest.Shared{Store: h.store, Clock: h.now}, &p.writes}
	var err error
	if p.fleet, err = fleet.Join(h.t.Context(), store, h.now, nil); err != nil {
		h.t.Fatal(err)
	}
	env, publisher := h.processWith(store, func(c *publish.Config) { c.Channel, c.Patient = p.sends, p.sends })
	env.Fleet, p.Publisher = p.fleet, publisher
	return p
}

// looks has a process look at the others, and says whether the lease of one has ended.
func (h *fixture) looks(p *member) bool {
	h.t.Helper()
	ended, err := p.fleet.Look(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return ended
}

// ends lets the lease of all others end, as one process sees it.
func (h *fixture) ends(seen *member) {
	h.t.Helper()
	h.pass(20 * time.Second)
	if !h.looks(seen) {
		h.t.Fatal("the lease of the other has not ended")
	}
}

// afterFirst has something happen once, after the next message is there and before its process knows.
func (h *fixture) afterFirst(do func()) {
	var done atomic.Bool
	h.after = func() {
		if !done.Swap(true) {
			do()
		}
	}
}

// Two processes show moves in turn.
func TestTwoProcessesInTurn(t *testing.T) {
	h := newFixture(t)
	both := []*member{h.joins(), h.joins()}
	for i := range 8 {
		p := both[i%2]
		h.show(p, h.move(p.Env))
		if boards := h.check(fmt.Sprint("after move ", i+1)); boards != i+2 {
			t.Fatalf("after move %d there are %d boards", i+1, boards)
		}
	}
	h.checkLines()
	if both[0].sends.posts.Load() != 4 || both[1].sends.posts.Load() != 4 {
		t.Error("the two have not posted four boards each")
	}
}

// A move that is made at one process while another publishes the match is left to that one, which shows it
// at once.
func TestMoveDuringAnothersPublication(t *testing.T) {
	h := newFixture(t)
	a, b := h.joins(), h.joins()
	h.afterFirst(func() {
		if err := b.Publish(t.Context(), h.move(b.Env)); err != nil {
			t.Error(err)
		}
		if err := b.Due(t.Context(), match.Lease-1); err != nil {
			t.Error(err)
		}
	})
	h.show(a, h.move(a.Env))
	if boards := h.check("after both moves"); boards != 3 || b.sends.posts.Load() != 0 {
		t.Errorf("%d boards were posted, %d of them by the other process, want 3 and none", boards, b.sends.posts.Load())
	}
	h.checkLines()
}

// A process posts the board of a move. Meanwhile the answer to a press at another one has changed the board
// that was pressed, after that had become a line. It is a line in the end.
func TestAnswerInAnotherProcessDuringAPublication(t *testing.T) {
	h := newFixture(t)
	a, b := h.joins(), h.joins()
	board := h.messages[1].buttons
	a.sends.after = func(id string) { // the old board has become a line
		if id != "2" {
			return
		}
		a.sends.after = nil
		changed, err := b.Env.Change(t.Context(), "m", func(m *match.Match) ([]games.Ply, error) { m.Desired.Edit++; return nil, nil })
		if err != nil {
			t.Error(err)
			return
		}
		c := changed.Unshown()
		c.Message = id
		if err := h.channel.change(id, func(p *posted) { p.buttons = board }); err != nil {
			t.Error(err)
		}
		if err := b.Delivered(t.Context(), c); err != nil {
			t.Error(err)
		}
	}
	h.show(a, h.move(a.Env))
	h.checkLines()
	if len(h.messages) != 3 || len(h.messages[1].buttons) > 0 || b.sends.posts.Load() > 0 {
		t.Errorf("of %d messages the old board has the buttons %q", len(h.messages), h.messages[1].buttons)
	}
}

// The answer to a press changes a question at one process after another has shown the last answer: its buttons
// do not stay.
func TestAnswerInAnotherProcessAfterTheLast(t *testing.T) {
	for name, shownFirst := range map[string]bool{"the line is shown": true, "the line is still to come": false} {
		h := newFixture(t)
		a, b := h.joins(), h.joins()
		asked, err := a.Env.Change(t.Context(), "m", func(m *match.Match) ([]games.Ply, error) {
			return m.Ask(0, match.AboutDraw)
		})
		if err != nil {
			t.Fatal(err)
		}
		h.show(a, asked.Unshown())
		n := len(h.messages) - 1
		id, buttons := fmt.Sprint(n+1), h.messages[n].buttons
		if len(buttons) == 0 {
			t.Fatalf("%s: the question has no buttons", name)
		}
		shows := asked.Unshown()
		shows.Ask, shows.Message = 1, id

		answered := h.change(a.Env, func(m *match.Match) ([]games.Ply, error) {
			_, plies, err := m.AnswerAsk(1, 1, false)
			return plies, err
		})
		if shownFirst {
			h.show(a, answered.Unshown())
		}
		if err := h.channel.change(id, func(p *posted) { p.buttons = buttons }); err != nil {
			t.Fatal(err)
		}
		for _, p := range []*member{b, a} {
			h.deliver(p, shows)
		}
		if left := h.messages[n]; len(left.buttons) > 0 || left.gone {
			t.Errorf("%s: the question has the buttons %q and is deleted: %v", name, left.buttons, left.gone)
		}
	}
}

// Three processes are asked for moves, draws and answers at the same time. Nothing is left to a later look, each
// ply is told once, and one board is live.
func TestProcessesAtTheSameTime(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			h := newFixture(t)
			var people sync.WaitGroup
			for i := range 3 {
				p, chance := h.joins(), rand.New(rand.NewPCG(seed, uint64(i)))
				people.Go(func() {
					for range 12 {
						h.looks(p)
						h.act(p.Env, p.Publisher, chance)
					}
				})
			}
			finish(t, people.Wait, "three processes to end their work")
			h.checkLines()
		})
	}
}

// What a process has claimed is left alone while its lease goes on, however late it is. When the lease has
// ended another goes on with it, before it is due again.
func TestClaimHoldsAsLongAsItsLease(t *testing.T) {
	h := newFixture(t)
	a, b := h.joins(), h.joins()
	h.move(a.Env) // and no more
	h.pass(time.Hour)
	if err := b.Due(t.Context(), 0); err != nil || b.sends.posts.Load() != 0 {
		t.Fatalf("the other posts %d boards (%v) while the first is alive", b.sends.posts.Load(), err)
	}
	h.looks(a) // it renews its lease
	h.looks(b)
	h.move(a.Env)
	if err := b.Due(t.Context(), match.Lease-1); err != nil || b.sends.posts.Load() != 0 {
		t.Fatalf("the other posts %d boards (%v) while the first is alive", b.sends.posts.Load(), err)
	}
	h.ends(b)
	h.due(b, match.Lease-1)
	if boards := h.check("after the lease"); boards != 2 {
		t.Errorf("%d boards were posted, want the first and that of both moves", boards)
	}
}

// A process is frozen while it posts a board. Another takes the match over, and people move on. When the
// first wakes it posts nothing more and writes nothing.
func TestFrozenWhilePosting(t *testing.T) {
	h := newFixture(t)
	a, b := h.joins(), h.joins()
	first := h.move(a.Env)
	var before int64
	h.afterFirst(func() {
		h.ends(b)
		if err := b.Due(t.Context(), match.Lease-1); err != nil {
			t.Error(err)
		}
		if err := b.Publish(t.Context(), h.move(b.Env)); err != nil {
			t.Error(err)
		}
		before = a.writes.Load()
	})
	if err := a.Publish(t.Context(), first); err != nil {
		t.Log("the publication of the process that was frozen ends with", err)
	}
	if n := a.writes.Load(); n != before {
		t.Errorf("the process that was frozen wrote %d times after it woke", n-before)
	}
	if boards := h.check("after it woke"); boards != 3 || a.sends.posts.Load() != 1 {
		t.Errorf("%d boards were posted, in %d requests of the process that was frozen, want 3 and one", boards, a.sends.posts.Load())
	}
	h.checkLines()
}

// A process whose lease was lost begins no publication, and goes on under another id.
func TestNothingBeginsWithoutALease(t *testing.T) {
	h := newFixture(t)
	a, b := h.joins(), h.joins()
	first := h.move(a.Env)
	h.ends(b)
	if err := a.fleet.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.Publish(t.Context(), first); err != fleet.ErrOver || a.sends.posts.Load() != 0 {
		t.Errorf("Publish = %v, after %d posts, want %v", err, a.sends.posts.Load(), fleet.ErrOver)
	}
	h.due(b, match.Lease-1)
	h.check("after the other has taken it over")
}

// owes has Ann wait for a message.
func (h *fixture) owes() {
	h.t.Helper()
	_, err := storage.People.Change(h.t.Context(), h.store, "ann", func(p *storage.Person) error {
		p.Direct, p.NextCheck, p.Notices = "dm-ann", h.now(), 1
		p.Outbox = []storage.Notice{{At: h.now(), Nonce: "n1", Content: "Your turn."}}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// said counts how often something was posted.
func (h *fixture) said(what string) (n int) {
	h.channel.mu.Lock()
	defer h.channel.mu.Unlock()
	for _, p := range h.messages {
		if p.content == what {
			n++
		}
	}
	return n
}

// A person is told once, though two processes look at the same time.
func TestRemindersOfTwoProcesses(t *testing.T) {
	h := newFixture(t)
	h.owes()
	var both sync.WaitGroup
	for range 2 {
		p := h.joins()
		both.Go(func() {
			if err := publish.NewReminders(p.Publisher).Due(t.Context(), h.now()); err != nil {
				t.Error(err)
			}
		})
	}
	finish(t, both.Wait, "two processes to remind Ann")
	ann, err := storage.People.Get(t.Context(), h.store, "ann")
	if err != nil || len(ann.Outbox) > 0 || ann.Owner != "" || h.said("Your turn.") != 1 {
		t.Errorf("Ann was told %d times, and is %+v (%v)", h.said("Your turn."), ann, err)
	}
}

// A process is frozen while it tells a person something. Another goes on with that when the lease has ended,
// not before. The message is there once, and the first writes nothing when it wakes.
func TestFrozenWhileReminding(t *testing.T) {
	h := newFixture(t)
	a, b := h.joins(), h.joins()
	h.owes()
	var before int64
	other := publish.NewReminders(b.Publisher)
	h.afterFirst(func() {
		h.pass(time.Hour)
		if err := other.Due(t.Context(), h.now().Add(match.Lease)); err != nil || b.writes.Load() > 1 {
			t.Errorf("the other writes %d times (%v) while the first is alive", b.writes.Load()-1, err)
		}
		h.pass(-time.Hour)
		h.ends(b)
		if err := other.Due(t.Context(), h.now().Add(match.Lease-1)); err != nil {
			t.Error(err)
		}
		before = a.writes.Load()
	})
	if err := publish.NewReminders(a.Publisher).Due(t.Context(), h.now()); err != nil {
		t.Fatal(err)
	}
	ann, err := storage.People.Get(t.Context(), h.store, "ann")
	if err != nil || len(ann.Outbox) > 0 || ann.Owner != "" || h.said("Your turn.") != 1 || a.writes.Load() != before {
		t.Errorf("Ann was told %d times, and is %+v (%v); the first wrote %d times after it woke", h.said("Your turn."), ann, err, a.writes.Load()-before)
	}
}
