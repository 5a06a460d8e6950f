package bot_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/world"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
)

// The bot reconnects after the gateway asks for it, and after its connection is closed.
func TestTheBotReconnects(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]func(*sandbox.Server){
		"asked to reconnect": func(s *sandbox.Server) { s.Faults().AskToReconnect() },
		"closed":             func(s *sandbox.Server) { s.Faults().Disconnect(4000) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			cut(r.discord)
			r.log.await(t, r.ctx, `"the gateway is open"`, 2)
			if got := r.slash("ann", r.discord.Channel("games"), "/games"); !strings.Contains(got.Content, "No games yet") {
				t.Errorf("after that /games is answered with %q", got.Content)
			}
		})
	}
}

// After each fault of the gateway the next command is answered.
func TestGatewayFaultsDoNotStopTheBot(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]func(*sandbox.Server) error{
		"the session is invalid":              func(s *sandbox.Server) error { s.Faults().InvalidateSession(false); return nil },
		"the session is said to be resumable": func(s *sandbox.Server) error { s.Faults().InvalidateSession(true); return nil },
		"there is no session in place of READY": func(s *sandbox.Server) error {
			err := s.Faults().RefuseHello(9, 1)
			s.Faults().Disconnect(4000)
			return err
		},
		"it asks to reconnect in place of READY": func(s *sandbox.Server) error {
			err := s.Faults().RefuseHello(7, 1)
			s.Faults().Disconnect(4009)
			return err
		},
		"it asks to reconnect in place of RESUMED": func(s *sandbox.Server) error {
			err := s.Faults().RefuseHello(7, 1)
			s.Faults().Disconnect(4000)
			return err
		},
		"it is silent for a while": func(s *sandbox.Server) error {
			s.Faults().Silence(true)
			s.Faults().Disconnect(1006)
			s.Faults().Silence(false)
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			if err := wrong(r.discord); err != nil {
				t.Fatal(err)
			}
			r.faultsHappened()
			if err := r.discord.AwaitBot(r.ctx); err != nil {
				t.Fatal(err)
			}
			if got := r.slash("ann", r.discord.Channel("games"), "/games"); !strings.Contains(got.Content, "No games yet") {
				t.Errorf("after that /games is answered with %q", got.Content)
			}
		})
	}
}

// The bot replaces a connection on which the gateway is silent, and answers the next
// command.
func TestSilentGatewayIsReplaced(t *testing.T) {
	t.Parallel()
	r := adjustedRig(t, sandbox.Config{Heartbeat: 200 * time.Millisecond}, nil)
	r.discord.Faults().Silence(true)
	r.log.await(t, r.ctx, "the gateway is gone", 1)
	r.discord.Faults().Silence(false)
	r.log.await(t, r.ctx, `"the gateway is open"`, 2)
	if got := r.slash("ann", r.discord.Channel("games"), "/games"); !strings.Contains(got.Content, "No games yet") {
		t.Errorf("after that /games is answered with %q", got.Content)
	}
}

// A command that is used while the bot is disconnected is answered after it has resumed.
func TestCommandDuringAReconnectIsAnswered(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.discord.Faults().Disconnect(4000)
	if got := r.slash("ann", r.discord.Channel("games"), "/games"); !strings.Contains(got.Content, "No games yet") {
		t.Errorf("the command is answered with %q", got.Content)
	}
}

// A move whose event comes twice is made once.
func TestRepeatedEventMovesOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel, _ := r.challenge(r.discord.Channel("games"), "")
	preview := r.slash("ann", channel, "/move move:Cd3-d4")
	r.discord.Faults().RepeatEvents(1)
	r.confirms("ann", preview)
	r.log.await(t, r.ctx, "an answer was not delivered", 1) // Discord refuses a second answer
	r.awaitBoard("ben", channel, 1)
	r.stop() // finishes all work
	if boards := public(r.discord.User("cleo").Sees(channel)); len(boards) != 2 {
		t.Errorf("there are %d boards, want 2", len(boards))
	}
}

// fewRoutes serves the few routes of Discord that a bot needs to connect. It greets each
// connection, and calls after with its number, counted from 1, once the bot has identified.
func fewRoutes(t *testing.T, after func(n int32, c *websocket.Conn)) string {
	t.Helper()
	var connections atomic.Int32
	var server *httptest.Server
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case strings.HasSuffix(path, "/@me"):
			fmt.Fprint(w, `{"id":"1","username":"parlour"}`)
		case strings.HasSuffix(path, "/gateway/bot"):
			fmt.Fprintf(w, `{"url":"ws%s/socket"}`, strings.TrimPrefix(server.URL, "http"))
		case strings.HasPrefix(path, "/socket"):
			c, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			c.WriteMessage(websocket.TextMessage, []byte(`{"op":10,"d":{"heartbeat_interval":41250}}`))
			c.ReadMessage() // the identify
			after(connections.Add(1), c)
		default:
			fmt.Fprint(w, `[]`)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// runAt runs a bot against an address. The channel returns the result of [bot.Run].
func runAt(t *testing.T, ctx context.Context, api, token string) <-chan error {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	ended := make(chan error, 1)
	go func() {
		ended <- bot.Run(ctx, bot.Config{Token: token, API: api, Games: all.Games(), Store: store, Log: slog.New(slog.DiscardHandler), Gateway: bot.QuickGateway(), RegisterAgain: time.Millisecond})
	}()
	return ended
}

// ready sends READY, which begins a session.
func ready(c *websocket.Conn) {
	c.WriteMessage(websocket.TextMessage, []byte(`{"op":0,"s":1,"t":"READY","d":{"session_id":"x","v":9,"user":{"id":"1"}}}`))
}

// shut closes a connection with a code.
func shut(c *websocket.Conn, code int) {
	c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(patience))
}

// A final close code ends the bot with an error, on the first connection and on later ones.
func TestFinalCloseCodeEndsTheBot(t *testing.T) {
	t.Parallel()
	for name, final := range map[string]int32{"at the start": 1, "later": 2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api := fewRoutes(t, func(n int32, c *websocket.Conn) {
				if n == final {
					shut(c, 4004)
					return
				}
				ready(c)
				shut(c, 4000)
			})
			if err := bot.Receive(t, runAt(t, t.Context(), api, "token"), "the end of the bot"); !errors.Is(err, bot.ErrBadToken) {
				t.Errorf("Run = %v, want %v", err, bot.ErrBadToken)
			}
		})
	}
}

// Op 7 in place of READY, followed by silence, does not keep the bot from ending.
func TestOp7InPlaceOfReadyDoesNotDelayShutdown(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	hung, over := make(chan struct{}), make(chan struct{})
	t.Cleanup(func() { close(over) })
	ended := runAt(t, ctx, fewRoutes(t, func(n int32, c *websocket.Conn) {
		if n == 1 {
			ready(c)
			shut(c, 4000)
			return
		}
		c.WriteMessage(websocket.TextMessage, []byte(`{"op":7,"s":null,"t":null,"d":null}`))
		if n == 2 {
			close(hung)
		}
		bot.Pass(t, over, "the end of the test")
	}), "token")
	bot.Receive(t, hung, "the second connection")
	cancel()
	if err := bot.Receive(t, ended, "the end of the bot"); err != nil {
		t.Errorf("Run = %v, want nil", err)
	}
}

// held is a store in which the first append of a move waits at a gate.
type held struct {
	storage.Store
	t             testing.TB
	reached, gate chan struct{}
}

func (s held) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	if len(entries) > 0 {
		close(s.reached)
		bot.Pass(s.t, s.gate, "permission to append")
	}
	return s.Store.Append(ctx, h, entries...)
}

// A move that is being committed when the bot begins to stop is answered and shown.
func TestMoveDuringShutdownIsShown(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel, _ := r.challenge(r.discord.Channel("games"), "")
	r.stop()
	s := held{t: t, reached: make(chan struct{}), gate: make(chan struct{})}
	r.adjust = func(c *bot.Config) { s.Store = c.Store; c.Store = s }
	r.start()
	preview, answered := r.slash("ann", channel, "/move move:Cd3-d4"), make(chan error, 1)
	go func() {
		_, err := r.discord.User("ann").Click(r.ctx, preview.ID, "Confirm")
		answered <- err
	}()
	bot.Receive(t, s.reached, "the commit of the move")
	stopped := make(chan struct{})
	go func() { r.stop(); close(stopped) }()
	r.log.await(t, r.ctx, "finishes what is under way", 2)
	close(s.gate)
	bot.Receive(t, stopped, "the end of the bot")
	if err := bot.Receive(t, answered, "the answer to the move"); err != nil {
		t.Errorf("the move was answered with: %v", err)
	}
	if boards := public(r.discord.User("cleo").Sees(channel)); len(boards) != 2 {
		t.Errorf("there are %d boards, want 2", len(boards))
	}
}

// The bot ends after [bot.Config.Grace] even if Discord answers nothing.
func TestShutdownEndsAfterGrace(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel, _ := r.challenge(r.discord.Channel("games"), "")
	r.stop()
	r.adjust = func(c *bot.Config) { c.Grace, c.Linger = time.Millisecond, time.Millisecond }
	r.start()
	r.fail(fault.Fault{Route: "POST /channels/{channel}/messages", Wait: time.Hour})
	if _, err := r.discord.User("ann").Click(r.ctx, r.slash("ann", channel, "/move move:Cd3-d4").ID, "Confirm"); err != nil {
		t.Fatal(err)
	}
	r.faultsHappened()
	r.stop()
	if !strings.Contains(r.log.String(), "did not finish in time") {
		t.Error("the log does not say that work was cut off")
	}
}

// If Discord refuses a thread, the bot does not try again, and the game is played in the
// channel.
func TestRefusedThreadIsNotRetried(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.fail(fault.Fault{Route: "POST /channels/{channel}/messages/{message}/threads", Code: 160006, Times: -1})
	games := r.discord.Channel("games")
	if channel, _ := r.challenge(games, ""); channel != games {
		t.Errorf("the game is played in %s, want it in the channel itself", channel)
	}
}

// The bot stops at once even if Discord asks it to wait for an hour.
func TestLongRateLimitDoesNotDelayShutdown(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.fail(fault.Fault{Route: "POST /channels/{channel}/messages", Status: 429, Wait: time.Hour})
	r.slash("ann", r.discord.Channel("games"), "/play game:permute")
	r.faultsHappened()
	r.stop()
	r.fail(fault.Fault{Route: "PUT /applications/{app}/commands", Status: 429, Wait: time.Hour})
	r.start()
	r.faultsHappened()
	r.stop()
	if strings.Contains(r.log.String(), "did not finish in time") {
		t.Error("the end of the bot waited for a rate limit")
	}
}

func TestDeclinedDrawIsShownWithoutTheRightToAttach(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	r.discord.Stage().Deny(games, world.CreatePublicThreads)
	channel, _ := r.challenge(games, "")
	r.slash("ann", channel, "/draw")
	offer := r.await("ben", channel, func(m sandbox.Message) bool { return strings.Contains(m.Content, "offers a draw") })
	r.discord.Stage().Deny(games, world.AttachFiles)
	r.click("ben", offer, "Play on")
	r.await("eve", channel, func(m sandbox.Message) bool {
		return m.ID == offer.ID && m.Content == "Ann offered a draw. Ben played on." && len(labels(m)) == 0
	})
}
