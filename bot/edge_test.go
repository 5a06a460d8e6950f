package bot_test

import (
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	rights "parlour/bot/sandbox/world"
	"parlour/commands"
	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/permute"
	"parlour/storage/bolt"
)

// A game stays playable when the bot loses a right in the middle of it.
func TestRightsTakenAway(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	games := r.Discord.Channel("games")
	r.Discord.Stage().Deny(games, rights.CreatePublicThreads)
	channel, _ := r.Challenge(games, "")
	if channel != games {
		t.Fatal("a thread was opened without the right to")
	}
	r.Discord.Stage().Deny(games, rights.AttachFiles)
	r.Plays("ann", channel, "Cd3-d4")
	board := r.AwaitWords("ben", channel, "keeps d4")
	if len(board.Attachments) > 0 || !strings.Contains(board.Content, "```\n 9 YOYO") || len(bottest.Labels(board)) != 3 {
		t.Errorf("without Attach Files the board is %+v, want text and buttons", board)
	}
	r.Slash("ann", channel, "/draw")
	r.Click("ben", r.AwaitWords("ben", channel, "offers a draw"), "Play on")
	r.AwaitWords("eve", channel, "Ann offered a draw. Ben played on.")
}

// misnamed is a game whose sentences give two palettes one name, which Discord refuses in a
// command.
type misnamed struct{ permute.Game }

func (g misnamed) Info() games.Info {
	info := g.Game.Info()
	info.Name, info.Locale = "misnamed", fstest.MapFS{"locale/en.json": {Data: []byte(`{"palette.contrast": "classic"}`)}}
	return info
}

func TestARefusedRegistrationChangesNothing(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	r.Breaks("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS")
	r.Logged("Parlour is ready", 1) // registration goes on beside the first answers
	before := r.Discord.Commands()
	r.Stop()
	r.Adjust = func(c *bot.Config) { c.Games = append(c.Games, misnamed{}) }
	r.Start()
	r.Logged("the commands stay as they were", 1)
	if got := r.Slash("ann", r.Discord.Channel("games"), "/help"); !strings.Contains(got.Content, "/play") {
		t.Errorf("/help was answered with %q", got.Content)
	}
	if !slices.Equal(before, r.Discord.Commands()) {
		t.Error("the commands have changed")
	}
}

// A bot that has ended no longer sends its commands, though the process goes on. The test is
// not parallel, as it reads the stacks of all goroutines.
func TestNoCommandsAreSentAfterTheEnd(t *testing.T) {
	discord, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	again := make(chan bool)
	var times atomic.Int64
	discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut {
			return false
		}
		if times.Add(1) == 2 {
			close(again)
		}
		w.WriteHeader(http.StatusNotFound) // without a body, so not from Discord itself
		return true
	})
	ended := runAt(t, t.Context(), discord.URL(), discord.Token())
	world.Receive(t, again, "a second try to send the commands")
	discord.Faults().Disconnect(4004)
	if err := world.Receive(t, ended, "the end of the bot"); !errors.Is(err, bot.ErrBadToken) {
		t.Fatalf("Run = %v, want %v", err, bot.ErrBadToken)
	}
	stacks := make([]byte, 1<<20)
	if stacks = stacks[:runtime.Stack(stacks, true)]; strings.Contains(string(stacks), ".registerLater(") {
		t.Errorf("the bot has ended and still sends its commands:\n%s", stacks)
	}
}

func TestRunRefusesBadTokens(t *testing.T) {
	t.Parallel()
	discord, err := sandbox.Start(sandbox.Config{OpenAPI: os.Getenv("DISCORD_OPENAPI")})
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	works := commands.Config{Config: publish.Config{Log: slog.New(slog.DiscardHandler)}, Store: store}
	for token, want := range map[string]error{"": bot.ErrNoToken, "wrong": bot.ErrBadToken} {
		err := bot.Run(t.Context(), bot.Config{Config: works, Token: token, API: discord.URL()})
		if !errors.Is(err, want) {
			t.Errorf("Run with the token %q = %v, want %v", token, err, want)
		}
	}
	discord.Close()
	err = bot.Run(t.Context(), bot.Config{Config: works, Token: "secret", API: discord.URL(), Patience: time.Millisecond})
	if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "://") {
		t.Errorf("Run against a closed sandbox = %v, want an error without token or address", err)
	}
}
