package bot_test

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/commands/message"
	"parlour/storage"
)

// opened counts the requests that would open the direct channel with each person, by name.
func (r *rig) opened(who ...string) map[string]int {
	r.t.Helper()
	counts := map[string]int{}
	for _, x := range r.exchanges(http.MethodPost, "/users/@me/channels") {
		i := slices.IndexFunc(who, func(name string) bool {
			return string(x.Request) == `{"recipient_id":"`+r.discord.User(name).ID()+`"}`
		})
		if i < 0 {
			r.t.Fatalf("a direct channel was opened by %s, which names none of %q", x.Request, who)
		}
		counts[who[i]]++
	}
	return counts
}

// The bot opens no direct channel with people who sit down or are challenged. It opens one with each
// person whom it asks for a bid, and remembers it.
func TestDirectChannelsAreOpenedForAMessage(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	lounge := r.discord.Channel("lounge")
	r.slash("ann", lounge, "/play game:permutations opponent:@cleo")
	r.slash("dan", lounge, "/play game:permute")
	table := r.pair()
	r.stop() // waits for unfinished work
	if counts := r.opened(); len(counts) > 0 {
		t.Errorf("before a game began direct channels were opened: %v", counts)
	}
	r.start()
	r.begin(table)
	for _, who := range []string{"ann", "ben"} {
		r.direct(who, asks)
	}
	r.stop()
	r.start()
	if counts := r.opened("ann", "ben"); counts["ann"] != 1 || counts["ben"] != 1 {
		t.Errorf("for an auction direct channels were opened %v times, want one each", counts)
	}
	for _, who := range []string{"ann", "ben"} {
		own, err := storage.People.Get(r.ctx, r.store, r.discord.User(who).ID())
		if err != nil || own.Direct != r.discord.User(who).DM() {
			t.Errorf("%s is stored as %+v (%v), want the direct channel", who, own, err)
		}
	}
}

// If Discord refuses a direct channel because the bot opens them too fast, with either status, it is
// not asked again, not after a restart either. The board asks both for their bids, and nobody is noted
// as taking no direct messages.
func TestDirectChannelsOpenedTooFast(t *testing.T) {
	t.Parallel()
	for _, status := range []int{403, 429} {
		r := newRig(t)
		table := r.pair()
		r.fail(fault.Fault{Route: "POST /users/@me/channels", Status: status, Code: 40003, Wait: time.Second})
		channel := r.begin(table)
		if board := r.awaitBoard("eve", channel, 0); !slices.Equal(board.Pings, []string{"ann", "ben"}) {
			t.Errorf("after a %d the first board pings %v, want both", status, board.Pings)
		}
		r.stop()
		r.start()
		r.slash("ann", channel, "/board")
		r.stop()
		if counts := r.opened("ann", "ben"); counts["ann"] != 1 || counts["ben"] != 0 {
			t.Errorf("after a %d direct channels were asked for %v times, want once", status, counts)
		}
		r.start()
		for _, who := range []string{"ann", "ben"} {
			own, err := storage.People.Get(r.ctx, r.store, r.discord.User(who).ID())
			if err != nil || own.NoDirect {
				t.Errorf("after a %d %s is stored as %+v (%v), want NoDirect unset", status, who, own, err)
			}
		}
	}
}

// pair has ann and ben sit down at a table of Permutations, and returns its message.
func (r *rig) pair() (table sandbox.Message) {
	r.t.Helper()
	home := r.discord.Channel("games")
	r.slash("ann", home, "/play game:permutations first:me")
	table = r.await("ben", home, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Join") })
	r.click("ben", table, "Join")
	return r.await("ann", home, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Start") })
}

// begin has ann start the game of a table, and returns its channel.
func (r *rig) begin(table sandbox.Message) (channel string) {
	r.t.Helper()
	r.click("ann", table, "Start")
	return r.await("eve", table.Channel, func(m sandbox.Message) bool { return m.ID == table.ID && m.Thread != "" && len(m.Rows) == 0 }).Thread
}

// direct waits until the newest direct message to a person satisfies ok.
func (r *rig) direct(who string, ok func(sandbox.Message) bool) sandbox.Message {
	r.t.Helper()
	var newest sandbox.Message
	if _, err := r.discord.User(who).Await(r.soon(), r.discord.User(who).DM(), func(all []sandbox.Message) bool {
		all = public(all)
		if len(all) == 0 {
			return false
		}
		newest = all[len(all)-1]
		return ok(newest)
	}); err != nil {
		r.t.Fatalf("%s's newest direct message is %q: %v\n%s", who, newest.Content, err, r.log)
	}
	return newest
}

// asks reports whether a message is a panel with the hand as a picture and its cards to pick.
func asks(m sandbox.Message) bool { return len(m.Attachments) == 1 && len(cards(m)) > 1 }

// cards lists the values of the cards that a panel offers for a bid.
func cards(m sandbox.Message) (all []string) {
	for _, c := range controls(m) {
		if b, err := message.ParseButton(c.CustomID); err == nil && b.Verb == "pick" && len(b.Steps) == 2 && c.Label != "Clear order" {
			all = append(all, b.Steps[1])
		}
	}
	return all
}

// bidsFirst has a person bid the first card of a panel, and returns the panel then.
func (r *rig) bidsFirst(who string, panel sandbox.Message) sandbox.Message {
	r.t.Helper()
	for _, c := range controls(panel) {
		if b, err := message.ParseButton(c.CustomID); err == nil && b.Verb == "pick" {
			return r.press(who, panel, touch{control: c.CustomID})
		}
	}
	r.t.Fatalf("%s has no card to bid on %q with %q", who, panel.Content, labels(panel))
	return panel
}

// Two players bid by direct message, which notifies them while the channel does not. Each
// has one message, which changes with every step and loses its buttons at the reveal.
func TestBidByDirectMessage(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel := r.begin(r.pair())
	board := r.awaitBoard("eve", channel, 0)
	if !slices.Equal(board.Pings, []string{"ann", "ben"}) || !strings.Contains(board.Content, ", here we go. Your bids, please.") {
		t.Errorf("the first board pings %v and says %q, want both asked", board.Pings, board.Content)
	}
	for _, who := range []string{"ann", "ben"} {
		panel := r.direct(who, asks)
		if !slices.Equal(panel.Pings, []string{who}) {
			t.Errorf("the direct message to %s notifies %v", who, panel.Pings)
		}
		first := cards(panel)[0]
		sealed := r.bidsFirst(who, panel)
		if sealed.ID != panel.ID {
			t.Fatalf("a bid was answered with another message, %q", sealed.Content)
		}
		if who == "ben" { // the last bid reveals all
			if want := "Everyone else has bid. Bid " + first + " and reveal?"; !strings.HasPrefix(sealed.Content, want) {
				t.Errorf("the last bid was answered with %q, want %q", sealed.Content, want)
			}
			r.confirms(who, sealed)
			break
		}
		if want := "You bid " + first + ". You can change it until everyone has bid."; !strings.HasPrefix(sealed.Content, want) || !asks(sealed) || slices.Contains(cards(sealed), first) {
			t.Fatalf("a bid was answered with %q and %q, want %q and the other cards", sealed.Content, labels(sealed), want)
		}
		hand := r.click(who, sealed, "Board")
		if !hand.Ephemeral || len(hand.Attachments) != 1 || !strings.Contains(hand.Content, "You bid "+first+" (") {
			t.Errorf("Board was answered with %+v", hand)
		}
		second := cards(sealed)[0]
		if changed := r.bidsFirst(who, sealed); changed.ID != panel.ID || !strings.HasPrefix(changed.Content, "You bid "+second+".") {
			t.Fatalf("another card was answered with %+v", changed)
		}
	}
	next := r.await("eve", channel, func(m sandbox.Message) bool { return m.ID != board.ID && turnOf(m) >= 0 })
	for _, who := range []string{"ann", "ben"} {
		if all := public(r.discord.User(who).Sees(r.discord.User(who).DM())); len(all) != 1 || turnOf(all[0]) >= turnOf(next) {
			t.Errorf("%s has %d direct messages while cards are taken, want that of the auction", who, len(all))
		}
	}
}

// A direct message that Discord took without saying so is not sent again; one that it did
// not take is. The board pings everybody whose message is uncertain.
func TestDirectMessagesThatFail(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	const post = "POST /channels/{channel}/messages"
	table := r.pair()
	r.fail(fault.Fault{Route: post, Status: 500, After: true})               // ann's
	r.fail(fault.Fault{Route: post, Status: 429, Wait: time.Hour, Times: 2}) // ann's again, and ben's
	board := r.awaitBoard("eve", r.begin(table), 0)
	if r.faultsHappened(); !slices.Equal(board.Pings, []string{"ann", "ben"}) {
		t.Errorf("the board pings %v, want both", board.Pings)
	}
	r.stop()
	r.start() // the new bot waits for no lease
	r.direct("ben", asks)
	r.stop()
	for _, who := range []string{"ann", "ben"} {
		if all := r.discord.User(who).Sees(r.discord.User(who).DM()); len(all) != 1 {
			t.Errorf("%s has %d direct messages, want 1", who, len(all))
		}
	}
}

// In a game of five two players take no direct messages: at an auction the board pings only
// those two, and the bot tries to write to each of them once. The others are written to as well.
func TestAWholeGameWithClosedDirectMessages(t *testing.T) {
	t.Parallel()
	w := &whole{
		rig: newRig(t), names: []string{"ann", "ben", "cleo", "dan", "eve"}, closed: []string{"cleo", "eve"},
		rng: rand.New(rand.NewPCG(6, 6)), panel: 5,
	}
	for _, who := range w.closed {
		w.discord.Stage().CloseDMs(who, true)
	}
	w.sitDown("permutations")
	for _, who := range []string{"ann", "ben", "dan"} {
		w.direct(who, asks)
	}
	for len(w.truth().ToMove()) > 0 {
		w.ply()
	}
	w.checkEnd()
	for _, who := range w.names {
		closed := slices.Contains(w.closed, who)
		tried := len(w.exchanges(http.MethodPost, "/channels/"+w.discord.User(who).DM()+"/messages")) // of the newest requests
		own, err := storage.People.Get(w.ctx, w.store, w.discord.User(who).ID())
		if got := len(w.discord.User(who).Sees(w.discord.User(who).DM())); err != nil || own.NoDirect != closed || got > 0 || closed && tried > 1 {
			t.Errorf("%s has %d direct messages after %d tries, and NoDirect = %v (%v)", who, got, tried, own.NoDirect, err)
		}
		for _, m := range w.discord.User(who).Sees(w.channel) {
			if !m.Ephemeral && strings.Contains(m.Content, "direct message") {
				t.Errorf("a public message mentions direct messages: %q", m.Content)
			}
		}
	}
}

// A person who takes no direct messages bids on an ephemeral panel, which has a button to
// ask for direct messages. The bot tries one at once, and the panel of the bid follows.
func TestAskingForDirectMessages(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.discord.Stage().CloseDMs("ben", true)
	channel := r.begin(r.pair())
	board := r.awaitBoard("eve", channel, 0)
	if !slices.Equal(board.Pings, []string{"ann", "ben"}) {
		t.Errorf("the first board pings %v, want both", board.Pings)
	}
	panel := r.click("ben", board, "Bid")
	if !panel.Ephemeral || !asks(panel) {
		t.Fatalf("Bid was answered with %+v", panel)
	}
	const again = "DM me again"
	if got := r.click("ben", panel, again); !got.Ephemeral || !strings.HasPrefix(got.Content, "I can't DM you") {
		t.Errorf("asking while direct messages are closed was answered with %q", got.Content)
	}
	r.discord.Stage().CloseDMs("ben", false)
	if got := r.click("ben", panel, again); !got.Ephemeral || !strings.HasPrefix(got.Content, "DMs are back on") {
		t.Errorf("asking was answered with %q", got.Content)
	}
	direct := r.direct("ben", asks)
	if sealed := r.bidsFirst("ben", direct); sealed.ID != direct.ID || !strings.HasPrefix(sealed.Content, "You bid "+cards(direct)[0]+".") {
		t.Errorf("a bid was answered with %q", sealed.Content)
	}
	if shown := r.slash("ben", r.discord.User("ben").DM(), "/settings dms:off"); !strings.Contains(shown.Content, "Direct messages are **off**") {
		t.Errorf("/settings dms:off was answered with %q", shown.Content)
	}
}

// A person who shares no server with the bot any more is sent no direct messages, and the
// game goes on for the others.
func TestNoMutualServer(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	table := r.pair()
	r.discord.Stage().Leave("ben")
	r.awaitBoard("eve", r.begin(table), 0)
	r.direct("ann", asks)
	own, err := storage.People.Get(r.ctx, r.store, r.discord.User("ben").ID())
	if err != nil || !own.NoDirect {
		t.Errorf("ben is stored as %+v (%v), want NoDirect", own, err)
	}
}
