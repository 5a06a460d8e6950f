package leaks_test

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/commands/think/program"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/permutations"
	"parlour/storage"
)

// A script is a game of Permutations that is played twice, with the same actions drawn from
// the seed, except that the bids of one seat differ in each auction. Before the last bid
// that seat changes to a common bid; in the last auction it does not, and the comparison
// stops at the last bid.
type script struct {
	title    string
	seed     uint64
	players  int
	auctions int
	redealt  bool            // the hand of that seat differs too; then there is one auction
	tour     bool            // others open everything that they can see after the secret bid
	late     bool            // every answer is deferred
	friends  bool            // they play in a group, where the bot can only answer
	parlour  bool            // an opponent has a seat, too
	program  bool            // which is a program, and what it gets is compared like what others get
	rated    bool            // the game is rated
	mishap   func(*run, bid) // the fault of each secret bid; nil draws one now and then
	plant    plant           // a leak; nil for none
}

// A plant puts a leak into a run.
type plant func(testing.TB, *run, *bot.Config)

// A run is one of the two times that a script is played.
type run struct {
	*bottest.Whole
	script
	second bool
	watch  *watch
	clock  atomic.Int64 // seconds since the beginning
	dice   *dice
	deal   games.Game // Permutations, dealt anew or not
	rng    *rand.Rand
	faults chan func() error // replaces the store's next append of a ply
	asked  *os.File          // what the program gets; nil without one

	seat     games.Seat        // the seat of the secret
	card     permutations.Card // of the secret
	secret   atomic.Value      // the secret bid, for plants
	higher   atomic.Bool       // the card is higher than that of the other run, for plants
	chapters []chapter
}

// A chapter is an auction as a range of action numbers: the first action, the first of the
// secret, and the first that is not compared. The owner is the name of the player with the
// secret.
type chapter struct {
	from, secret, until int
	owner               string
}

// play plays a script, as the first run or as the second.
func (s script) play(t *testing.T, second bool) *run {
	t.Helper()
	g := &run{
		Whole: &bottest.Whole{}, rng: rand.New(rand.NewPCG(s.seed, s.seed)), script: s, second: second,
		watch: &watch{channels: map[string]string{}, guest: s.friends}, dice: newDice(s.seed, second),
		deal: permutations.Game{}, faults: make(chan func() error, 1),
	}
	if g.seat = games.Seat(g.rng.IntN(s.players)); s.program {
		g.seat = 0 // Ann's, as another one may be that of the program
	}
	if s.redealt && second {
		g.deal = redeal{seat: g.seat, seed: s.seed}
	}
	g.start(t)
	g.sitDown()
	for n := range s.auctions {
		g.auction(n == s.auctions-1)
	}
	if g.program && !slices.ContainsFunc(g.Stored.Players, func(p storage.Player) bool { return p.Level == "first" }) {
		t.Error("the program has failed")
	}
	return g
}

// start starts the bot, and watches it once it has nothing left to do.
func (g *run) start(t *testing.T, adjust ...bottest.Adjust) {
	g.Rig = bottest.In(t, sandbox.Config{Now: g.now}, append([]bottest.Adjust{func(c *bot.Config) { g.adjustBot(t, c) }}, adjust...)...)
	g.Logged("Parlour is ready", 1)
	g.Idle()
	g.Said.Reset()
	for _, name := range bottest.Everyone {
		g.watch.channels[g.Discord.User(name).DM()] = name
	}
	g.Discord.Intercept(g.watch.see)
}

// now returns the time of the sandbox and of the bot, which only the test moves.
func (g *run) now() time.Time {
	return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).Add(time.Duration(g.clock.Load()) * time.Second)
}

// adjustBot makes the bot depend on nothing but the script.
func (g *run) adjustBot(t testing.TB, c *bot.Config) {
	c.Now, c.Random, c.Tick = g.now, g.dice, bottest.Never
	c.AtOnce = 1           // so that the ids of direct messages are the same in every run
	c.Patience = time.Hour // no request ends while the watch holds it, however slow the answer is
	c.Store = &world.Store{Store: c.Store, Before: func(a world.Access) error {
		switch {
		case a.Op == world.Append && len(a.Entries) > 0:
			select {
			case fault := <-g.faults:
				return fault()
			default:
			}
		case a.Op == world.Record && g.late: // nobody is read before the action has its first answer, which is a deferral
			g.watch.untilCalled(t)
		}
		return nil
	}}
	if g.late {
		c.DeferAfter = time.Millisecond
	}
	i := slices.IndexFunc(c.Games, func(o games.Game) bool { return o.Info().Name == g.deal.Info().Name })
	c.Games = slices.Replace(all.Games(), i, i+1, g.deal)
	if g.program {
		lines, err := os.CreateTemp(t.TempDir(), "lines")
		if err != nil {
			t.Fatal(err)
		}
		g.asked = lines
		c.Programs = program.Programs{Time: time.Minute, Memory: 1 << 10, List: []program.Program{
			{Name: "first", Command: "while read -r line; do printf '%s\\n' \"$line\" >>" + lines.Name() + first},
		}}
	}
	if g.plant != nil {
		g.plant(t, g, c)
	}
}

// first is the rest of a program that bids its lowest card, and takes the first one.
const first = `
	case $line in
	view*) view=$line; echo =;;
	go*) case $view in
		*'"phase":"bid"'*) cards=${view#*'"hand":['}; echo "= bid ${cards%%[],]*}";;
		*) cards=${view#*'"pool":['}; echo "= take ${cards%%[],]*}";;
		esac;;
	*) echo =;;
	esac
done`

// dice are the bot's source of random bytes. While a secret bid is made they come from a
// stream that differs between the runs.
type dice struct {
	mu          sync.Mutex
	common, own *rand.ChaCha8
	secret      bool
}

func newDice(seed uint64, second bool) *dice {
	d := &dice{common: rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)}), own: rand.NewChaCha8([32]byte{31: 1})}
	if second {
		d.own = rand.NewChaCha8([32]byte{31: 2})
	}
	return d
}

func (d *dice) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.secret {
		return d.own.Read(p)
	}
	return d.common.Read(p)
}

func (d *dice) secretly(on bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.secret = on
}

// act has a person do something in a channel, with alone set if it is done on an ephemeral
// message. It waits until the bot has no unfinished work.
func (g *run) act(who, channel string, alone bool, do func(*sandbox.User) (*sandbox.Message, error)) sandbox.Message {
	g.Helper()
	g.watch.begin(who, channel, alone)
	m, err := do(g.Discord.User(who))
	g.watch.answer()
	g.finish()
	if m == nil && err == nil { // a panel is gone, or changed late
		return sandbox.Message{}
	}
	return g.Answer(m, err)
}

// lately returns a message as a person sees it once the bot has nothing left to do; empty if it is
// gone.
func (g *run) lately(who string, on, answer sandbox.Message) sandbox.Message {
	if answer.ID != "" && answer.ID != on.ID {
		return answer
	}
	for _, m := range g.Discord.User(who).Sees(on.Channel) {
		if m.ID == on.ID {
			return m
		}
	}
	return sandbox.Message{}
}

// finish waits for the bot and ends an action.
func (g *run) finish() {
	g.Idle()
	said := g.Said.String()
	g.Said.Reset()
	asked := []byte(nil)
	if g.asked != nil {
		var err error
		if asked, err = io.ReadAll(g.asked); err != nil {
			g.Fatal(err)
		}
	}
	g.watch.end(said, string(asked))
}

// slash uses a command.
func (g *run) Slash(who, channel, line string) sandbox.Message {
	g.Helper()
	return g.act(who, channel, false, func(u *sandbox.User) (*sandbox.Message, error) { return u.Slash(g.Ctx, channel, line) })
}

// click clicks the button of a verb, and submits an empty form if one opens.
func (g *run) Click(who string, on sandbox.Message, verb string) sandbox.Message {
	g.Helper()
	return g.act(who, on.Channel, on.Ephemeral, func(u *sandbox.User) (*sandbox.Message, error) {
		m, err := u.Click(g.Ctx, on.ID, bottest.Control(on, verb))
		if err == nil && m != nil && m.Modal != nil {
			return u.Submit(g.Ctx, m.Modal, nil)
		}
		return m, err
	})
}

// press sends a click that the message need not offer.
func (g *run) Press(who string, on sandbox.Message, id string) sandbox.Message {
	g.Helper()
	return g.act(who, on.Channel, on.Ephemeral, func(u *sandbox.User) (*sandbox.Message, error) { return u.Press(g.Ctx, id, on.ID) })
}

// restart ends the bot and starts it over the same store.
func (g *run) restart() {
	g.Helper()
	g.watch.begin("", "", false)
	g.watch.answer()
	g.Restart()
	g.Logged("Parlour is ready", 1)
	g.finish()
}

// board returns the newest public message with the buttons of a turn.
func (g *run) board() sandbox.Message {
	g.Helper()
	for _, m := range slices.Backward(bottest.Public(g.Discord.User("eve").Sees(g.Channel))) {
		if bottest.Control(m, "more") != "" {
			return m
		}
	}
	g.Fatal("there is no board with the button of a move")
	return sandbox.Message{}
}

// sitDown opens a table, has the players join it, and starts the game.
func (g *run) sitDown() {
	g.Helper()
	home := g.Discord.Channel("games")
	if g.friends {
		for _, name := range bottest.Everyone {
			g.Discord.Stage().Install(name, true)
		}
		home = g.Discord.Stage().AddGroup(bottest.Everyone...)
	}
	g.Names = bottest.Everyone[:g.players]
	for _, name := range g.Names {
		g.Discord.Stage().CloseDMs(name, g.rng.IntN(4) == 0)
	}
	g.Slash(g.Names[0], home, "/play game:permutations"+map[bool]string{true: " level:easy"}[g.parlour && !g.program]+map[bool]string{true: " level:first first:me"}[g.program]+map[bool]string{true: " rated:on"}[g.rated])
	table := bottest.Public(g.Discord.User("eve").Sees(home))[0]
	for _, name := range g.Names[1:] {
		g.Click(name, table, "join")
	}
	g.Click("ann", bottest.Public(g.Discord.User("eve").Sees(home))[0], "start")
	g.Begun(home, cmp.Or(bottest.Public(g.Discord.User("eve").Sees(home))[0].Thread, home), "eve")
	g.Game = g.deal
	g.Truth()
	if is := g.Stored.Rated != nil; is != g.rated {
		g.Fatalf("the game is rated: %t, want %t", is, g.rated)
	}
}

// order draws the order in which the players bid and the seat of the secret, which is never
// the last. If a hand was dealt anew, the seat is fixed and the order adapts.
func (g *run) order() []games.Seat {
	g.Helper()
	state := g.Truth()
	order := state.ToMove()
	if len(order) < 2 || view(state, games.Spectator).Phase != permutations.Bidding {
		g.Fatalf("%v are to move, want two or more seats to bid", order)
	}
	g.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	switch last := order[len(order)-1]; {
	case !g.redealt:
		g.seat = order[g.rng.IntN(len(order)-1)]
	case last == g.seat:
		slices.Reverse(order)
	}
	return order
}

// auction plays an auction up to the next.
func (g *run) auction(last bool) {
	g.Helper()
	order := g.order()
	c := chapter{from: g.watch.action + 1, owner: g.Seats[g.seat]}
	if len(g.chapters) == 0 {
		c.from = 1 // the first chapter includes sitting down
	}
	for _, seat := range order[:len(order)-1] {
		g.noise(1)
		if seat == g.seat {
			c.secret = g.watch.action + 1
			g.bidInSecret()
		} else {
			g.bid(seat, g.anyBid(seat))
		}
	}
	g.noise(3)
	if g.rng.IntN(2) == 0 {
		g.bidInSecret()
		g.noise(1)
	}
	common := g.anyBid(g.seat)
	if c.until = g.watch.action + 1; !last {
		g.bid(g.seat, common)
	}
	g.bid(order[len(order)-1], g.anyBid(order[len(order)-1]))
	g.take()
	if !last {
		c.until = g.watch.action + 1
	}
	g.chapters = append(g.chapters, c)
}

// take has every player who is asked take a random card.
func (g *run) take() {
	for state := g.Truth(); view(state, games.Spectator).Phase == permutations.Taking; state = g.Truth() {
		seat := state.ToMove()[0]
		legal := state.Legal(seat)
		g.sure(g.Seats[seat], g.Slash(g.Seats[seat], g.Channel, "/move move:"+string(legal[g.rng.IntN(len(legal))])))
		g.noise(1)
	}
}

// A redeal is Permutations in which the hidden cards are dealt anew at the start: the hand
// of one seat, and those of the dummies. All cards that the other seats can see stay as they
// were.
type redeal struct {
	permutations.Game
	seat games.Seat
	seed uint64
}

// Start deals, and deals the hidden cards anew.
func (d redeal) Start(s games.Setup) (games.State, error) {
	state, err := d.Game.Start(s)
	if err != nil {
		return nil, err
	}
	v := view(state, games.Spectator)
	for seat := range games.Seat(v.Humans) {
		if seat != d.seat {
			v.Sides[seat].Hand = view(state, seat).Sides[seat].Hand
		}
	}
	return permutations.SampleState(v, rand.New(rand.NewPCG(d.seed, 1))), nil
}

// view returns the view of a seat.
func view(s games.State, seat games.Seat) permutations.View { return s.View(seat).(permutations.View) }

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
	g.Press(who, board, fmt.Sprintf("1:%s:%d:post:film", g.Match, turn(board)))
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
