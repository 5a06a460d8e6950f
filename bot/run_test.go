package bot_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"parlour/bot"
	"parlour/games/all"
	"parlour/storage"
)

// config returns what a bot of a rig runs with. It gives Discord and itself as much time as a test has.
func (r *rig) config(store storage.Store, log *safeBuffer) bot.Config {
	c := bot.Config{
		Token: r.discord.Token(), API: r.discord.URL(), Games: all.Games(), Store: store, Version: "v1.2.3",
		Log: slog.New(slog.NewTextHandler(log, nil)), AnswerWithin: patience, DeferAfter: patience, Brief: patience, Linger: patience,
		Gateway: bot.QuickGateway(), Look: 100 * time.Millisecond, RegisterAgain: time.Millisecond,
	}
	c.Wait = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	return c
}

// runs runs a bot. The returned function stops it, and reports whether it has ended.
func runs(t testing.TB, c bot.Config, log *safeBuffer) (stop func() bool) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- bot.Run(ctx, c) }()
	return func() bool {
		cancel()
		select { // no Fatal, as another goroutine may call it
		case err := <-ended:
			if err != nil {
				t.Errorf("the bot ended with: %v", err)
			}
			return true
		case <-time.After(patience):
			t.Errorf("the bot does not end\n%s", log)
			return false
		}
	}
}
