package page_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/permutations"
)

// A whole is a whole game whose players click.
type whole struct{ bottest.Whole }

// magicMoves is a short game of Rubik's Magic that ann wins.
var magicMoves = []games.Move{"a3U", "a3Ed4U", "d4Nd1D", "d1Wc4U", "c4Wd1D", "c1Sa1U"}

// magicByClicks plays a whole game of two people who only click.
func magicByClicks(t *testing.T, b *browser) {
	w := &whole{bottest.Whole{Rig: bottest.New(t)}}
	ann, ben := b.sit(w.Rig, t, "ann"), b.sit(w.Rig, t, "ben")
	challengeByClicks(ann, ben)
	w.BegunInThread()
	people, names := []*person{ann, ben}, []string{"Ann", "Ben"}
	for ply, m := range magicMoves {
		mover, next := ply%2, 1-ply%2
		state := fmt.Sprintf("%02d-ply", 4+ply)
		people[mover].move(w, state, m)
		if ply == 0 { // ben is still in another channel
			ben.sees("#toasts", "@Ben, your turn. Ann ")
			ben.shot(state)
			ben.clickOn("#toasts", "@Ben, your turn.", true)
			ben.sees("#title", "Rubik's Magic")
		}
		if ply == len(magicMoves)-1 {
			break
		}
		for _, p := range people {
			p.seesBoard("@"+names[next]+", your turn. "+names[mover]+" ", "To move: "+names[next]+".")
			p.shot(state + "-done")
		}
	}
	for _, p := range people {
		board := p.seesBoard("@Ann @Ben, it's over. Ann wins with three in a row", "It's over. Ann wins")
		if strings.Contains(board, "your turn") {
			t.Errorf("%s is asked for a move after the end: %s", p.name, board)
		}
		p.shot("10-end")
	}
	ben.click("Record")
	ben.sees("#messages", "Open the page to step through the game.")
	ben.picturesFit()
	ben.shot("11-record")
}

// challengeByClicks has ann challenge ben, who is in another channel. Ben follows the
// notification and accepts, and ann opens the game.
func challengeByClicks(ann, ben *person) {
	ben.open("lounge")
	ann.writes("/play game:magic opponent:@ben first:me")
	ann.sees("#messages", "I've asked Ben.")
	ann.shot("01-challenge")
	ben.sees("#toasts", "Ann challenges you to Rubik's Magic.")
	ben.shot("01-challenge")
	ben.clickOn("#toasts", "Ann challenges you to Rubik's Magic.", true)
	ben.sees("#title", "games")
	ben.click("Accept")
	ben.sees("#messages", "You're in. The board is in the thread.")
	ben.sees("#messages", "Ann and Ben are playing Rubik's Magic.")
	ben.shot("02-accepted")
	ann.open("Rubik's Magic")
	ann.seesBoard("@Ann @Ben, here we go. Ann moves first.", "To move: Ann.", "- - - -")
	ann.shot("03-begin")
}

// move makes a move by clicks, and keeps a picture of its preview.
func (p *person) move(w *whole, state string, move games.Move) {
	p.Helper()
	s, seat := w.Truth(), games.Seat(slices.Index(w.Seats, p.name))
	p.walks(w.Rig, w.Channel, s, seat, bottest.StepsOf(p, s, seat, move))
	p.sees("#messages", "It will look like this. Play it?")
	p.sees("#messages", string(move)+", not played yet.")
	p.picturesFit()
	p.shot(state)
	p.click("Confirm")
	p.misses("#messages", "Play it?")
}

// auctionByClicks plays an auction of five people by clicks: they sit down, bid in secret,
// see all bids at once and take cards. The rest of the round is typed.
func auctionByClicks(t *testing.T, b *browser) {
	w := &whole{bottest.Whole{Rig: bottest.New(t)}}
	var people []*person
	for _, name := range []string{"ann", "ben", "cleo", "dan", "eve"} {
		people = append(people, b.sit(w.Rig, t, name))
	}
	w.sitDownByClicks(people)
	for _, p := range people {
		p.open("Permutations")
		p.seesBoard("@Ann @Ben @Cleo @Dan @Eve, here we go. Your bids, please.", "auction 1 of", "To move: Ann, Ben, Cleo, Dan and Eve.")
	}
	people[1].shot("22-begin")
	for i := range people {
		w.bidByClicks(people, i)
	}
	for _, p := range people {
		p.seesBoard("your turn. ", "To move: ")
		p.picturesFit()
		p.shot("26-reveal")
	}
	w.takeByClicks(people, "27-take")
	for _, p := range people {
		p.seesBoard("Round 1, auction 2")
	}
	people[2].shot("28-taken")
	w.checkSecrets(people, nil)
	if testing.Short() {
		return
	}
	for w.spectator().Round == 1 {
		if w.spectator().Phase == permutations.Taking { // the last card is bid automatically
			w.takeByClicks(people, "29-take")
			continue
		}
		w.auctionByText(people)
	}
	for _, p := range people {
		p.seesBoard("Round 2, auction 1")
	}
	people[3].shot("29-round")
}

// spectator returns the view of the position that everybody may see.
func (w *whole) spectator() permutations.View {
	return w.Truth().View(games.Spectator).(permutations.View)
}

// auctionByText has everybody type a bid that names the whole pool, so that nobody is asked
// later which card to take.
func (w *whole) auctionByText(people []*person) {
	w.Helper()
	pool := strings.Trim(fmt.Sprint(w.spectator().Pool), "[]")
	for _, p := range people {
		move := "bid " + digits.FindString(w.hand(p)[0]) + " take " + pool
		if got := w.Plays(p.name, w.Channel, move); bottest.Confirming(got) == nil && !strings.HasPrefix(got.Content, "You bid ") {
			w.Fatalf("%s was answered with %q", move, got.Content)
		}
	}
}

// sitDownByClicks opens a table, has everybody join it, and starts the game.
func (w *whole) sitDownByClicks(people []*person) {
	w.Helper()
	people[0].writes("/play game:permutations first:me")
	for _, p := range people[1:] {
		p.click("Join")
		p.sees("#messages", "You're in.")
	}
	people[4].sees("#messages", "In: Ann, Ben, Cleo, Dan, Eve")
	people[0].shot("20-table")
	people[4].shot("20-table")
	people[4].click("Start")
	people[4].sees("#messages", "are playing Permutations.")
	people[4].shot("21-started")
	w.BegunInThread()
}

// bidByClicks has a person seal the first card of their hand, and checks before and after
// that nobody else can read it.
func (w *whole) bidByClicks(people []*person, i int) {
	w.Helper()
	p := people[i]
	card := w.hand(p)[0]
	number := digits.FindString(card)
	p.click("Bid")
	p.sees("#messages", "Pick a card to bid.")
	w.checkSecrets(people, p)
	if i == 0 {
		p.shot("23-hand")
	}
	seat := games.Seat(slices.Index(w.Seats, p.name))
	p.walks(w.Rig, w.Channel, w.Truth(), seat, []string{number})
	if i == len(people)-1 { // all is revealed
		p.sees("#messages", "Bid "+number+" and reveal?")
		p.click("Confirm")
		return
	}
	p.sees("#messages", "You bid "+number+".")
	if i == 0 {
		p.shot("24-sealed")
	}
	for _, o := range people {
		o.seesBoard("Sealed: ", bottest.Titles(p.name))
	}
	people[4].shot(fmt.Sprintf("25-bid-%d", i+1))
	w.checkSecrets(people, nil)
}

var digits = regexp.MustCompile(`\d+`)

// handLine matches a hand in the text of a board.
var handLine = regexp.MustCompile(`(?m)^ +\((.+)\)$`)

// hand returns the hand of a person from the store: 34y is the yellow 34.
func (w *whole) hand(p *person) []string {
	w.Helper()
	view := w.Truth().View(games.Seat(slices.Index(w.Seats, p.name))).String()
	found := handLine.FindStringSubmatch(view)
	if found == nil {
		w.Fatalf("%s has no hand in\n%s", p.name, view)
	}
	return strings.Fields(found[1])
}

// checkSecrets checks that no page has a card of another person's hand, in text, alt text or
// hidden elements. If a person has their panel open, it also checks that their page has all
// of their own cards, or else the search would prove nothing.
func (w *whole) checkSecrets(people []*person, open *person) {
	w.Helper()
	pages := map[*person]string{}
	for _, p := range people {
		pages[p] = ask[string](p, "page")
	}
	for _, owner := range people {
		hand := w.hand(owner)
		all := readable(hand...)
		for p, page := range pages {
			if at := all.FindStringIndex(page); p != owner && at != nil {
				w.Errorf("%s's page has a card of %s: %s", p.name, owner.name, page[max(0, at[0]-200):at[1]])
			}
		}
		for _, card := range hand {
			if owner == open && !readable(card).MatchString(pages[owner]) {
				w.Errorf("%s does not see card %s of their own hand", owner.name, card)
			}
		}
	}
}

// readable matches cards in the text of a hand or a bid: "34 (yellow sun)", "bid 34", and
// "yellow 31 34" in an alt text. The two cards without a colour are not matched in that last form, as
// they are numbers like any other.
func readable(cards ...string) *regexp.Regexp {
	var ways []string
	for _, card := range cards {
		number := digits.FindString(card)
		ways = append(ways, `\b`+number+` \([a-z]+ (star|moon|sun|colour)\)`, `\bbid `+number+`\b`, `\b`+number+` ([♥♦♣💧]|any|none)`)
		if card != number {
			colour := map[string]string{"r": "red", "y": "yellow", "g": "green", "b": "blue"}[card[len(number):]]
			ways = append(ways, `\b`+colour+`( \d+)* `+number+`([,.]| \d)`)
		}
	}
	return regexp.MustCompile(strings.Join(ways, "|"))
}

// takeByClicks has each player who is asked take the first card of the pool, until nobody is
// asked.
func (w *whole) takeByClicks(people []*person, state string) {
	w.Helper()
	for view := w.spectator(); view.Phase == permutations.Taking; view = w.spectator() {
		p := people[slices.IndexFunc(people, func(p *person) bool { return p.name == w.Seats[view.ToMove[0]] })]
		p.seesBoard("@" + bottest.Titles(p.name) + ", your turn. ")
		p.walks(w.Rig, w.Channel, w.Truth(), view.ToMove[0], []string{fmt.Sprint(view.Pool[0])})
		p.sees("#messages", fmt.Sprintf("Take %d", view.Pool[0]))
		p.shot(state)
		p.click("Confirm")
		w.Await("eve", w.Channel, func(sandbox.Message) bool {
			return len(w.spectator().Pool) < len(view.Pool) || w.spectator().Phase != permutations.Taking
		})
	}
}

// aloneByClicks has a person play in the bot's direct messages, alone and against Parlour. Each
// game is one board that changes in place, with areas where the picture has many faces.
func aloneByClicks(t *testing.T, b *browser) {
	for i, c := range []struct{ play, title, areas string }{
		{"permute level:easy first:me options:size=9,swap=off", "Permute", "Pick an area."},
		{"permutu level:alone options:symbols=9", "Permutu", ""},
	} {
		w := &whole{bottest.Whole{Rig: bottest.New(t)}}
		ann := b.sit(w.Rig, t, "ann")
		ann.open("Parlour")
		ann.writes("/play game:" + c.play)
		w.Begun(w.Discord.User("ann").DM(), w.Discord.User("ann").DM(), "ann")
		board := ann.seesBoard(c.title+".", c.areas)
		ann.shot(fmt.Sprintf("%d0-alone", 6+i))
		seat := games.Seat(slices.Index(w.Seats, "ann"))
		rng := rand.New(rand.NewPCG(3, uint64(i)))
		for n := range 3 {
			s, before := w.Truth(), bottest.TurnOf(w.Direct("ann", func(m sandbox.Message) bool { return bottest.TurnOf(m) >= 0 }))
			ann.walks(w.Rig, w.Channel, s, seat, bottest.StepsOf(t, s, seat, gametest.Stroll(rng, s, seat)))
			ann.seesBoard("It will look like this. Play it?", "not played yet.")
			ann.picturesFit()
			ann.shot(fmt.Sprintf("%d%d-preview", 6+i, n+1))
			ann.click("Confirm")
			ann.misses("#messages", "Play it?")
			after := w.Direct("ann", func(m sandbox.Message) bool {
				return bottest.TurnOf(m) > before && strings.Contains(m.Content, "Your turn.")
			})
			if after.ID != w.First {
				t.Errorf("move %d of %s made another board: %q", n+1, c.title, after.Content)
			}
		}
		if now := ann.seesBoard("Your turn.", c.areas); now == board {
			t.Errorf("the board of %s has not changed: %s", c.title, now)
		}
		if all := bottest.Public(w.Discord.User("ann").Sees(w.Channel)); len(all) != 1 {
			t.Errorf("%s left %d messages, want one", c.title, len(all))
		}
		ann.shot(fmt.Sprintf("%d9-played", 6+i))
		ann.fits()
	}
}

// friendsByClicks has two people play in their DM, where the board is the panel.
func friendsByClicks(t *testing.T, b *browser) {
	r := bottest.New(t)
	r.Discord.Stage().Befriend()
	ann, ben := b.sit(r, t, "ann"), b.sit(r, t, "ben")
	ann.open("ann & ben")
	ben.open("ann & ben")
	ann.writes("/play game:magic opponent:@ben first:me")
	ben.sees("#messages", "Ann challenges you to Rubik's Magic.")
	ben.shot("80-challenge")
	ben.click("Accept")
	people := []*person{ann, ben}
	ann.seesBoard("here we go. Ann moves first.")
	for ply, buttons := range [][]string{{"Move", "a3", "Confirm"}, {"a3 →", "d4", "Confirm"}, {"d4 ↑", "d1", "Confirm"}} {
		mover, other := people[ply%2], people[1-ply%2]
		for _, button := range buttons {
			mover.click(button)
		}
		other.seesBoard("@"+map[string]string{"ann": "Ann", "ben": "Ben"}[other.name]+", your turn.", "To move")
		other.sees("#messages", []string{"Ann moves first.", "1. Ann places a3 light", "2. Ben flips a3 →, places d4 light"}[ply])
		other.picturesFit()
		other.shot("81-ply" + string(rune('1'+ply)))
	}
	ben.seesBoard("Which tile do you flip, and which way?")
	ben.shot("82-steps")
	ben.fits()
}

// changesInPlace shows an onlooker a board that a press changes in its place, and messages
// that come silently, are noted by Discord, or are deleted.
func changesInPlace(t *testing.T, b *browser) {
	r := bottest.NewToyRig(t, bottest.Toys())
	ben := b.sit(r.Rig, t, "ben")
	ben.open("Permute")
	ben.misses(".notice", "added") // players come to their thread without one
	ben.sees("#messages", "here we go. Ann moves first.")
	r.Toys("ann", "step", r.Board.ID)
	ben.sees("#m"+r.Board.ID, "a step by Ann")
	ben.sees("#m"+r.Board.ID, "(edited)")
	ben.misses("#messages", "here we go. Ann moves first.")
	ben.shot("50-edited")
	quiet := r.Posts(r.Channel, map[string]any{"content": "A quiet word.", "flags": 1 << 12})
	ben.sees("#m"+quiet, "silent")
	r.Discord.Stage().DeleteMessage(quiet)
	ben.misses("#messages", "A quiet word.")
	ben.clickOn("#channels", "games", true)
	ping := r.Posts(r.Channel, map[string]any{"content": r.Discord.User("ben").Mention() + ", quick!"})
	ben.sees("#toasts", "quick!")
	ben.sees(`#channels [data-badge="1"]`, "Permute")
	r.Discord.Stage().DeleteMessage(ping)
	ben.sees(`#channels [data-badge="1"][title*="deleted"]`, "Permute")
	ben.shot("51-ghost")
	ben.clickOn("#sent", "What the bot sent", true)
	ben.sees("#counted", "towards the 50 a second that Discord allows.")
	ben.fits()
}

// walks clicks on the page until the steps of a move are picked, as [bottest.Walk] does without one. It
// begins at the newest message with a button that leads to a move.
func (p *person) walks(r *bottest.Rig, channel string, s games.State, seat games.Seat, steps []string) sandbox.Message {
	p.Helper()
	var from sandbox.Message
	p.awaits(r, channel, func(all []sandbox.Message) bool {
		i := len(all) - 1
		for ; i >= 0 && bottest.TurnOf(all[i]) < 0; i-- {
		}
		if i >= 0 {
			from = all[i]
		}
		return i >= 0
	})
	return bottest.Walk(p, p.name, from, s, seat, steps, func(_ string, on sandbox.Message, t bottest.Touch) (after sandbox.Message) {
		at := slices.IndexFunc(bottest.Controls(on), func(c sandbox.Component) bool { return c.CustomID == t.Control })
		if c := bottest.Controls(on)[at]; t.Value != "" {
			p.pick(c.Options[slices.IndexFunc(c.Options, func(o sandbox.Option) bool { return o.Value == t.Value })].Label)
		} else {
			p.click(c.Label)
		}
		p.awaits(r, channel, func(all []sandbox.Message) bool {
			i := slices.IndexFunc(all, func(m sandbox.Message) bool {
				if m.ID == on.ID {
					return !slices.EqualFunc(slices.Concat(m.Rows...), slices.Concat(on.Rows...), func(a, b sandbox.Component) bool {
						return a.CustomID == b.CustomID && a.Disabled == b.Disabled
					})
				}
				return m.Ephemeral && m.ID > on.ID && (bottest.TurnOf(m) >= 0 || bottest.Confirming(m) != nil)
			})
			if i >= 0 {
				after = all[i]
			}
			return i >= 0
		})
		return after
	})
}

// awaits waits until a person has messages in a channel that satisfy ok.
func (p *person) awaits(r *bottest.Rig, channel string, ok func([]sandbox.Message) bool) {
	p.Helper()
	if _, err := r.Discord.User(p.name).Await(r.Soon(), channel, ok); err != nil {
		p.fails(err)
	}
}
