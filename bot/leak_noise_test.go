package bot_test

import (
	"fmt"
	"slices"
	"strings"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/games"
)

// noise has people take up to a number of random actions that do not change the auction.
func (g *run) noise(most int) {
	g.t.Helper()
	list := noises
	if g.friends {
		list = noisesOfFriends
	}
	for range g.rng.IntN(most + 1) {
		who := everyone[g.rng.IntN(len(everyone))]
		list[g.rng.IntN(len(list))](g, who)
	}
}

// noisesOfFriends are actions that anybody may take, the seat of the secret included, also where the
// bot can only answer.
var noisesOfFriends = []func(g *run, who string){
	(*run).look,
	func(g *run, who string) { g.click(who, g.board(), "more") },
	func(g *run, who string) { g.slash(who, g.channel, "/board text:true") },
	func(g *run, who string) { g.slash(who, g.channel, "/games") },
	func(g *run, who string) { g.slash(who, g.channel, "/record") },
	func(g *run, who string) { g.slash(who, g.discord.User(who).DM(), "/board") },
	func(g *run, who string) { g.slash(who, g.channel, "/settings palette:high contrast") },
	func(g *run, who string) { g.slash(who, g.channel, "/verify") },
	func(g *run, who string) { g.slash(who, g.channel, "/bid bid:99") },
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
	func(g *run, who string) { g.slash(who, g.channel, "/board") },
	func(g *run, who string) { g.slash(who, g.discord.User(who).DM(), "/games") },
	func(g *run, who string) { g.slash(who, g.channel, "/settings palette:classic") },
	func(g *run, who string) { g.slash(who, g.channel, "/settings dms:off") },
	func(g *run, _ string) { g.restart() },
	(*run).wander,
	(*run).complete,
	(*run).fumble,
	(*run).wantDirect,
})

// wantDirect turns direct messages on, of which the bot sends one before it answers.
func (g *run) wantDirect(who string) {
	g.watch.let(1)
	g.slash(who, g.channel, "/settings dms:on")
}

// lookAround has another player and an onlooker open everything that they can see.
func (g *run) lookAround() {
	g.t.Helper()
	other := g.names[0]
	if other == g.seats[g.seat] {
		other = g.names[1]
	}
	for _, who := range []string{other, "eve"} {
		g.look(who)
		g.slash(who, g.channel, "/board")
		g.complete(who)
	}
	g.act(other, g.channel, false, func(u *sandbox.User) (*sandbox.Message, error) {
		g.watch.hurry()
		choices, err := u.Complete(g.ctx, g.channel, "/move move:b")
		if len(choices) == 0 {
			g.t.Error("no bid is suggested")
		}
		return &sandbox.Message{}, err
	})
	g.offerDraw(other)
}

// look opens the board as a person sees it, and that as text.
func (g *run) look(who string) {
	g.t.Helper()
	if card := g.click(who, g.board(), "view"); control(card, "text") != "" {
		g.click(who, card, "text")
	}
}

// wander opens the panel of a move, or the question about a card to take, goes back if there is a
// way, and leaves it.
func (g *run) wander(who string) {
	board, verb := g.board(), "move"
	if control(board, verb) == "" {
		verb = "open"
	}
	if panel := g.click(who, board, verb); control(panel, "page") != "" {
		g.click(who, panel, "page") // Back
	}
}

// complete asks for completions.
func (g *run) complete(who string) {
	lines := []string{"/move move:b", "/move move:1", "/move move:bid 2", "/board game:p", "/record game:"}
	line := lines[g.rng.IntN(len(lines))]
	g.act(who, g.channel, false, func(u *sandbox.User) (*sandbox.Message, error) {
		g.watch.hurry()
		_, err := u.Complete(g.ctx, g.channel, line)
		return &sandbox.Message{}, err
	})
}

// nonsense types text that is no bid.
func (g *run) nonsense(who string) {
	typed := []string{"xyzzy", "17", "bid 99", "take 1", "@everyone", "bid"}
	g.slash(who, g.channel, "/move move:"+typed[g.rng.IntN(len(typed))])
}

// turn returns the number of the turn that a board shows.
func turn(board sandbox.Message) (n int) {
	_, _ = fmt.Sscan(strings.Split(control(board, "more"), ":")[2], &n)
	return n
}

// pressOld presses a button of an earlier turn.
func (g *run) pressOld(who string) {
	board := g.board()
	verb := []string{"move", "more", "view", "confirm:1:enough"}[g.rng.IntN(4)]
	g.press(who, board, fmt.Sprintf("1:%s:%d:%s", g.match, turn(board)-1, verb))
}

// forge presses a Confirm that nobody was offered, with a card of the pool, which is in no
// hand.
func (g *run) forge(who string) {
	board := g.board()
	pool := view(g.truth(), games.Spectator).Pool
	card := pool[g.rng.IntN(len(pool))]
	g.press(who, board, fmt.Sprintf("1:%s:%d:confirm:%d:enough", g.match, turn(board), card))
}

// hesitate asks to resign, and then declines to confirm.
func (g *run) hesitate(who string) {
	if asked := g.slash(who, g.channel, "/resign"); control(asked, "keep") != "" {
		g.click(who, asked, "keep")
	}
}

// offerDraw has a player offer a draw, and another decline.
func (g *run) offerDraw(who string) {
	if !slices.Contains(g.names, who) {
		who = g.names[0]
	}
	g.slash(who, g.channel, "/draw")
	other := g.names[0]
	if other == who {
		other = g.names[1]
	}
	g.declines(other)
}

// fumble offers a draw that Discord fails to show at first.
func (g *run) fumble(who string) {
	if !slices.Contains(g.names, who) {
		who = g.names[0]
	}
	g.fail(fault.Fault{Route: "POST /channels/{channel}/messages", Status: 503})
	g.slash(who, g.channel, "/draw")
	g.mended()
	other := g.names[0]
	if other == who {
		other = g.names[1]
	}
	g.declines(other)
}

// declines has a player decline the newest question, if there is one.
func (g *run) declines(who string) {
	g.t.Helper()
	for _, m := range slices.Backward(public(g.discord.User("eve").Sees(g.channel))) {
		if control(m, "no") != "" {
			g.click(who, m, "no")
			return
		}
	}
}
