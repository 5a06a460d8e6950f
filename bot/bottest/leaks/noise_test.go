package leaks_test

import (
	"fmt"
	"slices"
	"strings"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/games"
)

// noise has people take up to a number of random actions that do not change the auction.
func (g *run) noise(most int) {
	g.Helper()
	list := noises
	if g.friends {
		list = noisesOfFriends
	}
	for range g.rng.IntN(most + 1) {
		who := bottest.Everyone[g.rng.IntN(len(bottest.Everyone))]
		list[g.rng.IntN(len(list))](g, who)
	}
}

// noisesOfFriends are actions that anybody may take, the seat of the secret included, also where the
// bot can only answer.
var noisesOfFriends = []func(g *run, who string){
	(*run).look,
	func(g *run, who string) { g.Click(who, g.board(), "more") },
	types("/board text:true"), types("/games"), types("/record"),
	func(g *run, who string) { g.Slash(who, g.Discord.User(who).DM(), "/board") },
	types("/settings palette:high contrast"), types("/verify"), types("/bid bid:99"),
	(*run).wander,
	(*run).complete,
	(*run).nonsense,
	(*run).pressOld,
	(*run).forge,
	(*run).hesitate,
	(*run).offerDraw,
}

// noises are [noisesOfFriends] and more. After a failed request about the channel, or after a restart,
// the bot goes on by itself in a server, and among friends only when somebody presses.
var noises = slices.Concat(noisesOfFriends, []func(g *run, who string){
	(*run).look,
	types("/board"),
	func(g *run, who string) { g.Slash(who, g.Discord.User(who).DM(), "/games") },
	types("/settings palette:classic"), types("/settings dms:off"),
	func(g *run, _ string) { g.restart() },
	(*run).wander,
	(*run).complete,
	(*run).fumble,
	(*run).wantDirect,
})

// types is the use of a command.
func types(line string) func(*run, string) {
	return func(g *run, who string) { g.Slash(who, g.Channel, line) }
}

// other returns a player other than a person.
func (g *run) other(than string) string {
	if g.Names[0] == than {
		return g.Names[1]
	}
	return g.Names[0]
}

// completes asks for the completions of a line.
func (g *run) completes(who, line string) (choices []sandbox.Choice) {
	g.act(who, g.Channel, false, func(u *sandbox.User) (_ *sandbox.Message, err error) {
		g.watch.hurry()
		choices, err = u.Complete(g.Ctx, g.Channel, line)
		return &sandbox.Message{}, err
	})
	return choices
}

// wantDirect turns direct messages on, of which the bot sends one before it answers.
func (g *run) wantDirect(who string) {
	g.watch.let(1)
	g.Slash(who, g.Channel, "/settings dms:on")
}

// lookAround has another player and an onlooker open everything that they can see.
func (g *run) lookAround() {
	g.Helper()
	other := g.other(g.Seats[g.seat])
	for _, who := range []string{other, "eve"} {
		g.look(who)
		g.Slash(who, g.Channel, "/board")
		g.complete(who)
	}
	if len(g.completes(other, "/move move:b")) == 0 {
		g.Error("no bid is suggested")
	}
	g.offerDraw(other)
}

// look opens the board as a person sees it, and that as text.
func (g *run) look(who string) {
	g.Helper()
	if card := g.Click(who, g.board(), "view"); bottest.Control(card, "text") != "" {
		g.Click(who, card, "text")
	}
}

// wander opens the panel of a move, or the question about a card to take, goes back if there is a
// way, and leaves it.
func (g *run) wander(who string) {
	board, verb := g.board(), "move"
	if bottest.Control(board, verb) == "" {
		verb = "open"
	}
	if panel := g.Click(who, board, verb); bottest.Control(panel, "page") != "" {
		g.Click(who, panel, "page") // Back
	}
}

// complete asks for completions.
func (g *run) complete(who string) {
	lines := []string{"/move move:b", "/move move:1", "/move move:bid 2", "/board game:p", "/record game:"}
	g.completes(who, lines[g.rng.IntN(len(lines))])
}

// nonsense types text that is no bid.
func (g *run) nonsense(who string) {
	typed := []string{"xyzzy", "17", "bid 99", "take 1", "@bottest.Everyone", "bid"}
	g.Slash(who, g.Channel, "/move move:"+typed[g.rng.IntN(len(typed))])
}

// turn returns the number of the turn that a board shows.
func turn(board sandbox.Message) (n int) {
	_, _ = fmt.Sscan(strings.Split(bottest.Control(board, "more"), ":")[2], &n)
	return n
}

// pressOld presses a button of an earlier turn.
func (g *run) pressOld(who string) {
	board := g.board()
	verb := []string{"move", "more", "view", "confirm:1:enough"}[g.rng.IntN(4)]
	g.Press(who, board, fmt.Sprintf("1:%s:%d:%s", g.Match, turn(board)-1, verb))
}

// forge presses a Confirm that nobody was offered, with a card of the pool, which is in no
// hand.
func (g *run) forge(who string) {
	board := g.board()
	pool := view(g.Truth(), games.Spectator).Pool
	card := pool[g.rng.IntN(len(pool))]
	g.Press(who, board, fmt.Sprintf("1:%s:%d:confirm:%d:enough", g.Match, turn(board), card))
}

// hesitate asks to resign, and then declines to confirm.
func (g *run) hesitate(who string) {
	if asked := g.Slash(who, g.Channel, "/resign"); bottest.Control(asked, "keep") != "" {
		g.Click(who, asked, "keep")
	}
}

// offerDraw has a player offer a draw, and another decline.
func (g *run) offerDraw(who string) {
	if !slices.Contains(g.Names, who) {
		who = g.Names[0]
	}
	g.Slash(who, g.Channel, "/draw")
	g.declines(g.other(who))
}

// fumble offers a draw that Discord fails to show at first.
func (g *run) fumble(who string) {
	if !slices.Contains(g.Names, who) {
		who = g.Names[0]
	}
	g.Plan(fault.Fault{Route: "POST /channels/{channel}/messages", Status: 503})
	g.Slash(who, g.Channel, "/draw")
	g.mended()
	g.declines(g.other(who))
}

// declines has a player decline the newest question, if there is one.
func (g *run) declines(who string) {
	g.Helper()
	for _, m := range slices.Backward(bottest.Public(g.Discord.User("eve").Sees(g.Channel))) {
		if bottest.Control(m, "no") != "" {
			g.Click(who, m, "no")
			return
		}
	}
}
