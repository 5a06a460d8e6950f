package sandbox

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox/tooltest"
)

// TestDiscordJS is the second opinion: a bot on discord.js, which the real bot does
// not use, logs in and plays. Its client.js checks the answers that it gets.
func TestDiscordJS(t *testing.T) {
	dir := discordJS(t)
	s := start(t, Config{SettleWithin: time.Minute})
	defer wantNoRefusal(t, s)
	ctx, quit := runClient(t, s, dir)
	defer quit()
	if err := s.AwaitBot(ctx); err != nil {
		t.Fatal(err)
	}
	board := jsCommand(ctx, t, s)
	jsFollowUps(ctx, t, s)
	jsButtons(ctx, t, s, board)
	jsPicks(ctx, t, s)
	jsOnThings(ctx, t, s)
	jsParts(ctx, t, s)
}

// wantNoRefusal checks that nothing in the bot's requests broke a rule.
func wantNoRefusal(t *testing.T, s *Server) {
	t.Helper()
	for _, x := range s.Violations() {
		if x.Wrong != "" {
			t.Errorf("discord.js is refused %s %s: %s\n%s", x.Method, x.Path, x.Wrong, x.Request)
		}
	}
}

// jsCommand checks a deferred answer that is edited with a file, as ann sees it.
func jsCommand(ctx context.Context, t *testing.T, s *Server) *Message {
	t.Helper()
	m, err := s.User("ann").Slash(ctx, games, "/play game:Permutations opponent:@ben")
	if err != nil {
		t.Fatal(err)
	}
	if m.Content != "A game of Permutations" || m.Thinking || m.Edited || m.Ephemeral || len(m.Pings) > 0 {
		t.Errorf("the answer is %+v", m)
	}
	if len(m.Attachments) != 1 {
		t.Fatalf("the answer has the files %+v, want one", m.Attachments)
	}
	a := m.Attachments[0]
	if a.Name != "board.png" || a.Alt != "A board of one cell: it is Ann’s turn." || a.Type != "image/png" || a.Width != 1 || a.Height != 1 {
		t.Errorf("the file is %q, %q, %s of %d by %d", a.Name, a.Alt, a.Type, a.Width, a.Height)
	}
	if len(m.Rows) != 1 || len(m.Rows[0]) != 2 {
		t.Errorf("the answer has the components %+v, want two buttons", m.Rows)
	}
	return m
}

// jsFollowUps checks the messages after the answer: one that pings ann, and one for
// her alone.
func jsFollowUps(ctx context.Context, t *testing.T, s *Server) {
	t.Helper()
	ann := s.User("ann")
	seen, err := ann.Await(ctx, games, func(seen []Message) bool { return len(seen) == 3 })
	if err != nil {
		t.Fatalf("%v: %+v", err, seen)
	}
	if m := seen[1]; m.Content != ann.Mention()+", it is your turn." || !slices.Equal(m.Pings, []string{"ann"}) || m.Ephemeral {
		t.Errorf("the follow-up is %+v", m)
	}
	if m := seen[2]; m.Content != "For you alone" || !m.Ephemeral {
		t.Errorf("the follow-up for ann alone is %+v", m)
	}
	if others := s.User("ben").Sees(games); len(others) != 2 {
		t.Errorf("ben sees %d messages, want 2", len(others))
	}
}

// jsButtons clicks a button that is answered late and one that is answered at once,
// each while the bot resumes its session.
func jsButtons(ctx context.Context, t *testing.T, s *Server, board *Message) {
	t.Helper()
	s.Faults().AskToReconnect()
	m, err := s.User("ann").Click(ctx, board.ID, "Later")
	if err != nil {
		t.Fatal(err)
	}
	if m == nil || m.ID != board.ID || m.Content != "Edited after deferUpdate" || !m.Edited || len(m.Attachments) != 1 || len(m.Rows) != 1 {
		t.Errorf("after Later there is %+v", m)
	}
	s.Faults().Disconnect(4000)
	if m, err = s.User("ben").Click(ctx, board.ID, "Now"); err != nil {
		t.Fatal(err)
	}
	if m == nil || m.ID != board.ID || m.Content != "Updated" || len(m.Attachments) > 0 || len(m.Rows) > 0 {
		t.Errorf("after Now there is %+v", m)
	}
	s.d.Lock()
	defer s.d.Unlock()
	if n := s.d.Gateway.Held(); n != 1 {
		t.Errorf("the bot has begun %d sessions, want one that it resumes", n)
	}
}

// jsPicks picks options and menus of each kind. The bot says what it was.
func jsPicks(ctx context.Context, t *testing.T, s *Server) {
	t.Helper()
	ann := s.User("ann")
	s.Stage().AddRole("Players", "ann")
	s.Stage().StartPrivateThread(lounge, "secret", "ann")
	if _, err := ann.Upload("note.txt", []byte("a note")); err != nil {
		t.Fatal(err)
	}
	m, err := ann.Slash(ctx, lounge, "/pick role:@Players channel:secret whom:@Players file:note.txt")
	if err != nil {
		t.Fatal(err)
	}
	if m.Content != "Players secret Players note.txt" || len(m.Rows) != 4 || m.Embeds == nil {
		t.Errorf("after /pick there is %+v", m)
	}
	for menu, picks := range map[string][]string{"people": {"ben"}, "roles": {"Players"}, "both": {"Players", "dan"}, "channels": {"#games"}} {
		got, err := ann.Choose(ctx, m.ID, menu, picks...)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(strings.ToLower(got.Content))
		for _, p := range picks {
			if len(words) != len(picks) || !slices.Contains(words, strings.ToLower(strings.TrimPrefix(p, "#"))) {
				t.Errorf("the menu %s with %v is answered by %q", menu, picks, got.Content)
			}
		}
	}
}

// jsOnThings uses commands on a message, and on ben, who is met in a private thread.
func jsOnThings(ctx context.Context, t *testing.T, s *Server) {
	t.Helper()
	ann, ben := s.User("ann"), s.User("ben")
	said, err := ben.Say(lounge, "keep this")
	if err != nil {
		t.Fatal(err)
	}
	if m, err := ann.UseOnMessage(ctx, said.ID, "Keep It"); err != nil || m.Content != "Kept: keep this" {
		t.Errorf("Keep It: %+v, %v", m, err)
	}
	m, err := ann.UseOnUser(ctx, lounge, "ben", "High Five")
	if err != nil {
		t.Fatal(err)
	}
	thread := strings.Trim(m.Content, "<#>")
	seen := ben.Sees(thread)
	if len(seen) != 2 || seen[0].Notice != "added Ben to the thread" || seen[1].Content != ben.Mention()+", five!" || s.User("cleo").Sees(thread) != nil {
		t.Errorf("in the thread %s ben sees %+v", thread, seen)
	}
}

// jsParts reads a message of Components V2, and fills in two forms with labels.
func jsParts(ctx context.Context, t *testing.T, s *Server) {
	t.Helper()
	ann := s.User("ann")
	reads := func(want string) func(*Message, error) *Message {
		return func(m *Message, err error) *Message {
			t.Helper()
			if err != nil || m.Modal == nil && strings.Join(m.Texts, " ") != want {
				t.Fatalf("ann reads %+v, %v, want %q", m, err, want)
			}
			return m
		}
	}
	m := reads("A table for two")(ann.Slash(ctx, lounge, "/table"))
	form := reads("")(ann.Click(ctx, m.ID, "Order"))
	if _, err := ann.Upload("note.txt", []byte("no salt")); err != nil {
		t.Fatal(err)
	}
	reads("Ann stew ben note.txt card")(ann.SubmitPicks(ctx, form.Modal, map[string][]string{
		"Name": {"Ann"}, "Meal": {"Stew"}, "With": {"ben"}, "Note": {"note.txt"}, "Pay": {"Card"}}))
	form = reads("")(ann.Click(ctx, m.ID, "More"))
	reads("salt,water true")(ann.SubmitPicks(ctx, form.Modal, map[string][]string{"Extras": {"Salt", "Water"}, "Hungry": {"true"}}))
}

// discordJS installs the bot and its library in a folder of the test's own.
func discordJS(t *testing.T) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	return tooltest.Npm(ctx, t, "testdata/discordjs", "discord.js")
}

// runClient starts the bot. The context ends with the bot, or after a minute, which
// kills the bot. quit asks the bot to log out and waits until it has ended.
func runClient(t *testing.T, s *Server, dir string) (ctx context.Context, quit func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	var out bytes.Buffer
	node := exec.CommandContext(ctx, "node", "client.js")
	node.Dir, node.WaitDelay = dir, 5*time.Second
	node.Env = append(os.Environ(), "SANDBOX="+s.URL(), "TOKEN="+s.Token())
	node.Stdout, node.Stderr = &out, &out
	stdin, err := node.StdinPipe()
	if err == nil {
		err = node.Start()
	}
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		ended <- node.Wait()
		cancel()
	}()
	return ctx, func() {
		_ = stdin.Close()
		if err := <-ended; err != nil || out.Len() > 0 {
			t.Errorf("the bot ended with %v and said:\n%s", err, strings.TrimSpace(out.String()))
		}
	}
}
