package bot_test

import (
	"fmt"
	"slices"
	"strings"

	"parlour/bot/sandbox"
	"parlour/games"
)

// noise has people do up to a number of things that change nothing of the auction.
func (g *run) noise(most int) {
	g.t.Helper()
	for range g.rng.IntN(most + 1) {
		who := everyone[g.rng.IntN(len(everyone))]
		noises[g.rng.IntN(len(noises))](g, who)
	}
}

// noises are what anybody does, who has the secret too.
var noises = []func(g *run, who string){
	func(g *run, who string) { g.click(who, g.board(), "text") },
	func(g *run, who string) { g.click(who, g.board(), "view") },
	func(g *run, who string) { g.click(who, g.board(), "more") },
	func(g *run, who string) { g.slash(who, g.channel, "/board") },
	func(g *run, who string) { g.slash(who, g.channel, "/board text:true") },
	func(g *run, who string) { g.slash(who, g.channel, "/games") },
	func(g *run, who string) { g.slash(who, g.channel, "/record") },
	func(g *run, who string) { g.slash(who, g.discord.User(who).DM(), "/games") },
	func(g *run, who string) { g.slash(who, g.discord.User(who).DM(), "/board") },
	func(g *run, who string) { g.slash(who, g.channel, "/settings palette:high contrast") },
	func(g *run, who string) { g.slash(who, g.channel, "/settings palette:classic") },
	func(g *run, who string) { g.slash(who, g.channel, "/settings dms:off") },
	func(g *run, who string) { g.slash(who, g.channel, "/verify") },
	func(g *run, who string) { g.slash(who, g.channel, "/bid bid:99") },
	func(g *run, _ string) { g.restart() },
	(*run).wander,
	(*run).wander,
	(*run).complete,
	(*run).complete,
	(*run).nonsense,
	(*run).pressOld,
	(*run).forge,
	(*run).hesitate,
	(*run).offerDraw,
	(*run).fumble,
	(*run).wantDirect,
}

// wantDirect asks for direct messages, of which one comes at once, before the answer.
func (g *run) wantDirect(who string) {
	g.watch.let(1)
	g.slash(who, g.channel, "/settings dms:on")
}

// lookAround has others see what there is to be seen: a player who is not the seat of the
// secret, and an onlooker.
func (g *run) lookAround() {
	g.t.Helper()
	other := g.who[0]
	if other == g.seats[g.seat] {
		other = g.who[1]
	}
	for _, who := range []string{other, "eve"} {
		g.click(who, g.board(), "text")
		g.slash(who, g.channel, "/board")
		g.complete(who)
	}
	g.deed(other, g.channel, false, func(u *sandbox.User) (*sandbox.Message, error) {
		choices, err := u.Complete(g.ctx, g.channel, "/move move:b")
		if len(choices) == 0 {
			g.t.Error("nothing completes a bid")
		}
		return &sandbox.Message{}, err
	})
	g.offerDraw(other)
}

// wander opens the panel of a move, where there is one for who asks, goes a step or two,
// back, and leaves it.
func (g *run) wander(who string) {
	panel := g.click(who, g.board(), "move")
	for range 2 {
		if len(panel.Rows) == 0 || len(panel.Rows[0][0].Options) == 0 {
			return
		}
		options := panel.Rows[0][0].Options
		panel = g.choose(who, panel, options[g.rng.IntN(len(options))].Value)
	}
	g.click(who, panel, "page") // Back
}

// complete asks for completions.
func (g *run) complete(who string) {
	lines := []string{"/move move:b", "/move move:1", "/move move:bid 2", "/board game:p", "/record game:"}
	line := lines[g.rng.IntN(len(lines))]
	g.deed(who, g.channel, false, func(u *sandbox.User) (*sandbox.Message, error) {
		_, err := u.Complete(g.ctx, g.channel, line)
		return &sandbox.Message{}, err
	})
}

// nonsense types what is no bid.
func (g *run) nonsense(who string) {
	typed := []string{"xyzzy", "17", "bid 99", "take 1", "@everyone", "bid"}
	g.slash(who, g.channel, "/move move:"+typed[g.rng.IntN(len(typed))])
}

// turn is the number of the turn of a board.
func turn(board sandbox.Message) (n int) {
	_, _ = fmt.Sscan(strings.Split(control(board, "move"), ":")[2], &n)
	return n
}

// pressOld presses a button of an earlier turn.
func (g *run) pressOld(who string) {
	board := g.board()
	verb := []string{"move", "more", "view", "confirm:1:enough"}[g.rng.IntN(4)]
	g.press(who, board, fmt.Sprintf("1:%s:%d:%s", g.match, turn(board)-1, verb))
}

// forge presses a Confirm that nobody was offered: a card of the pool is in no hand.
func (g *run) forge(who string) {
	board := g.board()
	pool := view(g.truth(), games.Spectator).Pool
	card := pool[g.rng.IntN(len(pool))]
	g.press(who, board, fmt.Sprintf("1:%s:%d:confirm:%d:enough", g.match, turn(board), card))
}

// hesitate asks to resign and thinks better of it.
func (g *run) hesitate(who string) {
	if asked := g.slash(who, g.channel, "/resign"); control(asked, "keep") != "" {
		g.click(who, asked, "keep")
	}
}

// offerDraw has a player offer a draw, and another decline.
func (g *run) offerDraw(who string) {
	if !slices.Contains(g.who, who) {
		who = g.who[0]
	}
	g.slash(who, g.channel, "/draw")
	other := g.who[0]
	if other == who {
		other = g.who[1]
	}
	g.click(other, g.board(), "refuse")
}

// fumble offers a draw that is not shown at first, as Discord fails.
func (g *run) fumble(who string) {
	if !slices.Contains(g.who, who) {
		who = g.who[0]
	}
	g.fail(sandbox.Fault{Route: "POST /channels/{channel}/messages", Status: 503})
	g.slash(who, g.channel, "/draw")
	g.mended()
	other := g.who[0]
	if other == who {
		other = g.who[1]
	}
	g.click(other, g.board(), "refuse")
}
