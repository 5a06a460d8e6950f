package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/games"
)

// auction begins a game of Permutations of ann and ben in which a turn has 10 hours.
func (r *timed) auction() (channel string) {
	r.t.Helper()
	home := r.discord.Channel("games")
	r.slash("ann", home, "/play game:permutations first:me turn-time:10h")
	table := r.await("ben", home, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Join") })
	r.click("ben", table, "Join")
	return r.begin(r.await("ann", home, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Start") }))
}

// bids has a player bid on the panel of their newest direct message.
func (r *timed) bids(who string) {
	r.t.Helper()
	switch sealed := r.bidsFirst(who, r.direct(who, asks)); {
	case confirming(sealed) != nil: // it is the last
		r.confirms(who, sealed)
	case !strings.HasPrefix(sealed.Content, "You bid "):
		r.t.Fatalf("%s's bid was answered with %q", who, sealed.Content)
	}
	r.settle()
}

// lapses moves the clock until the time of players who owe a bid is up.
func (r *timed) lapses() {
	r.t.Helper()
	r.turns(9*time.Hour + 30*time.Minute)
	r.turns(30 * time.Minute)
}

// offers has a player offer a seat under More, and returns the board with the offer.
func (r *timed) offers(who, channel, button string) sandbox.Message {
	r.t.Helper()
	more := r.click(who, r.newest(channel), "More")
	sure := r.click(who, more, button)
	if got := r.click(who, sure, "Yes, offer it"); !strings.Contains(got.Content, "Offered. The game goes on") {
		r.t.Fatalf("offering a seat was answered with %q", got.Content)
	}
	return r.await("eve", channel, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Take Ben's place") })
}

// A dummy takes the seat of a player who bids nothing for two turns running. Then the others
// may offer the seat, and the player who takes it is asked for a bid.
func TestTimeIsUpInPermutations(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	channel := r.auction()
	w := &whole{rig: r.rig}
	w.begun(r.discord.Channel("games"), channel)
	for missed := 0; missed < 2; missed++ {
		for slices.Contains(w.truth().ToMove(), 0) {
			r.plays("ann", channel, string(w.truth().Legal(0)[0]))
			r.settle()
		}
		if more := r.click("ann", r.newest(channel), "More"); slices.Contains(labels(more), "Offer Ben's place") {
			t.Errorf("after %d missed turns ann may offer ben's seat", missed)
		}
		boards := len(public(r.discord.User("eve").Sees(channel)))
		r.lapses()
		if got := len(public(r.discord.User("eve").Sees(channel))); got != boards+1 {
			t.Errorf("%d boards were posted when time was up, want one", got-boards)
		}
		want := []string{"Ben ran out of time, so a dummy moved.", "Ben ran out of time again. A dummy plays from the next auction."}[missed]
		if board := r.newest(channel); !strings.Contains(board.Content, want) {
			t.Errorf("when time was up the board said %q", board.Content)
		}
		if got := r.head("ann").Clocks[1].Missed; got != missed+1 {
			t.Errorf("ben has missed %d turns, want %d", got, missed+1)
		}
	}
	table := r.newest(channel)
	if answer := r.click("cleo", table, "More"); !slices.Equal(labels(answer), []string{"Rules", "Proof", "Play one like it"}) {
		t.Errorf("More was answered to an onlooker with %q and %v", answer.Content, labels(answer))
	}
	offered := r.offers("ann", channel, "Offer Ben's place")
	if !strings.Contains(offered.Content, "Ben's place is on offer. Take it and play on.") {
		t.Errorf("the board says %q", offered.Content)
	}
	taken := r.click("cleo", offered, "Take Ben's place")
	if !taken.Ephemeral || !strings.HasPrefix(taken.Content, "You're in, against Ann.") || !slices.Contains(labels(taken), "Board") {
		t.Errorf("taking the seat was answered with %q and %v", taken.Content, labels(taken))
	}
	r.settle()
	for _, m := range r.discord.User("ben").Sees(r.discord.User("ben").DM()) {
		if len(m.Rows) > 0 {
			t.Errorf("a direct message to ben keeps its buttons %v: %q", labels(m), m.Content)
		}
	}
	if board := r.newest(channel); !strings.Contains(board.Content, "Cleo plays on for Ben.") {
		t.Errorf("the board says %q", board.Content)
	}
	for s := w.truth(); !s.(games.Bidder).Bidding() || !slices.Contains(s.ToMove(), 1); s = w.truth() {
		seat := s.ToMove()[0]
		r.plays([]string{"ann", "cleo"}[seat], channel, string(s.Legal(seat)[0]))
		r.settle()
	}
	r.bids("cleo")
}

// A player offers their own seat in the middle of an auction. The player who takes it gets
// the hand and bids, and no button works any more for the one who left.
func TestTimeSeatIsTakenInAnAuction(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	channel := r.auction()
	asked := r.direct("ben", asks)
	offered := r.offers("ben", channel, "Offer my place")
	for who, want := range map[string]string{"ann": "You're in already.", "ben": "You're in already."} {
		if got := r.click(who, offered, "Take Ben's place"); !strings.HasPrefix(got.Content, want) {
			t.Errorf("%s takes the seat and is answered %q", who, got.Content)
		}
	}
	r.click("cleo", offered, "Take Ben's place")
	hand := r.direct("cleo", asks)
	if !slices.Equal(hand.Pings, []string{"cleo"}) {
		t.Errorf("the direct message to cleo pings %v", hand.Pings)
	}
	if was, is := cards(asked), cards(hand); !slices.Equal(was, is) {
		t.Errorf("cleo chooses among %v, and ben among %v", is, was)
	}
	stripped := r.direct("ben", func(m sandbox.Message) bool { return len(m.Rows) == 0 })
	if stripped.ID != asked.ID {
		t.Errorf("ben has another direct message, %q", stripped.Content)
	}
	for _, row := range asked.Rows {
		for _, c := range row {
			var values []string
			if len(c.Options) > 0 {
				values = []string{c.Options[0].Value}
			}
			got, err := r.discord.User("ben").Press(r.ctx, c.CustomID, asked.ID, values...)
			if m := r.answer(got, err); len(m.Attachments) > 0 || m.Content != "You've left this game." {
				t.Errorf("ben presses %s %s and is answered %q with %d files", c.Label, c.CustomID, m.Content, len(m.Attachments))
			}
		}
	}
	r.settle()
	if got := r.click("ben", r.newest(channel), "More"); !slices.Equal(labels(got), []string{"Rules", "Proof", "Play one like it"}) {
		t.Errorf("More was answered to ben with %q", got.Content)
	}
	r.bids("ann")
	r.bids("cleo")
	if board := r.newest(channel); !strings.Contains(board.Content, "Cleo") || strings.Contains(board.Content, "Ben") {
		t.Errorf("the auction is revealed by %q", board.Content)
	}
	r.offersBack(channel)
}

// offersBack has cleo offer the seat that she took, which ben may not take back.
func (r *timed) offersBack(channel string) {
	r.t.Helper()
	more := r.click("cleo", r.newest(channel), "More")
	r.click("cleo", r.click("cleo", more, "Offer my place"), "Yes, offer it")
	board := r.await("eve", channel, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Take Cleo's place") })
	if got := r.click("ben", board, "Take Cleo's place"); !strings.HasPrefix(got.Content, "You played here before and may know too much.") {
		r.t.Errorf("ben takes his seat back and is answered %q", got.Content)
	}
}
