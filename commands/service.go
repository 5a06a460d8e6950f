// Package commands is what people can ask for: open a table, sit down, move, resign, look. A
// [Request] comes in as data and a [Reply] goes out as data; it knows no Discord and
// draws no pictures.
//
// Its policies:
//
//   - A file is one thing that people do: its definition, its handlers, the buttons that belong
//     to it, its completion. The tables in table.go name them all.
//   - A handler takes a decision of package match, which [match.Env.Change] commits, and says
//     what was done. The answer is for the asker alone; what others see is published from the
//     store after the commit, by package publish.
//   - No state of a conversation lives in memory. A button carries all it needs, and a stale one
//     is answered with the board as it is now.
//   - An error is one sentence that says what was wrong and what would be right, and it has
//     changed nothing.
//
// The entry points are [Service.Handle] for what people do, [Service.Publish] for what that
// changed, and [Service.Due] and [Service.Remind] for what the time brings.
package commands

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/match/lobby"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/commands/think"
	"parlour/games"
	"parlour/storage"
)

// Caps bound what one person may have going at once.
type Caps = lobby.Caps

// A Config is what a [Service] works with.
type Config struct {
	Games    []games.Game
	Palettes []string // of pictures, by the names that the catalogue has for them; the usual one first
	Store    storage.Store
	Channel  publish.Channel
	Guest    publish.Channel                            // where the bot can only answer; nil if it offers no games there
	Patient  publish.Channel                            // the same for what can wait, such as reminders; nil for Channel itself
	AtOnce   int                                        // how many publications there may be at once; 0 for one
	Caps     Caps                                       // of each person; no bounds where they are zero
	Thinkers int                                        // how many opponents may think at once; 0 for one
	Aside    func(do func(context.Context))             // does something beside all else that nobody waits for; nil for at once
	Wait     func(context.Context, time.Duration) error // waits, unless the context is done; nil for not at all
	Brief    time.Duration                              // how long a direct message, or stripping an old board, may hold up the next board; 0 for 5 s
	Shown    func(*match.Match)                         // called when all that was committed of a match is shown, and is not to wait for anything; may be nil
	Now      func() time.Time
	Random   io.Reader // for seeds and for the order of the seats
	Log      *slog.Logger
}

// A Service hosts matches. It is safe for concurrent use. Make one with [New].
type Service struct {
	Config
	env       *match.Env
	writer    *message.Writer
	publisher *publish.Publisher
	reminders *publish.Reminders
	thinkers  *think.Pool
	gate      *lobby.Gate
	commands  map[string]command
	verbs     map[string]verb
}

// New returns a Service.
func New(c Config) (*Service, error) {
	words, err := locale.New(c.Games)
	if err != nil {
		return nil, fmt.Errorf("read the sentences: %w", err)
	}
	if c.Patient == nil {
		c.Patient = c.Channel
	}
	if c.Brief == 0 {
		c.Brief = 5 * time.Second
	}
	if c.Aside == nil {
		c.Aside = func(do func(context.Context)) { do(context.Background()) }
	}
	s := &Service{Config: c, commands: map[string]command{}, verbs: verbs()}
	for _, command := range commandTable() {
		s.commands[command.name] = command
	}
	s.env = match.NewEnv(c.Games, c.Store, c.Now, c.Random)
	s.gate = lobby.NewGate(c.Store, c.Caps)
	s.writer = message.NewWriter(words, c.Palettes)
	// A publication finds that an opponent owes a move, and a thought ends in a publication.
	s.publisher = publish.New(publish.Config{
		Env: s.env, Writer: s.writer, Channel: c.Channel, Patient: c.Patient, Log: c.Log, Brief: c.Brief, AtOnce: c.AtOnce, Wait: c.Wait,
		Owed: func(id string) { s.thinkers.Consider(id) }, Shown: c.Shown,
	})
	s.publisher.Guest = c.Guest
	s.reminders = publish.NewReminders(s.publisher)
	s.thinkers = think.New(think.Config{
		Env: s.env, Log: c.Log, AtOnce: c.Thinkers, Aside: c.Aside, Wait: c.Wait, Answered: s.publisher.Publish,
	})
	return s, nil
}

// Publish shows what the public has not seen of a match yet.
func (s *Service) Publish(ctx context.Context, c match.Unshown) error {
	return s.publisher.Publish(ctx, c)
}

// Delivered notes that a public answer was delivered, which has shown what its commit wanted, and
// publishes the rest. It takes [Reply.Shows]; for an answer that could not be delivered, call
// [Service.Publish] with it.
func (s *Service) Delivered(ctx context.Context, c match.Unshown) error {
	return s.publisher.Delivered(ctx, c)
}

// Due publishes every match that is due. Errors of single matches are logged, and those
// matches are due again later.
func (s *Service) Due(ctx context.Context) error { return s.publisher.Due(ctx, 0) }

// Remind tells everybody who is due to be reminded of something.
func (s *Service) Remind(ctx context.Context) error { return s.reminders.Due(ctx, s.Now()) }

// Resume is the first [Service.Due] and [Service.Remind] of a process that has the store for
// itself: a claim from before is of a process that is no more, so no lease is waited for.
func (s *Service) Resume(ctx context.Context) error {
	err := s.publisher.Due(ctx, match.Lease-1)
	if failed := s.reminders.Due(ctx, s.Now().Add(match.Lease-1)); err == nil {
		err = failed
	}
	return err
}

// Beat writes a sign of life: see [outage.Outages.Beat].
func (s *Service) Beat(ctx context.Context) error { return s.publisher.Outages.Beat(ctx) }

// Nightly tidies up.
func (s *Service) Nightly(ctx context.Context) error { return s.publisher.Outages.Forget(ctx) }
