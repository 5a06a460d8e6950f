package publish_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/games/all"
)

// A renamer is a channel that gives names, and fails as it is told.
type renamer struct {
	*channel
	fails []error // of the next renames
	names []string
}

func (r *renamer) Rename(_ context.Context, _, name string) error {
	if r.names = append(r.names, name); len(r.fails) == 0 {
		return nil
	}
	err := r.fails[0]
	r.fails = r.fails[1:]
	return err
}

// A thread is renamed once, before the board of the end. A name that the server forbids is tried
// without people's names, a rename that must wait is made later, and any other failure is the last.
func TestThreadIsRenamedOnce(t *testing.T) {
	const full, bare = "Permute 9×9, no swap · Ben beat Ann", "Permute 9×9, no swap"
	for name, c := range map[string]struct {
		fails []error
		want  []string
	}{
		"at once":        {nil, []string{full}},
		"forbidden name": {[]error{publish.ErrName}, []string{full, bare}},
		"later":          {[]error{publish.ErrLater}, []string{full, full}},
		"refused":        {[]error{errors.New("502")}, []string{full}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newFixture(t)
			env, publisher := h.process(h.store)
			r := &renamer{channel: h.channel, fails: c.fails}
			publisher.Channel = r
			m := h.change(env, func(m *match.Match) ([]games.Ply, error) {
				m.Channel, m.Live.Channel = "thread", "thread"
				return m.Resign(0)
			})
			h.show(publisher, m.Unshown())
			if len(h.messages) != 3 {
				t.Errorf("there are %d messages, want the end to be posted whatever becomes of the name", len(h.messages))
			}
			for range 3 {
				h.pass(11 * 60e9)
				h.due(publisher, 0)
			}
			if !slices.Equal(r.names, c.want) {
				t.Errorf("the thread was called %q, want %q", r.names, c.want)
			}
			if m := h.stored(); !m.Renamed || !m.NextCheck.IsZero() {
				t.Errorf("renamed is %v, and the next check is at %v, want no other", m.Renamed, m.NextCheck)
			}
		})
	}
}

// A stubborn channel fails every change of a message until it is told not to.
type stubborn struct {
	*channel
	err error
}

func (s *stubborn) Edit(ctx context.Context, channel, id string, m message.Message) error {
	if s.err != nil {
		return s.err
	}
	return s.channel.Edit(ctx, channel, id, m)
}

// A board that cannot become a line now does so later, without another move and without another
// message. One that nobody lets the bot change is left alone.
func TestBoardBecomesALineLater(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		left int // boards of the past that are remembered
	}{"for now": {errors.New("30046"), 1}, "for good": {publish.ErrForbidden, 0}} {
		t.Run(name, func(t *testing.T) {
			h := newFixture(t)
			env, publisher := h.process(h.store)
			s := &stubborn{h.channel, c.err}
			publisher.Channel = s
			h.show(publisher, h.move(env))
			if m := h.stored(); m.Published != m.Desired || len(m.Old) != c.left || !m.FailingSince.IsZero() {
				t.Fatalf("%v of %v is shown, old are %v, failing since %v; want %d old", m.Published, m.Desired, m.Old, m.FailingSince, c.left)
			}
			s.err = nil
			h.pass(match.Lease + 1e9)
			h.due(publisher, 0)
			line := h.messages[1].content == "Ann moves first."
			if line != (c.left == 1) || len(h.messages) != 3 {
				t.Errorf("among %d messages the first board says %q", len(h.messages), h.messages[1].content)
			}
			if m := h.stored(); len(m.Old) > 0 {
				t.Errorf("old are %v, want none", m.Old)
			}
		})
	}
}

// A clock expires in an auction: the board that notified its player stays as a line, because the
// player has not read it. A board whose people have all acted is deleted.
func TestUnreadBoardIsNotDeleted(t *testing.T) {
	for name, lapses := range map[string]bool{"everybody bids": false, "a clock expires": true} {
		t.Run(name, func(t *testing.T) {
			h := newGame(t, "permutations", ann, ben)
			env, publisher := h.process(h.store)
			var last *match.Match
			for seat := range games.Seat(2) {
				m := h.change(env, func(m *match.Match) ([]games.Ply, error) {
					if lapses && seat == 1 {
						return m.Play(seat, games.Lapse)
					}
					m.RequestID = "request"
					return m.Play(seat, m.State.Legal(seat)[0])
				})
				last = m
			}
			h.show(publisher, last.Unshown())
			board := h.messages[h.board(t)]
			if board.gone == lapses || len(board.buttons) > 0 {
				t.Errorf("the board of the bids is deleted: %v, and says %q with the buttons %v", board.gone, board.content, board.buttons)
			}
		})
	}
}

// board returns the index of the first board of the match, after its table.
func (h *fixture) board(t *testing.T) int {
	t.Helper()
	i := slices.IndexFunc(h.messages, func(p posted) bool { return p.nonce == "m-2" })
	if i < 0 {
		t.Fatal("there is no board")
	}
	return i
}

// A rematch leaves the name of its thread alone, also while the result of the game before still
// waits to become its name. The end of the rematch renames it, with a result or without.
func TestRematchRenamesNothing(t *testing.T) {
	const first, second = "Permute 9×9, no swap · Ben beat Ann", "Permute 9×9, no swap · Ann beat Ben"
	const off, bareOff = "Permute 9×9, no swap · Ben – Ann · game 2 (called off)", "Permute 9×9, no swap (called off)"
	resign := func(m *match.Match) ([]games.Ply, error) { return m.Resign(0) }
	callOff := func(m *match.Match) ([]games.Ply, error) { return m.CallOff(0) }
	for name, c := range map[string]struct {
		fails []error
		ends  func(*match.Match) ([]games.Ply, error)
		want  []string
	}{
		"named":                {nil, resign, []string{first, second}},
		"waiting":              {[]error{publish.ErrLater, publish.ErrLater}, resign, []string{first, first, second}}, // at the end, and with the question
		"off":                  {nil, callOff, []string{first, off}},
		"off, later":           {[]error{nil, publish.ErrLater}, callOff, []string{first, off, off}},
		"off, forbidden names": {[]error{nil, publish.ErrName}, callOff, []string{first, off, bareOff}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newFixture(t)
			env, publisher := h.process(h.store)
			r := &renamer{channel: h.channel, fails: c.fails}
			publisher.Channel = r
			change := func(id string, decide func(*match.Match) ([]games.Ply, error)) {
				t.Helper()
				m, err := env.Change(t.Context(), id, decide)
				if err == nil {
					err = publisher.Publish(t.Context(), m.Unshown())
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			change("m", func(m *match.Match) ([]games.Ply, error) {
				m.Channel, m.Live.Channel = "thread", "thread"
				return m.Resign(0)
			})
			for _, seat := range []games.Seat{0, 1} {
				change("m", func(m *match.Match) ([]games.Ply, error) {
					m.RequestID = "again"
					return m.Rematch(seat)
				})
			}
			wait := func() {
				t.Helper()
				for range 3 {
					h.due(publisher, 0)
					h.pass(11 * 60e9)
				}
			}
			wait()
			change(match.IDOf("again"), c.ends)
			wait()
			if !slices.Equal(r.names, c.want) {
				t.Errorf("the thread was called %q, want %q", r.names, c.want)
			}
		})
	}
}

// A message that adds people to a thread and could not be deleted then is noted with what else is over, and goes
// with it.
func TestWhatAddsPeopleToAThreadGoes(t *testing.T) {
	h, m := startGame(t, "permute", ann, ben)
	env, publisher := h.process(h.store)
	m, err := env.Change(t.Context(), m.ID, func(m *match.Match) ([]games.Ply, error) { m.Thread = true; return nil, nil })
	if err != nil {
		t.Fatal(err)
	}
	h.keeps = context.DeadlineExceeded
	h.show(publisher, m.Unshown())
	i := slices.IndexFunc(h.messages, func(p posted) bool { return p.nonce == "m-invite" })
	if i < 0 || !h.messages[i].gone {
		t.Errorf("the messages are %+v, want the one that adds people to the thread to be deleted", h.messages)
	}
	if m, err = env.Load(t.Context(), m.ID); err != nil || m.Channel != "thread" || len(m.Old) != 0 {
		t.Errorf("the game is in %s and leaves %+v (%v), want nothing left in the thread", m.Channel, m.Old, err)
	}
}

// A process died after it had posted a message that adds people to a thread, and its nonce is forgotten: the next
// process deletes what is left of it.
func TestWhatADeathLeftInAThreadGoes(t *testing.T) {
	for _, said := range []string{publish.Invitation, "<@ann> <@ben>"} {
		h, m := startGame(t, "permute", ann, ben)
		env, publisher := h.process(h.store)
		if _, err := env.Change(t.Context(), m.ID, func(m *match.Match) ([]games.Ply, error) { m.Thread = true; return nil, nil }); err != nil {
			t.Fatal(err)
		}
		h.messages = append(h.messages, posted{nonce: "m-invite", at: h.now(), content: said})
		h.pass(nonceLives + time.Minute)
		h.due(publisher, 0)
		if !h.messages[0].gone || len(h.messages) != 3 {
			t.Errorf("the messages are %+v, want %q to be deleted, the table and the board", h.messages, said)
		}
	}
}

// The table of a game was posted, and nobody noted that. The answer to the press that began the game has changed it
// into what it is now, with the code of the deal. The next process takes it for the table, and posts no other.
func TestTableThatBeganIsFound(t *testing.T) {
	h, m := startGame(t, "permutations", ann, ben)
	words, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	began := message.NewWriter(words, []string{"classic"}).Coded().Table(m).Content
	h.messages = append(h.messages, posted{nonce: "m-1", at: h.now(), content: began})
	h.pass(nonceLives + time.Minute)
	_, publisher := h.process(h.store)
	h.due(publisher, 0)
	if now, err := h.store.Get(t.Context(), m.ID); err != nil || now.Table != "1" || len(h.messages) != 2 {
		t.Errorf("the table is message %s of %+v (%v), want the first, and one board", now.Table, h.messages, err)
	}
}
