package leaks_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/magic"
	"parlour/games/permutations"
	"parlour/games/permute"
	"parlour/games/permutu"
	"parlour/storage"
)

// steady is a game whose opponent moves alike whatever it draws from, so that two runs differ in nothing but
// what it could have drawn from.
type steady struct{ games.Opponent }

// Player returns a player that always draws from the same.
func (g steady) Player(name string, by games.Limit) (games.Player, error) {
	play, err := g.Opponent.Player(name, by)
	return func(v games.View, s games.Seat, _ games.Seed) games.Move { return play(v, s, games.Seed{9}) }, err
}

// A duel is a game against Parlour that is played twice with the same actions. The secret from
// which Parlour draws differs between the runs and, if nothing else comes from the seed, all that
// the bot draws.
type duel struct {
	game  games.Opponent
	begin []string     // the command that opens it, and the buttons that others and Ann press on the table
	acts  []func(*run) // what people do; an onlooker looks at everything after each, and all give up in the end
	plant plant        // a leak; nil for none
}

var duels = []duel{
	{game: permute.Game{}, begin: []string{"/play game:permute level:easy first:me"}, acts: []func(*run){
		(*run).anyMove, (*run).anyMove, (*run).takeBack, (*run).anyMove, (*run).lapse, (*run).restart}},
	{game: magic.Game{}, begin: []string{"/play game:magic level:easy first:me"}, acts: []func(*run){
		(*run).anyMove, (*run).anyMove, (*run).handOver, (*run).anyMove}},
	{game: permutu.Game{}, begin: []string{"/play game:permutu level:easy first:me options:symbols=9", "start"}, acts: []func(*run){
		(*run).anyMove, (*run).anyMove, (*run).lapse, (*run).anyMove, (*run).handOver, (*run).anyMove}},
	{game: permutations.Game{}, begin: []string{"/play game:permutations level:easy first:me", "join", "start"}, acts: []func(*run){
		(*run).anyMove, (*run).anyMove, (*run).lapse, (*run).lapse, (*run).comeBack, (*run).anyMove, (*run).handOver, (*run).anyMove}},
}

// Nothing that leaves the bot depends on what Parlour draws from: not a record at any ply, nor
// what follows a lapse, a return and a takeover, nor its log. Where nothing is dealt it does not
// depend on the seed either, before the end. Hashes and codes are compared with the rest.
func TestNothingTellsWhatParlourDrawsFrom(t *testing.T) {
	t.Parallel()
	for _, d := range duels {
		t.Run(d.game.Info().Name, func(t *testing.T) {
			t.Parallel()
			total, err := d.leak(t)
			if err != nil {
				t.Error(err)
			}
			if total.pictures < len(d.acts) {
				t.Errorf("%+v was compared, want more for each action", total)
			}
			t.Logf("%+v", total)
		})
	}
}

// The search finds it if what Parlour draws from gets into the log, or into the page of a game.
func TestAPlantedSecretOfParlourIsFound(t *testing.T) {
	t.Parallel()
	for where, plant := range map[string]plant{"the log": logging(drawsFrom), "a page": paged} {
		d := duels[0]
		d.acts, d.plant = d.acts[:1], plant
		if _, err := d.leak(t); !errors.Is(err, errLeak) || where == "a page" && !strings.Contains(err.Error(), "</html>") {
			t.Errorf("with what Parlour draws from in %s the search returns %v, want a leak", where, err)
		}
	}
}

// drawsFrom returns what Parlour draws from, nil for nothing.
func drawsFrom(a world.Access) any {
	if a.Head.Chance == nil {
		return nil
	}
	return games.Hash(*a.Head.Chance)
}

// paged puts what Parlour draws from into each page of a game.
func paged(t testing.TB, _ *run, c *bot.Config) {
	var secret atomic.Value
	c.Store = &world.Store{Store: c.Store, Before: func(a world.Access) error {
		if from := drawsFrom(a); a.Op == world.Append && from != nil {
			secret.Store(fmt.Sprint(from))
		}
		return nil
	}}
	bottest.NewProxy(t, c, func(p *bottest.Proxy, r *http.Request) *http.Response {
		if from, ok := secret.Load().(string); ok {
			bottest.SetBody(r, bytes.ReplaceAll(bottest.BodyOf(r), []byte("</html>"), []byte("<!--"+from+"--></html>")))
		}
		return p.Pass(r)
	})
}

// redrawn is a store that replaces what Parlour draws from.
type redrawn struct{ storage.Store }

func (s redrawn) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	if h.Chance != nil {
		h.Chance = &games.Seed{42}
	}
	return s.Store.Append(ctx, h, entries...)
}

// leak plays a duel twice, and returns the size of the comparison and the first difference.
func (d duel) leak(t *testing.T) (tally, error) {
	t.Helper()
	var runs [2]*run
	var untils [2]int
	var both sync.WaitGroup
	for i, name := range []string{"first", "second"} {
		both.Go(func() { t.Run(name, func(t *testing.T) { runs[i], untils[i] = d.play(t, i == 1) }) })
	}
	both.Wait()
	a, b := runs[0], runs[1]
	if a == nil || b == nil || untils[0] != untils[1] {
		return tally{}, fmt.Errorf("the runs end with the actions %v", untils)
	}
	if *a.Stored.Chance == *b.Stored.Chance {
		return tally{}, errors.New("Parlour draws from the same in both runs")
	}
	arrange(a.watch.all)
	arrange(b.watch.all)
	return compare(a.watch.all, b.watch.all, "", 1, untils[0])
}

// play plays a duel, as the first run or as the second. It returns the first action that is not
// compared: where nothing is dealt the seed differs too, which is told at the end.
func (d duel) play(t *testing.T, second bool) (g *run, until int) {
	t.Helper()
	g = &run{
		Whole: &bottest.Whole{}, rng: rand.New(rand.NewPCG(5, 5)), second: second, script: script{plant: d.plant},
		watch: &watch{channels: map[string]string{}, plain: true}, dice: newDice(5, second), deal: steady{d.game}, faults: make(chan func() error, 1),
	}
	dealt := d.game.Info().Chance
	g.dice.secretly(!dealt)
	g.start(t, func(c *bot.Config) {
		if second {
			c.Store = redrawn{c.Store}
		}
	})
	g.beginDuel(d)
	for _, act := range d.acts {
		act(g)
		g.onlook()
	}
	until = g.watch.action + 1
	g.giveUp()
	g.onlook()
	if dealt {
		until = g.watch.action + 1
	}
	return g, until
}

// beginDuel opens a table against Parlour and begins the game.
func (g *run) beginDuel(d duel) {
	g.Helper()
	home := g.Discord.Channel("games")
	g.Slash("ann", home, d.begin[0])
	for i, verb := range d.begin[1:] {
		who := "ann"
		if verb == "join" {
			who = bottest.Everyone[i+1]
		}
		g.Click(who, bottest.Public(g.Discord.User("eve").Sees(home))[0], verb)
	}
	heads, err := g.Store.OfChannel(g.Ctx, home, true, storage.All)
	if err != nil || len(heads) != 1 {
		g.Fatalf("%d matches in the channel, %v", len(heads), err)
	}
	g.Begun(home, heads[0].Channel, "eve")
	g.Game = g.deal
}

// onlook has an onlooker look at everything there is to see, and post what may be posted.
func (g *run) onlook() {
	if film := g.Slash("eve", g.Channel, "/record"); bottest.Control(film, "post") != "" {
		g.watch.let(1) // which is posted before the answer
		g.Click("eve", film, "post")
	}
	for _, line := range []string{"/verify", "/board", "/board text:true"} {
		g.Slash("eve", g.Channel, line)
	}
}

// people returns the seats of people among some seats.
func (g *run) people(seats []games.Seat) []games.Seat {
	return slices.DeleteFunc(slices.Clone(seats), func(s games.Seat) bool { return !slices.Contains(bottest.Everyone, g.Seats[s]) })
}

// anyMove has all who owe a move make a random one.
func (g *run) anyMove() {
	g.Helper()
	for _, seat := range g.people(g.Truth().ToMove()) {
		legal := g.Truth().Legal(seat)
		if len(legal) == 0 {
			continue // the move before was the last of its turn
		}
		g.sure(g.Seats[seat], g.Slash(g.Seats[seat], g.Channel, "/move move:"+string(legal[g.rng.IntN(len(legal))])))
	}
}

// takeBack has Ann take her last move back.
func (g *run) takeBack() { g.Slash("ann", g.Channel, "/takeback") }

// lapse lets the time of all who owe a move run out, after a reminder. Between people they are away by themselves first.
func (g *run) lapse() {
	g.Helper()
	before, away := len(g.Stored.Log), false
	for range 2 {
		g.passes(4 * 24 * time.Hour)
		g.passes(2 * time.Hour)
		if g.Truth(); len(g.Stored.Absences) == 0 || away {
			break
		}
		away = true
	}
	if g.Truth(); g.Game.Info().Hidden && len(g.Stored.Log) == before {
		g.Fatal("nobody's time has run out")
	}
}

// passes lets time pass in which the bot is at work, and has it look for what is due.
func (g *run) passes(d time.Duration) {
	g.Helper()
	if _, err := storage.Uptimes.Change(g.Ctx, g.Store, storage.TheUptime, func(up *storage.Uptime) error {
		up.Alive = g.now().Add(d)
		return nil
	}); err != nil {
		g.Fatal(err)
	}
	g.clock.Add(int64(d / time.Second))
	g.restart()
}

// pressed presses a button of the newest board, with steps, whether it is there or not.
func (g *run) pressed(who, what string) {
	board := g.board()
	g.Press(who, board, fmt.Sprintf("1:%s:%d:%s", g.Match, turn(board), what))
}

// comeBack has everybody who was away play again.
func (g *run) comeBack() {
	g.Helper()
	before := len(g.Stored.Log)
	for _, seat := range g.people(seatsOf(g.Seats)) {
		g.pressed(g.Seats[seat], "return")
	}
	if g.Truth(); len(g.Stored.Log) == before {
		g.Fatal("nobody has come back")
	}
}

// handOver has Ann offer her place, and Cleo take it.
func (g *run) handOver() {
	g.Helper()
	seat := slices.Index(g.Seats, "ann")
	g.pressed("ann", fmt.Sprint("seat:", seat))
	g.pressed("cleo", fmt.Sprint("take:", seat))
	if g.Truth(); !strings.EqualFold(g.Stored.Players[seat].Name, "cleo") {
		g.Fatalf("Cleo has not taken the place of Ann: %+v", g.Stored.Players)
	}
	g.Seats[seat] = "cleo"
}

// giveUp has everybody resign.
func (g *run) giveUp() {
	g.Helper()
	for _, seat := range g.people(seatsOf(g.Seats)) {
		g.pressed(g.Seats[seat], "resign")
	}
	if g.Truth(); g.Stored.Phase == storage.Playing {
		g.passes(8 * 24 * time.Hour) // it waits a week for people who can come back
	}
	if g.Truth(); g.Stored.Phase != storage.Over {
		g.Errorf("the game is %s when all people have resigned", g.Stored.Phase)
	}
}

// seatsOf returns the seats of players.
func seatsOf(players []string) (all []games.Seat) {
	for seat := range players {
		all = append(all, games.Seat(seat))
	}
	return all
}
