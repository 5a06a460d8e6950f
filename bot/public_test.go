package bot_test

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/world"
	"parlour/games"
	"parlour/imaging"
	"parlour/storage"
)

// hurried makes a bot defer what is not ready at once.
func hurried(c *bot.Config) { c.DeferAfter = time.Millisecond }

const callback, byToken = "POST /interactions/{interaction}/{token}/callback", "PATCH /webhooks/{app}/{token}/messages/{message}"

// presses are scripts of presses on a toy's buttons, in a bot with settings. Each line has what it leads to: the
// requests, what was done with the match, the new words of the board, and what the asker alone sees then.
var presses = []struct{ what, settings, text string }{
	{"a public reply takes the place of the board that was pressed, and its match needs no other publication", "", `
		ann presses hand on board => type 4; ann: a hand
		ann presses then on board => type 4, PATCH @original; ann: a hand; ann: a thought
		ann presses show on board => type 7; delivered; the board: a step by Ann; ann: a hand; ann: a thought
		ben presses step on board => type 7; delivered; the board: a step by Ben`},
	{"so it is if the reply is late, but for what would have been a new message", "late", `
		ann presses hand on board => type 6, follow-up; ann: a hand
		ann presses panel on board => type 5, PATCH @original; ann: a hand; ann: a panel
		ann presses show on board => type 5, PATCH @original; published; ann: a hand; ann: a panel; ann: a step by Ann
		ben presses step on board => type 6, PATCH @original; delivered; the board: a step by Ben`},
	{"if Discord does not take a public reply, its match is published as ever", "", `
		10062 at callback
		ann presses step on board in vain => type 7; published`},
	{"a public reply to a press on a private panel changes the panel, and the match is published for the others", "", `
		ann presses panel on board => type 4; ann: a panel
		ann presses step on panel => type 7; published; ann: a step by Ann`},
	{"a panel vanishes once its match is published", "", `
		ann presses panel on board => type 4; ann: a panel
		ann presses vanish on panel => type 6, DELETE @original; published`},
	{"a late one vanishes too", "late", `
		ann presses panel on board => type 5, PATCH @original; ann: a panel
		ann presses vanish on panel => type 6, DELETE @original; published`},
	{"a panel whose match cannot be published says what is so", "", `
		publications fail
		ann presses panel on board => type 4; ann: a panel
		ann presses vanish on panel => type 6, PATCH @original; not published; ann: You played it.
		publications panic
		ben presses panel on board => type 4; ben: a panel
		ben presses vanish on panel => type 6, PATCH @original; ben: You played it.`},
	{"a panel whose publication takes long says meanwhile what is so, and vanishes then", "impatient", `
		publications wait for ann
		ann presses panel on board => type 4; ann: a panel
		ann presses vanish on panel => type 6, PATCH @original, DELETE @original; published`},
	{"a press on a public message that needs no words leaves the message to its publication", "", `
		ann presses vanish on board => type 6; published
		publications fail
		ann presses vanish on board => type 6, follow-up; not published; ann: You played it.`},
	{"if a reply cannot be drawn for a panic, what it changed is published all the same", "broken", `
		ann presses step on board => type 4; published; ann: Something broke
		ann presses vanish on board => type 4; published; ann: Something broke; ann: Something broke`},
	{"a panel goes away while somebody presses it, and the answer is a message of its own", "", `
		ann presses panel on board => type 4; ann: a panel
		10008 at callback
		ann presses hand on panel => type 7, type 4; ann: a panel; ann: a hand`},
	{"so does one before a late answer", "late", `
		ann presses panel on board => type 5, PATCH @original; ann: a panel
		10008 at byToken
		ann presses hand on panel => type 6, PATCH @original, follow-up; ann: a panel; ann: a hand`},
	{"so does one that is to vanish anyway", "", `
		ann presses panel on board => type 4; ann: a panel
		10008 at callback
		ann presses vanish on panel => type 6, type 4; published; ann: a panel; ann: You played it.`},
	{"what changes a message of Components V2 takes that form, and an old message can get it", "", `
		ann presses list on board => type 4; ann: a list | of games
		ann presses hand on panel => type 7; ann: a hand
		ann presses leaf on panel => type 7; ann: a list | of games
		ann presses then on panel => type 7, PATCH @original; ann: a thought
		ben presses panel on board => type 4; ben: a panel
		ben presses leaf on panel => type 7; ben: a list | of games`},
	{"so it is if the answer is late", "late", `
		ann presses list on board => type 5, PATCH @original; ann: a list | of games
		ann presses hand on panel => type 6, PATCH @original; ann: a hand
		ann presses leaf on panel => type 6, PATCH @original; ann: a list | of games
		ben presses panel on board => type 5, PATCH @original; ben: a panel
		ben presses leaf on panel => type 6, PATCH @original; ben: a list | of games
		ben presses leaf on board => type 6, follow-up; ben: a list | of games; ben: a list | of games`},
	{"so does a board", "", `
		10008 at callback
		ann presses step on board => type 7, type 4; published; ann: a step by Ann`},
}

// What a press leads to depends on who sees the message that was pressed, and on how soon the answer is ready. Nothing
// of it counts towards Discord's limit.
func TestPresses(t *testing.T) {
	t.Parallel()
	for _, c := range presses {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			r := bottest.NewToyRig(t, bottest.Toys(), func(b *bot.Config) {
				switch c.settings {
				case "late":
					hurried(b)
				case "impatient":
					b.Linger = time.Millisecond
				case "broken":
					b.Draw = func(p message.Picture) ([]byte, error) {
						if p.Preview == "boom" {
							panic("boom")
						}
						return imaging.Draw(p.Drawing)
					}
				}
			})
			if c.settings == "late" {
				r.Late()
			}
			if c.settings == "broken" {
				for name, b := range r.Toy.Buttons {
					reply := b.Reply
					b.Reply = func(r commands.Request) commands.Reply {
						broken := reply(r)
						broken.Message.Picture = &message.Picture{Drawing: games.Drawing{Preview: "boom"}}
						return broken
					}
					r.Toy.Change(func(t *bottest.Toy) { t.Buttons[name] = b })
				}
			}
			p := &presser{ToyRig: r, on: map[string]string{"board": r.Board.ID}, board: r.Board.Content}
			for line := range strings.Lines(strings.TrimSpace(c.text)) {
				what, want, _ := strings.Cut(strings.TrimSpace(line), " => ")
				if got := p.does(strings.Fields(what)); got != want {
					t.Errorf("%s => %s, want %s", what, got, want)
				}
			}
		})
	}
}

// A presser plays lines of [presses].
type presser struct {
	*bottest.ToyRig
	on    map[string]string // the ids of the board and of the newest panel
	board string            // what the board says
}

func (p *presser) does(words []string) string {
	p.Helper()
	before, counted := len(p.Discord.Traffic()), p.Discord.Counted()
	switch {
	case words[0] == "publications":
		shows := func(context.Context) error {
			switch words[1] {
			case "fail":
				return bottest.ErrToy
			case "panic":
				panic("boom")
			}
			_, err := p.Discord.User(words[3]).Await(p.Soon(), p.Channel, func(all []sandbox.Message) bool {
				return slices.ContainsFunc(all, func(m sandbox.Message) bool { return m.ID == p.on["panel"] && m.Content == "You played it." })
			})
			return err
		}
		p.Toy.Change(func(t *bottest.Toy) { t.Shows = shows })
		return ""
	case words[1] == "at":
		code, err := strconv.Atoi(words[0])
		if err != nil {
			p.Fatal(err)
		}
		p.Plan(fault.Fault{Route: map[string]string{"callback": callback, "byToken": byToken}[words[2]], Status: http.StatusNotFound, Code: code})
		return ""
	}
	who, button, on := words[0], words[2], words[4]
	ctx, cancel := context.WithCancel(p.Ctx)
	defer cancel()
	if len(words) > 5 { // there will be no answer to wait for
		go func() {
			defer cancel()
			_ = p.Discord.Faults().Await(p.Ctx)
		}()
	}
	m, err := p.Discord.User(who).Press(ctx, "toy "+button, p.on[on])
	if (err != nil) != (len(words) > 5) {
		p.Fatalf("the press is answered with %+v, %v\n%s", m, err, p.Said)
	}
	p.Idle()
	if button == "panel" || button == "list" {
		p.on["panel"] = m.ID
	}
	said := []string{p.Requests(before)}
	if did := p.Toy.Did(); did != "" {
		said = append(said, did)
	}
	if now := p.Sees("cleo", p.Board.ID); now != p.board {
		p.board = now
		said = append(said, "the board: "+now)
	}
	for _, m := range p.Alone(who, p.Channel) {
		first, _, _ := strings.Cut(cmp.Or(m.Content, strings.Join(m.Texts, " | ")), ". ")
		said = append(said, who+": "+first)
	}
	if cost := p.Discord.Counted() - counted; cost != 0 {
		p.Errorf("it cost %d requests", cost)
	}
	return strings.Join(said, "; ")
}

// A panel whose turn is over is being deleted, or another process may delete it, while somebody presses it: the answer
// stays.
func TestAnAnswerDoesNotGoWithItsPanel(t *testing.T) {
	t.Parallel()
	for name, apart := range map[string]bool{"of this process": false, "of another process": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bottest.NewToyRig(t, bottest.Toys())
			on, err := message.ParseButton(r.Board.Rows[0][0].CustomID)
			if err != nil {
				t.Fatal(err)
			}
			for name, does := range map[string]func(*commands.Reply){
				"panel": func(made *commands.Reply) { made.Until = &match.Moment{Match: on.Match, Turn: on.Turn} },
				"hand":  func(made *commands.Reply) { made.Apart = apart },
			} {
				b := r.Toy.Buttons[name]
				reply := b.Reply
				b.Reply = func(r commands.Request) commands.Reply {
					made := reply(r)
					does(&made)
					return made
				}
				r.Toy.Change(func(t *bottest.Toy) { t.Buttons[name] = b })
			}
			deleting, answered, n := make(chan struct{}), make(chan struct{}), atomic.Int32{}
			r.Discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
				if req.Method == http.MethodDelete && strings.HasSuffix(req.URL.Path, "/@original") {
					if n.Add(1) == 2 { // the first is that of the panel of the move
						close(deleting)
					}
					world.Pass(t, answered, "the answer to the press")
				}
				return false
			})
			panel := r.Toys("ann", "panel", r.Board.ID)
			press := func() {
				if m, err := r.Discord.User("ann").Press(r.Ctx, "toy hand", panel.ID); err != nil || m.Content != "a hand" || m.ID == panel.ID {
					t.Errorf("the press on %s is answered with %v, %v", panel.ID, m, err)
				}
			}
			if apart {
				press()
			}
			confirm := r.Confirm("d3", "C-d4")
			if _, err := r.Discord.User("ann").Press(r.Ctx, confirm, r.Slash("ann", r.Channel, "/move move:Cd3-d4").ID); err != nil {
				t.Fatal(err)
			}
			world.Pass(t, deleting, "the deletion of the panel")
			if !apart {
				press()
			}
			close(answered)
			r.Idle()
			if said := r.Private("ann"); !strings.Contains(said, "a hand") || strings.Contains(said, "a panel") {
				t.Errorf("ann sees %q", said)
			}
		})
	}
}

func TestARepeatedPressIsPublished(t *testing.T) {
	t.Parallel()
	r := bottest.NewToyRig(t, bottest.Toys(), hurried)
	panel := r.Toys("ann", "panel", r.Board.ID)
	both := make(chan struct{})
	var n atomic.Int32
	r.Discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if strings.HasSuffix(req.URL.Path, "/callback") && n.Add(1) == 2 {
			close(both)
		}
		return false
	})
	r.Toy.Change(func(toy *bottest.Toy) { toy.Wait = func() { world.Pass(t, both, "both first answers") } })
	r.Discord.Faults().RepeatEvents(1)
	r.Toys("ann", "vanish", panel.ID)
	if did := r.Toy.Did(); did != "published, published" || r.Private("ann") != "" {
		t.Errorf("the match was %q, and ann sees %q", did, r.Private("ann"))
	}
}

func TestAPressedBoardIsEditedForNothing(t *testing.T) {
	t.Parallel()
	const ordinary, uncounted = "PATCH /channels/{channel}/messages/{message}", "PATCH /webhooks/{app}/{token}/messages/{message}"
	for name, c := range map[string]struct {
		before func(*bottest.ToyRig)
		cost   int
	}{
		"at once":           {func(*bottest.ToyRig) {}, 1},
		"after a restart":   {func(r *bottest.ToyRig) { r.Stop(); r.Start() }, 2},
		"with a dead token": {func(r *bottest.ToyRig) { r.Plan(fault.Fault{Route: uncounted, Status: 401, Code: 50027}) }, 2},
		"with a lost token": {func(r *bottest.ToyRig) { r.Plan(fault.Fault{Route: uncounted, Status: 404, Code: 10015}) }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bottest.NewToyRig(t, bottest.Toys())
			r.Toys("ann", "step", r.Board.ID)
			c.before(r)
			before := r.Discord.Counted()
			confirm := r.Confirm("d3", "C-d4")
			if _, err := r.Discord.User("ann").Press(r.Ctx, confirm, r.Slash("ann", r.Channel, "/move move:Cd3-d4").ID); err != nil {
				t.Fatal(err)
			}
			r.AwaitBoard("ben", r.Channel, 1)
			r.Idle()
			cost := 0
			for _, x := range r.Discord.Traffic() {
				if x.Method == http.MethodPatch && strings.Contains(x.Path, "/channels/"+r.Channel+"/messages/"+r.Board.ID) {
					cost++
				}
			}
			if all := r.Discord.Counted() - before; name != "after a restart" && all != c.cost || cost != c.cost-1 {
				t.Errorf("the move cost %d requests, %d of them for the old board, want %d in all", all, cost, c.cost)
			}
			if old := r.Discord.User("ben").Sees(r.Channel); len(bottest.Labels(old[0])) > 0 {
				t.Errorf("the old board has the buttons %q", bottest.Labels(old[0]))
			}
		})
	}
}

// An aged is a rig whose sandbox delivers an interaction as late as a test wants.
type aged struct {
	*bottest.Rig
	channel string
	passed  *atomic.Int64 // how far the sandbox's clock was moved
}

// newAged starts a bot whose own clock is wrong by skew. Sandbox and bot give an answer as long as
// the test waits for one. Nothing of its start is on its way any more: a Date from before the clocks
// move that came after it would leave the age of an interaction in doubt.
func newAged(t *testing.T, skew time.Duration) aged {
	t.Helper()
	var passed atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(passed.Load())) }
	r := bottest.In(t, sandbox.Config{Now: now}, func(c *bot.Config) {
		c.Clock = func() time.Time { return now().Add(skew) }
	})
	a := aged{r, r.Discord.Channel("games"), &passed}
	a.Logged("Parlour is ready", 1)
	a.Slash("ann", a.channel, "/games") // a young one
	return a
}

// late has ann use a command that comes to the bot some time later, after one of ben's. It returns
// what ann sees of the answer, which is nil if she gives up.
func (a aged) late(line string, by time.Duration) (answer <-chan *sandbox.Message, giveUp func()) {
	a.Helper()
	a.Discord.Faults().SwapEvents()
	ctx, cancel := context.WithCancel(a.Ctx)
	a.Cleanup(cancel)
	got := make(chan *sandbox.Message, 1)
	go func() {
		m, _ := a.Discord.User("ann").Slash(ctx, a.channel, line)
		got <- m
	}()
	a.FaultsHappened()
	a.Idle() // no answer is on its way while the clocks move
	a.passed.Add(int64(by))
	a.Slash("ben", a.channel, "/games")
	return got, cancel
}

// callbacks returns the first answers that the bot gave, or tried to give.
func callbacks(r *bottest.Rig) []discord.Exchange { return r.Exchanges(http.MethodPost, "/callback") }

// tables fails the test unless the channel has some matches and as many public messages.
func (a aged) tables(want int) {
	a.Helper()
	heads, err := a.Store.OfChannel(a.Ctx, a.channel, true, storage.All)
	shown := bottest.Public(a.Discord.User("cleo").Sees(a.channel))
	if err != nil || len(heads) != want || len(shown) != want {
		a.Errorf("there are %d matches (%v) and %d messages, want %d of each", len(heads), err, len(shown), want)
	}
}

// An interaction that is surely too old is dropped, however wrong the bot's clock is: nothing changes,
// and the log has one line.
func TestADeadInteractionIsNotCarriedOut(t *testing.T) {
	t.Parallel()
	for name, skew := range map[string]time.Duration{"right": 0, "an hour ahead": time.Hour, "an hour behind": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAged(t, skew)
			_, giveUp := a.late("/play game:permute", 2*world.Patience)
			a.Logged("came too late", 1)
			giveUp()
			a.tables(0)
			answered := map[string]bool{} // by path: a slow answer may be tried again
			for _, x := range callbacks(a.Rig) {
				answered[x.Path] = true
			}
			if len(answered) != 2 {
				t.Errorf("%d interactions were answered, want the two young ones", len(answered))
			}
			a.Slash("ann", a.channel, "/play game:permute")
			a.Await("ben", a.channel, func(m sandbox.Message) bool { return len(bottest.Labels(m)) > 0 })
			a.tables(1)
			if n := strings.Count(a.Said.String(), "came too late"); n != 1 {
				t.Errorf("the log has %d lines about it, want one", n)
			}
		})
	}
}

// An interaction that may be too old is acknowledged before anything changes. If Discord refuses
// that, nothing does.
func TestAnOldInteractionIsAcknowledgedFirst(t *testing.T) {
	t.Parallel()
	a := newAged(t, time.Hour)
	var before atomic.Int32 // matches when the answer was deferred
	before.Store(-1)
	a.Discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if strings.HasSuffix(req.URL.Path, "/callback") && bytes.Contains(bottest.BodyOf(req), []byte(`"type":5`)) {
			heads, _ := a.Store.OfChannel(a.Ctx, a.channel, true, storage.All)
			before.Store(int32(len(heads)))
		}
		return false
	})
	answer, _ := a.late("/play game:permute", world.Patience*4/5)
	if m := world.Receive(t, answer, "the answer"); m == nil || !strings.HasPrefix(m.Content, "Your table is open.") {
		t.Errorf("the answer is %+v", m)
	}
	if n := before.Load(); n != 0 {
		t.Errorf("there were %d matches when the answer was deferred, want 0 (-1 for no deferral)", n)
	}
	a.Await("ben", a.channel, func(m sandbox.Message) bool { return len(bottest.Labels(m)) > 0 })
	a.tables(1)
}

// If Discord does not know the interaction any more when it is acknowledged, nothing is carried out.
func TestARefusedAcknowledgementChangesNothing(t *testing.T) {
	t.Parallel()
	a := newAged(t, 0)
	a.Discord.Intercept(func(w http.ResponseWriter, req *http.Request) bool {
		if !strings.HasSuffix(req.URL.Path, "/callback") || !bytes.Contains(bottest.BodyOf(req), []byte(`"type":5`)) {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"message":"Unknown interaction","code":10062}`))
		return true
	})
	_, giveUp := a.late("/play game:permute", world.Patience*4/5)
	a.Logged("why=refused", 1)
	giveUp()
	a.tables(0)
}

// A first answer that hangs, is late or is cut reaches its person all the same, once: another try
// goes out after 0.8 s, and what Discord says to have taken is done.
func TestAnAnswerThatHangsIsGivenOnce(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]fault.Fault{
		"hangs before its effect": {Wait: time.Hour},
		"hangs after its effect":  {Wait: time.Hour, After: true},
		"is late":                 {Wait: time.Second, After: true},
		"is cut before":           {Cut: true},
		"is cut after":            {Cut: true, After: true},
		"fails after":             {Status: 503, After: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now := time.Now() // both clocks stand still, so that no interaction grows old
			r := bottest.In(t, sandbox.Config{Now: func() time.Time { return now }}, func(c *bot.Config) { c.AnswerWithin, c.Patience = 0, time.Hour })
			channel := r.Discord.Channel("games")
			f.Route = callback
			r.Plan(f)
			began := time.Now()
			if got := r.Slash("ann", channel, "/rules game:permute"); !strings.Contains(got.Content, "Permute") {
				t.Errorf("the answer is %q", got.Content)
			}
			t.Logf("the answer took %v", time.Since(began).Round(10*time.Millisecond))
			// Discord's side may note the try that was broken off after the one that was answered.
			r.Until("the answer was tried twice", func() bool { return len(callbacks(r)) >= 2 })
			r.Stop()
			if n := len(r.Discord.User("ann").Sees(channel)); n != 1 {
				t.Errorf("ann sees %d messages, want one", n)
			}
			if strings.Contains(r.Said.String(), "not delivered") {
				t.Errorf("the log says that the answer was not delivered:\n%s", r.Said)
			}
		})
	}
}
