package publish_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/match/proof"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
)

// nonceLives is how long a channel recognises a nonce.
const nonceLives = 3 * time.Minute

// A posted message is as it is now on a [channel].
type posted struct {
	nonce    string
	at       time.Time
	content  string
	buttons  []string
	versions int
	gone     bool
}

// A channel is a [publish.Channel] with everything that was posted there. It is safe for concurrent use.
type channel struct {
	mu       sync.Mutex
	now      func() time.Time
	messages []posted
	lists    int    // how many of its newest messages it lists; 0 for all
	keeps    error  // the message that adds people to a thread stays, with this failure; nil for not
	after    func() // called after each new message is there, before Post returns; nil for nothing
}

func buttonsOf(m message.Message) (ids []string) {
	for _, c := range slices.Concat(m.Rows...) {
		ids = append(ids, c.ID)
	}
	return ids
}

func (c *channel) Post(ctx context.Context, _, nonce string, m message.Message) (string, error) {
	c.mu.Lock()
	for i, p := range c.messages {
		if p.nonce == nonce && c.now().Sub(p.at) < nonceLives {
			c.mu.Unlock()
			return strconv.Itoa(i + 1), nil
		}
	}
	c.messages = append(c.messages, posted{nonce: nonce, at: c.now(), content: m.Content, buttons: buttonsOf(m), versions: 1})
	id, after := strconv.Itoa(len(c.messages)), c.after
	c.mu.Unlock()
	if after != nil {
		after()
	}
	return id, ctx.Err()
}

// change changes a message.
func (c *channel) change(id string, change func(*posted)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, err := strconv.Atoi(id)
	if err != nil || n < 1 || n > len(c.messages) {
		return publish.ErrGone
	}
	if c.messages[n-1].gone {
		return publish.ErrGone
	}
	change(&c.messages[n-1])
	return nil
}

func (c *channel) Edit(_ context.Context, _, id string, m message.Message) error {
	return c.change(id, func(p *posted) { p.content, p.buttons, p.versions = m.Content, buttonsOf(m), p.versions+1 })
}

func (c *channel) Strip(_ context.Context, _, id string) error {
	return c.change(id, func(p *posted) { p.buttons = nil })
}

func (c *channel) Delete(_ context.Context, _, id string) error {
	return c.change(id, func(p *posted) { p.content, p.buttons, p.gone = "deleted", nil, true })
}

func (c *channel) Invite(ctx context.Context, thread, nonce string, _ []string) (string, error) {
	if c.keeps == nil {
		return "", nil
	}
	id, err := c.Post(ctx, thread, nonce, message.Message{Content: "…"})
	return id, errors.Join(err, c.keeps)
}

func (c *channel) Rename(context.Context, string, string) error { return nil }

func (c *channel) Own(_ context.Context, _ string, since time.Time) ([]publish.Posted, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var own []publish.Posted
	for i, p := range slices.Backward(c.messages) {
		if c.lists > 0 && i < len(c.messages)-c.lists {
			break
		}
		if !p.at.Before(since) && !p.gone {
			own = append(own, publish.Posted{ID: strconv.Itoa(i + 1), Content: p.content, Buttons: p.buttons})
		}
	}
	return own, nil
}

func (c *channel) Thread(context.Context, string, string, string, string) (string, error) {
	return "thread", nil
}
func (c *channel) Direct(_ context.Context, person string) (string, error) {
	return "dm-" + person, nil
}
func (c *channel) Rouse(context.Context, string) error                  { return nil }
func (c *channel) Member(context.Context, string, string) (bool, error) { return true, nil }

// A fixture is a store with one game of Permute between Ann and Ben, a channel with its first board
// as message 2, and the time.
type fixture struct {
	*channel
	t     *testing.T
	store storage.Store
	mu    sync.Mutex
	at    time.Time
}

// zeros is a random source that returns zeros only.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func newFixture(t *testing.T) *fixture {
	return newGame(t, "permute", ann, ben)
}

// newGame is newFixture for a game with other players.
func newGame(t *testing.T, game string, players ...storage.Player) *fixture {
	t.Helper()
	h, m := startGame(t, game, players...)
	_, publisher := h.process(h.store)
	if err := publisher.Publish(t.Context(), m.Unshown()); err != nil || len(h.messages) < 2 {
		t.Fatalf("the channel has %d messages (%v), want the table and the first board", len(h.messages), err)
	}
	return h
}

// startGame is newGame for a game that has begun and of which nothing is shown yet.
func startGame(t *testing.T, game string, players ...storage.Player) (*fixture, *match.Match) {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	h := &fixture{t: t, store: store, at: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	h.channel = &channel{now: h.now}
	head := storage.Head{ID: "m", Created: h.at, NextCheck: h.at}
	head.Phase, head.Players = storage.Open, players
	options := map[string]map[string]string{
		"permute": {"size": "9", "start": "chequer", "swap": "off"}, "permutu": {"symbols": "5", "distinct": "false", "start": "seat0"},
	}
	head.Setup, head.First = games.Setup{Game: game, Seats: len(players), Options: options[game]}, "me"
	for _, g := range all.Games() {
		if info := g.Info(); info.Name == game && info.Hidden {
			if err := proof.FixDeal(&head.Lobby, info, zeros{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	head.Channel, head.Home, head.Guild, head.Lang = "games", "games", "guild", "en-GB"
	head.Desired.Post = 1
	if _, err := store.Create(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	env, _ := h.process(store)
	m := h.change(env, func(m *match.Match) ([]games.Ply, error) {
		return nil, lobby.Start(m, "ann", lobby.Venue{Channel: "games"})
	})
	return h, m
}

// now is a clock that never says the same twice, like that of a machine.
func (h *fixture) now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at = h.at.Add(time.Microsecond)
	return h.at
}

// pass lets time pass.
func (h *fixture) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at = h.at.Add(d)
}

// process returns what a process has that works on a store and shows matches in the channel.
func (h *fixture) process(store storage.Store) (*match.Env, *publish.Publisher) {
	h.t.Helper()
	return h.processWith(store, func(*publish.Config) {})
}

// processWith is process with a configuration that is adjusted.
func (h *fixture) processWith(store storage.Store, adjust func(*publish.Config)) (*match.Env, *publish.Publisher) {
	h.t.Helper()
	words, err := locale.New(all.Games())
	if err != nil {
		h.t.Fatal(err)
	}
	env := match.NewEnv(all.Games(), store, h.now, zeros{})
	c := publish.Config{
		Env: env, Writer: message.NewWriter(words, []string{"classic"}), Channel: h.channel, Patient: h.channel, Brief: time.Minute, AtOnce: 4,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
	adjust(&c)
	return env, publish.New(c)
}

// move commits the next move of the game and returns its claim.
func (h *fixture) move(env *match.Env) match.Unshown {
	m, err := env.Change(h.t.Context(), "m", func(m *match.Match) ([]games.Ply, error) {
		seat := m.State.ToMove()[0]
		return m.Play(seat, m.State.Legal(seat)[0])
	})
	if err != nil {
		h.t.Error(err)
		return match.Unshown{ID: "m"}
	}
	return m.Unshown()
}

// change commits a decision.
func (h *fixture) change(env *match.Env, decide func(*match.Match) ([]games.Ply, error)) *match.Match {
	h.t.Helper()
	m, err := env.Change(h.t.Context(), "m", decide)
	h.well(err)
	return m
}

// stored returns the match as it is in the store.
func (h *fixture) stored() storage.Match {
	h.t.Helper()
	m, err := h.store.Get(h.t.Context(), "m")
	h.well(err)
	return m
}

// well ends the test for an error.
func (h *fixture) well(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// A shower shows matches: a publisher, or a process that has one.
type shower interface {
	Publish(context.Context, match.Unshown) error
	Delivered(context.Context, match.Unshown) error
	Due(context.Context, time.Duration) error
}

func (h *fixture) show(p shower, c match.Unshown) { h.t.Helper(); h.well(p.Publish(h.t.Context(), c)) }

func (h *fixture) deliver(p shower, c match.Unshown) {
	h.t.Helper()
	h.well(p.Delivered(h.t.Context(), c))
}

func (h *fixture) due(p shower, within time.Duration) {
	h.t.Helper()
	h.well(p.Due(h.t.Context(), within))
}

// finish calls wait. It ends the test after a minute and says what did not finish.
func finish(t *testing.T, wait func(), what string) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); wait() }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatalf("waited a minute for %s", what)
	}
}

// forget drops the note that a publication of the match was begun, as after [match.Env.Amend].
func (h *fixture) forget() {
	h.t.Helper()
	m, err := h.store.Get(h.t.Context(), "m")
	if err == nil {
		m.FailingSince = time.Time{}
		_, err = h.store.Append(h.t.Context(), m.Head)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// check checks that the match is wholly shown, that its newest message alone has buttons, and that
// these are of the newest turn. A lost message, of which the store knows nothing, keeps its buttons.
// It returns the number of boards in the channel.
func (h *fixture) check(when string, lost ...int) (boards int) {
	h.t.Helper()
	m := h.stored()
	if m.Published != m.Desired || !m.FailingSince.IsZero() {
		h.t.Errorf("%s: %v of %v is shown, failing since %v", when, m.Published, m.Desired, m.FailingSince)
	}
	h.channel.mu.Lock()
	defer h.channel.mu.Unlock()
	if newest := strconv.Itoa(len(h.messages)); m.Message != newest {
		h.t.Errorf("%s: the match knows message %s as its newest, want %s", when, m.Message, newest)
	}
	for i, p := range h.messages {
		if slices.Contains(lost, i+1) {
			continue
		}
		if last := i == len(h.messages)-1; (len(p.buttons) > 0) != last {
			h.t.Errorf("%s: message %d of %d has the buttons %q", when, i+1, len(h.messages), p.buttons)
		}
	}
	for _, id := range h.messages[len(h.messages)-1].buttons {
		if b, err := message.ParseButton(id); err != nil || b.Turn != m.Plies {
			h.t.Errorf("%s: the newest message has the button %q (%v), want one of turn %d", when, id, err, m.Plies)
		}
	}
	return len(h.messages) - 1
}

// errDied is the failure of every write of a process that has died.
var errDied = errors.New("the process died")

// doomed returns a process that dies when its life says so.
func (h *fixture) doomed() (*match.Env, *publish.Publisher, *life) {
	h.t.Helper()
	l := &life{left: math.MaxInt}
	env, publisher := h.process(mortalStore{h.store, l})
	return env, publisher, l
}

// diesWith has a process publish a match and die once it has posted a message.
func (h *fixture) diesWith(l *life, publisher *publish.Publisher, claim match.Unshown) {
	h.t.Helper()
	h.after = l.die
	if err := publisher.Publish(h.t.Context(), claim); !errors.Is(err, errDied) {
		h.t.Fatalf("the publication ended with %v, want the death of the process", err)
	}
	h.after = nil
}
