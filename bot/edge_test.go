package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/world"
	"parlour/games"
	"parlour/games/permute"
	"parlour/storage"
	"parlour/storage/bolt"
)

func TestBadInput(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	robot := r.discord.Stage().AddBot("robot")
	r.discord.Stage().Hide(games, "dan")
	for _, c := range []struct{ line, want string }{
		{"/play game:permute opponent:@ann", "You can't challenge yourself"},
		{"/play game:permute opponent:<@" + robot + ">", "is a bot and won't answer"},
		{"/play game:permute opponent:@ben level:hard", "Leave level: out"},
		{"/play game:permute opponent:@dan", "can't see this channel"},
		{"/play game:permute options:size=9,start=blocks", "need an even size"},
		{"/move move:Cd3-d4", "You're in no game"},
	} {
		if got := r.slash("ann", games, c.line); !got.Ephemeral || !strings.Contains(got.Content, c.want) {
			t.Errorf("%s was answered with %q, want %q", c.line, got.Content, c.want)
		}
	}
	if all := public(r.discord.User("cleo").Sees(games)); len(all) > 0 {
		t.Fatalf("bad input led to public messages: %+v", all)
	}
	channel, board := r.challenge(games, "")
	table := public(r.discord.User("ben").Sees(games))[0]
	for _, c := range []struct{ who, what, want string }{
		{"ben", "/move move:Ca1-b1", "Not yet. It's Ann's turn."},
		{"ann", "/move move:@everyone " + r.discord.User("ben").Mention(), "isn't a move"},
		{"ann", "/move move:Cd3-e4", "e4 won't be your stone after that turn. Keep e3 or d4."},
	} {
		got := r.slash(c.who, channel, c.what)
		if !strings.Contains(got.Content, c.want) || got.Everyone || len(got.Pings) > 0 {
			t.Errorf("%s by %s was answered with %+v, want %q", c.what, c.who, got, c.want)
		}
	}
	if got := r.click("cleo", board, "Move"); !got.Ephemeral || !strings.Contains(got.Content, "are playing this one.") {
		t.Errorf("an onlooker's click was answered with %q", got.Content)
	}
	move := board.Rows[0][0].CustomID
	accept := strings.Replace(move, ":move", ":accept", 1)
	if got := r.answer(r.discord.User("ben").Press(r.ctx, accept, table.ID)); !strings.Contains(got.Content, "challenge was accepted") {
		t.Errorf("a second Accept was answered with %q", got.Content)
	}
	r.plays("ann", channel, "Cd3-d4")
	now := r.awaitBoard("ann", channel, 1)
	old := r.answer(r.discord.User("ben").Press(r.ctx, move, board.ID))
	if !strings.HasPrefix(old.Content, "The game has moved on. Here it is now.") || old.Attachments[0].Alt != now.Attachments[0].Alt {
		t.Errorf("a click on an old board was answered with %+v", old)
	}
	if boards := public(r.discord.User("cleo").Sees(channel)); len(boards) != 2 {
		t.Errorf("there are %d boards after bad input, want 2", len(boards))
	}
}

// A forged click on a public board with the button of a panel is answered in private, and
// the board stays as it is.
func TestAForgedClickShowsNothingToOthers(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel, board := r.challenge(r.discord.Channel("games"), "")
	preview := strings.Replace(board.Rows[0][0].CustomID, ":move", ":page:0:d3:C-d4", 1)
	if got := r.answer(r.discord.User("ann").Press(r.ctx, preview, board.ID)); !got.Ephemeral || len(got.Attachments) != 1 || !strings.HasPrefix(got.Attachments[0].Alt, "Cd3-d4, not played yet.") {
		t.Errorf("the click was answered with %+v, want a preview for ann alone", got)
	}
	if now := r.awaitBoard("cleo", channel, 0); now.Content != board.Content || now.Edited {
		t.Errorf("after the click the board is %+v, want no change", now)
	}
}

func TestNamesPingNobody(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.discord.Stage().Rename("ann", "@everyone <@"+r.discord.User("cleo").ID()+"> **x**")
	channel, _ := r.challenge(r.discord.Channel("games"), "")
	r.plays("ann", channel, "Cd3-d4")
	board := r.awaitBoard("ben", channel, 1)
	if board.Everyone || !slices.Equal(board.Pings, []string{"ben"}) {
		t.Errorf("the board pings %v, everyone %v, want ben alone", board.Pings, board.Everyone)
	}
	if len(r.discord.User("cleo").Notifications()) > 0 {
		t.Error("a name notified somebody")
	}
	if strings.Contains(board.Content, "@everyone") || strings.Contains(board.Content, "**x**") {
		t.Errorf("a name is not escaped in %q", board.Content)
	}
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for permission, name := range map[world.Permission]string{
		world.ViewChannel: "View Channel", world.SendMessages: "Send Messages", world.AttachFiles: "Attach Files",
	} {
		id := r.discord.Stage().AddChannel("no-"+strings.ToLower(strings.Fields(name)[0]), world.Text)
		r.slash("ann", id, "/play game:permute")
		table := r.await("ann", id, func(m sandbox.Message) bool { return len(m.Rows) > 0 })
		r.click("ben", table, "Join")
		ready := r.await("ben", id, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Start") })
		r.discord.Stage().Deny(id, permission)
		for _, got := range []sandbox.Message{r.slash("ann", id, "/play game:permute"), r.click("ben", ready, "Start")} {
			if !got.Ephemeral || !strings.Contains(got.Content, "without "+name+".") {
				t.Errorf("without %s the answer is %q", name, got.Content)
			}
		}
		heads, err := r.store.OfChannel(r.ctx, id, storage.All)
		if err != nil || len(heads) != 1 || heads[0].Phase != storage.Open {
			t.Errorf("without %s there are %d matches (%v), want the one open table", name, len(heads), err)
		}
	}
}

// A game stays playable when the bot loses a right in the middle of it.
func TestRightsTakenAway(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	r.discord.Stage().Deny(games, world.CreatePublicThreads)
	channel, _ := r.challenge(games, "")
	if channel != games {
		t.Fatal("a thread was opened without the right to")
	}
	r.discord.Stage().Deny(games, world.AttachFiles)
	r.plays("ann", channel, "Cd3-d4")
	board := r.await("ben", channel, func(m sandbox.Message) bool { return strings.Contains(m.Content, "keeps d4") })
	if len(board.Attachments) > 0 || !strings.Contains(board.Content, "```\n 9 YOYO") || len(labels(board)) != 3 {
		t.Errorf("without Attach Files the board is %+v, want text and buttons", board)
	}
}

// gated is a store whose reads wait at a gate.
type gated struct {
	storage.Store
	t    testing.TB
	gate chan struct{}
}

func (g gated) OfPlayer(ctx context.Context, id string, live bool, part storage.Part) ([]storage.Head, error) {
	bot.Pass(g.t, g.gate, "permission to read the store")
	return g.Store.OfPlayer(ctx, id, live, part)
}

func (g gated) Get(ctx context.Context, id string) (storage.Match, error) {
	bot.Pass(g.t, g.gate, "permission to read the store")
	return g.Store.Get(ctx, id)
}

// firstAnswer is the first response to an interaction.
type firstAnswer struct {
	Type int
	Data struct{ Flags int }
}

// restartLate restarts the bot with a store whose reads wait for the first response to an
// interaction, so that every answer is late. The channel returns that response.
func (r *rig) restartLate() <-chan firstAnswer {
	r.t.Helper()
	return r.restartGated(func(c *bot.Config, gate chan struct{}) { c.Store = gated{c.Store, r.t, gate} })
}

// restartGated restarts the bot with a gate that opens at the first response to an
// interaction. The channel returns that response.
func (r *rig) restartGated(adjust func(*bot.Config, chan struct{})) <-chan firstAnswer {
	r.t.Helper()
	gate, first, once := make(chan struct{}), make(chan firstAnswer, 1), sync.Once{}
	r.adjust = func(c *bot.Config) { adjust(c, gate); c.DeferAfter = time.Millisecond }
	r.discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if strings.HasSuffix(req.URL.Path, "/callback") {
			body, _ := io.ReadAll(req.Body)
			req.Body = io.NopCloser(strings.NewReader(string(body)))
			once.Do(func() {
				var a firstAnswer
				if err := json.Unmarshal(body, &a); err != nil {
					r.t.Error(err)
				}
				first <- a
				close(gate)
			})
		}
		return false
	})
	r.stop()
	r.start()
	return first
}

func TestLateAnswerIsDeferredForTheAskerAlone(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	first := r.restartLate()
	got := r.slash("ann", r.discord.Channel("games"), "/games")
	if a := bot.Receive(t, first, "the first answer"); a.Type != 5 || a.Data.Flags != 64 {
		t.Errorf("the first answer was %+v, want a deferral (5) for one person (64)", a)
	}
	if !got.Ephemeral || !strings.Contains(got.Content, "No games yet") {
		t.Errorf("the answer is %+v", got)
	}
}

func TestLatePanelIsDeferredAsAnUpdate(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, board := r.challenge(r.discord.Channel("games"), "")
	panel := r.click("ann", board, "More")
	first := r.restartLate()
	got := r.click("ann", panel, "Resign")
	if a := bot.Receive(t, first, "the first answer"); a.Type != 6 {
		t.Errorf("the first answer was %+v, want a deferred update (6)", a)
	}
	if got.ID != panel.ID || !strings.Contains(got.Content, "Resign? Ben will win.") {
		t.Errorf("the answer is %+v, want the panel changed", got)
	}
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
	r := newRig(t)
	r.breaks("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS")
	r.log.await(t, r.ctx, "Parlour is ready", 1) // registration goes on beside the first answers
	before := r.discord.Commands()
	r.stop()
	r.adjust = func(c *bot.Config) { c.Games = append(c.Games, misnamed{}) }
	r.start()
	r.log.await(t, r.ctx, "the commands stay as they were", 1)
	if got := r.slash("ann", r.discord.Channel("games"), "/help"); !strings.Contains(got.Content, "/play") {
		t.Errorf("/help was answered with %q", got.Content)
	}
	if !slices.Equal(before, r.discord.Commands()) {
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
	bot.Receive(t, again, "a second try to send the commands")
	discord.Faults().Disconnect(4004)
	if err := bot.Receive(t, ended, "the end of the bot"); !errors.Is(err, bot.ErrBadToken) {
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
	log := slog.New(slog.DiscardHandler)
	for token, want := range map[string]error{"": bot.ErrNoToken, "wrong": bot.ErrBadToken} {
		err := bot.Run(t.Context(), bot.Config{Token: token, API: discord.URL(), Store: store, Log: log})
		if !errors.Is(err, want) {
			t.Errorf("Run with the token %q = %v, want %v", token, err, want)
		}
	}
	discord.Close()
	err = bot.Run(t.Context(), bot.Config{Token: "secret", API: discord.URL(), Store: store, Log: log, Patience: time.Millisecond})
	if err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "://") {
		t.Errorf("Run against a closed sandbox = %v, want an error without token or address", err)
	}
}

// Clicks on Confirm at the same time make one move.
func TestTwoClicksAtOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel, board := r.challenge(r.discord.Channel("games"), "")
	confirm := strings.Replace(board.Rows[0][0].CustomID, ":move", ":confirm:d3:C-d4", 1)
	answers := make(chan string, 8)
	for range cap(answers) {
		go func() {
			m, err := r.discord.User("ann").Press(r.ctx, confirm, board.ID)
			if err != nil || m == nil {
				answers <- "error"
				return
			}
			answers <- m.Content
		}()
	}
	for range cap(answers) {
		bot.Receive(t, answers, "the answer to a click")
	}
	r.awaitBoard("ben", channel, 1)
	heads, err := r.store.OfPlayer(r.ctx, r.discord.User("ann").ID(), true, storage.All)
	if err != nil || len(heads) != 1 || heads[0].Plies != 1 {
		t.Fatalf("after %d clicks: %+v, %v, want one ply", cap(answers), heads, err)
	}
}

// explosive is a game whose Parse panics.
type explosive struct{ permute.Game }

func (explosive) Parse(string) (games.Move, error) { panic("boom") }

func TestAPanicIsCaught(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel, _ := r.challenge(r.discord.Channel("games"), "")
	r.stop()
	r.adjust = func(c *bot.Config) { c.Games = []games.Game{explosive{}} }
	r.start()
	if got := r.slash("ann", channel, "/move move:Cd3-d4"); !strings.Contains(got.Content, "Something broke") {
		t.Errorf("a panic was answered with %q", got.Content)
	}
	if got := r.slash("ann", channel, "/games"); !strings.Contains(got.Content, "your turn") {
		t.Errorf("after a panic /games is answered with %q", got.Content)
	}
	if !strings.Contains(r.log.String(), "boom") {
		t.Error("the log does not mention the panic")
	}
}

// The invitation in docs/install.md has the same permissions as the bot's own invitation.
func TestThePageHasTheBotsPermissions(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.stop() // so that the log is complete
	_, permissions, ok := strings.Cut(r.log.String(), "&permissions=")
	permissions, _, _ = strings.Cut(permissions, `"`)
	page, err := os.ReadFile("../docs/install.md")
	if err != nil || !ok || !strings.Contains(string(page), "&permissions="+permissions) {
		t.Errorf("docs/install.md does not have &permissions=%s (%v)", permissions, err)
	}
}

// undrawn is a game whose board cannot be drawn.
type undrawn struct{ permute.Game }

func (g undrawn) Start(s games.Setup) (games.State, error) {
	state, err := g.Game.Start(s)
	return undrawnState{state}, err
}

type undrawnState struct{ games.State }

func (s undrawnState) View(seat games.Seat) games.View { return undrawnView{s.State.View(seat)} }

type undrawnView struct{ games.View }

func TestABoardThatCannotBeDrawnIsText(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.stop()
	r.adjust = func(c *bot.Config) { c.Games = []games.Game{undrawn{}} }
	r.start()
	_, board := r.challenge(r.discord.Channel("games"), "")
	if len(board.Attachments) > 0 || !strings.Contains(board.Content, "```\n 9 YOYO") {
		t.Errorf("the board is %+v, want text", board)
	}
}

func TestRegistration(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	var list []struct {
		Name             string
		Contexts         []int
		IntegrationTypes []int   `json:"integration_types"`
		Needs            *string `json:"default_member_permissions"`
	}
	for _, x := range r.discord.Traffic() {
		if x.Method == http.MethodPut {
			if err := json.Unmarshal(x.Request, &list); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(list) == 0 {
		t.Fatal("nothing was registered")
	}
	for _, c := range list {
		if c.Name == "server" { // for those who manage a server, and there alone
			if c.Needs == nil || *c.Needs != world.ManageGuild.String() || !slices.Equal(c.Contexts, []int{0}) || !slices.Equal(c.IntegrationTypes, []int{0}) {
				t.Errorf("/server is registered as %+v, want it in servers for those who manage them", c)
			}
			continue
		}
		if c.Name == "doctor" && c.Needs != nil && *c.Needs == world.ManageGuild.String() { // likewise, and everywhere else for everybody
			c.Needs = nil
		}
		if c.Needs != nil {
			t.Errorf("/%s needs the permissions %s, want none", c.Name, *c.Needs)
		}
		if !slices.Equal(c.Contexts, []int{0, 1, 2}) || !slices.Equal(c.IntegrationTypes, []int{0, 1}) {
			t.Errorf("/%s is registered for contexts %v and integrations %v, want [0 1 2] and [0 1]", c.Name, c.Contexts, c.IntegrationTypes)
		}
	}
}
