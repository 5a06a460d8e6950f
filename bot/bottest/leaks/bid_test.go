package leaks_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/games"
	"parlour/games/permutations"
)

// bid is a card and the cards of the pool that it is to take, best first.
type bid struct {
	card permutations.Card
	wish []permutations.Card
}

func (b bid) move() string {
	text := fmt.Sprintf("bid %d", b.card)
	for i, c := range b.wish {
		text += []string{" take", ""}[min(i, 1)] + fmt.Sprintf(" %d", c)
	}
	return text
}

// anyBid draws a bid for a seat.
func (g *run) anyBid(seat games.Seat) bid {
	a, _ := g.bids(seat)
	return a
}

// bids draws two different bids for a seat that name as many cards to take, now and then all of them, the lowest number
// first.
func (g *run) bids(seat games.Seat) (a, b bid) {
	v := view(g.Truth(), seat)
	hand, pool := v.Sides[seat].Hand, slices.Clone(v.Pool)
	i, most := g.rng.IntN(len(hand)), min(2, len(pool)-1)
	n := g.rng.IntN(most + 1)
	if len(hand) == 1 || g.redealt {
		n = max(n, 1) // so that the two bids differ, whatever the cards are
	}
	g.rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	a = bid{hand[i], pool[:n]}
	b = bid{hand[(i+1+g.rng.IntN(max(1, len(hand)-1)))%len(hand)], pool[1 : n+1]}
	if g.rng.IntN(3) == 0 && a.card != b.card {
		slices.Sort(pool)
		a.wish, b.wish = pool, pool
	}
	return a, b
}

// bid makes a bid in a random way, and checks that it is in the log.
func (g *run) bid(seat games.Seat, b bid) {
	g.Helper()
	who := g.Seats[seat]
	way := g.rng.IntN(5)
	if s := g.Truth(); view(s, seat).Sides[seat].HasBid || len(b.wish) > 0 && bottest.Reveals(s, seat, games.Move(b.move())) {
		way = max(way, 2) // how often one presses depends on the bid before, and the last bid is asked about before there are wishes
	}
	switch way {
	case 0:
		g.onPanel(who, g.Click(who, g.board(), "move"), seat, b)
	case 1:
		g.onPanel(who, g.directPanel(who), seat, b)
	case 2:
		g.sure(who, g.Slash(who, g.Channel, "/bid bid:"+strings.TrimPrefix(b.move(), "bid ")))
	case 3:
		g.sure(who, g.Slash(who, g.Discord.User(who).DM(), "/bid bid:"+b.move()))
	default:
		g.sure(who, g.bidByText(who, b))
	}
	g.hasBid(seat, b)
}

// sure presses Confirm, if a message asks.
func (g *run) sure(who string, asked sandbox.Message) {
	g.Helper()
	if bottest.Confirming(asked) == nil {
		return
	}
	next := g.bidsNext(who, bottest.Confirming(asked))
	g.act(who, asked.Channel, asked.Ephemeral, func(u *sandbox.User) (*sandbox.Message, error) {
		if asked.Ephemeral && asked.Channel == g.Channel && !next { // elsewhere the question becomes the answer
			g.watch.vanishes()
		}
		return u.Click(g.Ctx, asked.ID, bottest.Control(asked, "confirm"))
	})
}

// bidsNext reports whether a move ends an auction, so that its answer asks the person for their next bid.
func (g *run) bidsNext(who string, steps []string) bool {
	s, seat := g.Truth(), games.Seat(slices.Index(g.Seats, who))
	next, err := s.Play(seat, games.Made(s, seat, steps))
	return err == nil && !games.SameTurn(s, next, seat) && bottest.Bidding(next) && slices.Contains(next.ToMove(), seat)
}

// bidByText has a player type a bid, and returns the answer.
func (g *run) bidByText(who string, b bid) sandbox.Message {
	g.Helper()
	return g.Slash(who, g.Channel, "/move move:"+b.move())
}

// onPanel bids step by step on a panel.
func (g *run) onPanel(who string, panel sandbox.Message, seat games.Seat, b bid) {
	g.Helper()
	if len(b.wish) == len(view(g.Truth(), seat).Pool) {
		panel = g.use(who, panel, bottest.Touch{Control: bottest.Labelled(panel, "Then take the lowest")})
		g.sure(who, g.use(who, panel, bottest.Touch{Control: bottest.Carrying(panel, fmt.Sprintf(":%d:lowest", b.card))}))
		return
	}
	steps := []string{fmt.Sprint(b.card)}
	for _, c := range b.wish {
		steps = append(steps, fmt.Sprint(c))
	}
	g.sure(who, bottest.Walk(g, who, panel, g.Truth(), seat, steps, g.use))
}

// use uses a control of a message.
func (g *run) use(who string, on sandbox.Message, t bottest.Touch) sandbox.Message {
	g.Helper()
	return g.lately(who, on, g.act(who, on.Channel, on.Ephemeral, func(u *sandbox.User) (*sandbox.Message, error) {
		if t.Value != "" {
			return u.Choose(g.Ctx, on.ID, t.Control, t.Value)
		}
		return u.Click(g.Ctx, on.ID, t.Control)
	}))
}

// directPanel returns the panel in a player's direct messages. For a player who takes none it returns an ephemeral panel.
func (g *run) directPanel(who string) sandbox.Message {
	g.Helper()
	for _, m := range slices.Backward(bottest.Public(g.Discord.User(who).Sees(g.Discord.User(who).DM()))) {
		if bottest.Control(m, "pick") != "" && bottest.TurnOf(m) == bottest.TurnOf(g.board()) {
			return m
		}
	}
	return g.Click(who, g.board(), "move")
}

// hasBid checks that a bid is in the log, the newest ply of a person.
func (g *run) hasBid(seat games.Seat, b bid) {
	g.Helper()
	g.Truth()
	n := len(g.Stored.Log)
	for n > 0 && g.Stored.Players[g.Stored.Log[n-1].Seat].Level != "" {
		n--
	}
	if n == 0 || g.Stored.Log[n-1].Ply != (games.Ply{Seat: seat, Move: games.Move(b.move())}) {
		g.Fatalf("%s did not make the bid %q\n%s", g.Seats[seat], b.move(), g.Said)
	}
}

// bidInSecret has the seat of the secret make a bid that differs between the two runs.
func (g *run) bidInSecret() {
	g.Helper()
	mine, theirs := g.bids(g.seat)
	if g.second {
		mine, theirs = theirs, mine
	}
	g.card = mine.card
	g.secret.Store(mine.move())
	g.higher.Store(mine.card > theirs.card)
	g.dice.secretly(true)
	mishap := g.mishap
	if i := g.rng.IntN(10); mishap == nil && i < len(mishaps) {
		mishap = mishaps[i]
	}
	if mishap != nil {
		mishap(g, mine)
	} else {
		g.bid(g.seat, mine)
	}
	g.dice.secretly(false)
	if g.tour {
		g.lookAround()
	}
}

// mishaps are the faults that happen during a secret bid.
var mishaps = []func(*run, bid){(*run).breakStore, (*run).panicAt, (*run).bidUnanswered, (*run).bidUnshown}

// breakStore makes the store fail during a bid, and then repeats the bid.
func (g *run) breakStore(b bid) {
	g.Helper()
	g.faults <- func() error { return errors.New("the disk is full") }
	g.bidTwice(b)
}

// panicAt makes the store panic during a bid, and then repeats the bid.
func (g *run) panicAt(b bid) {
	g.Helper()
	g.faults <- func() error { panic("the disk is full") }
	g.bidTwice(b)
}

// bidTwice makes a bid that fails, and then repeats it.
func (g *run) bidTwice(b bid) {
	g.Helper()
	if got := g.bidByText(g.Seats[g.seat], b); !strings.Contains(got.Content, "Something broke") {
		g.Fatalf("a bid that failed was answered with %q", got.Content)
	}
	g.bid(g.seat, b)
}

// bidUnshown makes Discord fail when a first bid is announced, so that it is announced
// later. A changed bid is not announced, so it meets no fault.
func (g *run) bidUnshown(b bid) {
	g.Helper()
	if view(g.Truth(), g.seat).Sides[g.seat].HasBid {
		g.bid(g.seat, b)
		return
	}
	g.Plan(fault.Fault{Route: "PATCH /channels/{channel}/messages/{message}", Status: 500})
	g.bid(g.seat, b)
	g.mended()
}

// bidUnanswered has the seat of the secret make a bid whose answer Discord refuses.
func (g *run) bidUnanswered(b bid) {
	g.Helper()
	g.Plan(fault.Fault{Route: "POST /interactions/{interaction}/{token}/callback", Status: 400, Code: 50035})
	g.act(g.Seats[g.seat], g.Channel, false, func(u *sandbox.User) (*sandbox.Message, error) {
		ctx, cancel := context.WithCancel(g.Ctx)
		go func() {
			defer cancel() // there will be no answer to wait for
			_ = g.Discord.Faults().Await(g.Ctx)
		}()
		m, err := u.Slash(ctx, g.Channel, "/move move:"+b.move())
		if !errors.Is(err, context.Canceled) {
			return m, fmt.Errorf("%v, want no answer: %w", m, err)
		}
		return &sandbox.Message{}, nil
	})
	g.hasBid(g.seat, b)
}

// mended restarts the bot after the lease has expired, so that it publishes what a fault has
// kept back.
func (g *run) mended() {
	g.Helper()
	if left := g.Discord.Faults().Pending(); len(left) > 0 {
		g.Fatalf("these faults were not used: %v", left)
	}
	g.clock.Add(60)
	g.restart()
}
