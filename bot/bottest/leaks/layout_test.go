package leaks_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	rights "parlour/bot/sandbox/world"
	"parlour/commands/world"
	"parlour/storage"
)

// A yard is a server with a table in each channel. Moderators change all the time who may view these channels.
type yard struct {
	*bottest.Rig
	rng    *rand.Rand
	tables map[string]string // the channel of a table, by what its button carries
	closed []string          // channels and threads of which nothing is shown at all
	open   []string          // the channels whose overwrites change
	clock  *world.Clock
	leaks  []string
	counts []string // results that count in standings where they should not
	told   []string // what profiles should not have told
	asked  int      // how many profiles were asked for
	shown  int      // how many tables were shown outside their channels, or games in the lobby, each time that somebody looked
	tried  int      // how many rated tables Ann has asked for
	rated  int      // how many of them she got
	hidden int      // how many of those were where not everybody looks on

	enough func() bool // ends a search before all changes were made; nil for never
}

// tables are the games of the yard, one a channel.
var tables = []string{"permute", "magic", "pentago", "slyde", "catchup", "permutu", "permutations"}

// newYard opens the tables, all of them Ann's, who owns the server and views all.
func newYard(t *testing.T, plant bottest.Adjust) *yard {
	t.Helper()
	y := &yard{rng: rand.New(rand.NewPCG(7, 11)), tables: map[string]string{}, clock: world.NewClock(time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC))}
	y.Rig = bottest.In(t, sandbox.Config{Now: y.clock.Now}, func(c *bot.Config) {
		if c.Now, c.Tick, c.Draw = y.clock.Now, 100*time.Millisecond, stamped; plant != nil {
			plant(c)
		}
	})
	stage := y.Discord.Stage()
	stage.AddRole("players", "ben", "eve")
	y.Slash("ann", y.Discord.Channel("games"), "/server role:@players")
	y.Slash("ann", y.Discord.Channel("games"), "/play game:magic opponent:@Parlour first:me")
	y.Answer(y.Discord.User("ann").Click(y.Ctx, y.Slash("ann", y.Discord.Channel("games"), "/resign").ID, "Yes, resign"))
	y.open = []string{y.Discord.Channel("games"), y.Discord.Channel("lounge"), stage.AddChannel("hall", rights.Text),
		stage.AddChannel("council", rights.Text), stage.AddChannel("kitchen", rights.Announcement)}
	private := stage.StartPrivateThread(y.open[0], "private", "ann", "ben", "cleo")
	stage.AddBotToThread(private)
	y.closed = []string{stage.AddChannel("adult", rights.Text), private}
	stage.Restrict(y.closed[0], true)
	for i, channel := range slices.Concat(y.open, y.closed) {
		table := y.Opens(channel, "game:"+tables[i]+" first:me", "Join")
		y.tables[bottest.Control(table, "join")] = channel
	}
	return y
}

// change has a moderator change who may view a channel.
func (y *yard) change(roles []string) {
	stage, people := y.Discord.Stage(), []string{rights.GuildID}
	for _, name := range bottest.Everyone[1:] {
		people = append(people, y.Discord.User(name).ID())
	}
	channel, role := y.open[y.rng.IntN(len(y.open))], roles[y.rng.IntN(len(roles))]
	may := []rights.Permission{0, rights.ViewChannel}
	switch pick := y.rng.IntN(8); pick {
	case 0:
		stage.Permit(rights.GuildID, rights.PersonPermissions&^rights.ViewChannel|may[y.rng.IntN(2)])
	case 1:
		stage.Permit(role, may[y.rng.IntN(2)])
	case 2, 3, 4: // two channels for a role alone
		for _, c := range []string{channel, y.open[(slices.Index(y.open, channel)+1)%len(y.open)]} {
			stage.Overwrite(c, rights.GuildID, 0, rights.ViewChannel)
			stage.Overwrite(c, role, rights.ViewChannel, 0)
			stage.Overwrite(c, rights.BotID, rights.ViewChannel, 0)
		}
	case 5:
		stage.Overwrite(channel, rights.GuildID, rights.ViewChannel, 0)
	default:
		id := append(people, roles...)[y.rng.IntN(len(people)+len(roles))]
		deny := may[y.rng.IntN(2)]
		stage.Overwrite(channel, id, rights.ViewChannel&^deny, deny)
	}
}

// sees reports whether a person sees a channel, by Discord.
func (y *yard) sees(who, channel string) bool {
	return slices.ContainsFunc(y.Discord.User(who).Places(), func(p sandbox.Place) bool { return p.ID == channel })
}

// win has Ben beat Cleo in each place: once in the first, twice in the second, four times in the third and so on, so that
// the number of his wins in standings tells which places count there.
func (y *yard) win() {
	for i, place := range slices.Concat(y.open, y.closed) {
		for n := range 1 << i {
			head := storage.Head{ID: fmt.Sprint("won-", i, "-", n), Created: y.clock.Now()}
			head.Guild, head.Home, head.Channel, head.Setup.Game = y.Discord.GuildID(), place, place, tables[i]
			head.Phase, head.EndedAt, head.Outcome = storage.Over, y.clock.Now(), storage.HasWon+storage.HasLost
			for _, who := range []string{"ben", "cleo"} {
				head.Players = append(head.Players, storage.Player{ID: y.Discord.User(who).ID(), Name: who})
			}
			if _, err := y.Store.Create(y.Ctx, head); err != nil {
				y.Fatal(err)
			}
		}
	}
}

// ask has everybody ask for tables, and each third time for standings, in each place where they can, and in one of them for
// a profile, and judges what they are shown. In a place that others see, nobody may be shown what these do not see.
func (y *yard) ask() {
	places := slices.Concat(y.open, y.closed)
	for n, who := range bottest.Everyone[1:] {
		for i, place := range places {
			if !y.sees(who, place) {
				continue
			}
			if y.judge(who, place, y.Slash(who, place, "/games")); y.tried%3 == 0 {
				y.judgeTop(who, place, y.Slash(who, place, "/top when:ever text:true"))
			}
			if i == (n+y.tried)%len(places) {
				y.askProfile(who, place)
			}
		}
	}
	y.rate()
}

// rate has Ann open a rated table in one place after the other, of which everybody in the server is to know.
func (y *yard) rate() {
	y.Helper()
	places := slices.Concat(y.open, y.closed)
	place := places[y.tried%len(places)]
	y.tried++
	if y.Slash("ann", place, "/play game:magic rated:on").Content == "Rated games need a channel that everybody here can see." {
		return
	}
	y.rated++
	hidden := slices.Contains(y.closed, place)
	for _, other := range bottest.Everyone {
		hidden = hidden || !y.sees(other, place)
	}
	if hidden {
		y.hidden++
		y.leaks = append(y.leaks, fmt.Sprintf("a table in %s is rated", place))
	}
	y.Click("ann", y.Await("ann", place, func(m sandbox.Message) bool {
		return strings.Contains(m.Content, "Rated:") && bottest.Control(m, "cancel") != ""
	}), "Cancel")
}

// wins matches how many games the first in standings has won.
var wins = regexp.MustCompile(`(\d+) won`)

// judgeTop notes the places that should not count in standings.
func (y *yard) judgeTop(who, place string, m sandbox.Message) {
	won := 0
	if found := wins.FindStringSubmatch(m.Content); found != nil {
		won, _ = strconv.Atoi(found[1])
	}
	for i, from := range slices.Concat(y.open, y.closed) {
		if won>>i&1 == 0 {
			continue
		}
		if from != place {
			y.shown++
		}
		if y.hides(who, from, place) {
			y.counts = append(y.counts, fmt.Sprintf("%s in %s is shown results of %s: %s", who, place, from, m.Content))
		}
	}
}

// hides reports whether somebody may not be shown what is of one place in another.
func (y *yard) hides(who, from, place string) bool {
	leak := slices.Contains(y.closed, from) || slices.Contains(y.closed, place) || !y.sees(who, from)
	for _, other := range bottest.Everyone {
		leak = leak || y.sees(other, place) && !y.sees(other, from)
	}
	return leak
}

// judge notes the tables of a message that should not be there.
func (y *yard) judge(who, place string, m sandbox.Message) {
	for _, c := range bottest.Controls(m) {
		from, is := y.tables[c.CustomID]
		if !is {
			continue
		}
		if from != place {
			y.shown++
		}
		if y.hides(who, from, place) {
			y.leaks = append(y.leaks, fmt.Sprintf("%s in %s is shown a table of %s: %s", who, place, from, bottest.Said(m)))
		}
	}
}

// run changes who may view what, and asks after each change.
func (y *yard) run(changes int) {
	stage := y.Discord.Stage()
	roles := []string{stage.AddRole("staff", "ben", "cleo"), stage.AddRole("cooks", "cleo", "dan")}
	y.win()
	y.play()
	y.ask()
	stage.Permit(rights.GuildID, rights.PersonPermissions&^rights.ViewChannel) // everybody sees one channel that says so
	stage.Overwrite(y.open[4], rights.GuildID, rights.ViewChannel, 0)
	y.ask()
	for range changes {
		if y.enough != nil && y.enough() {
			return
		}
		y.change(roles)
		y.ask()
	}
}

// No table is shown, and no game counts in standings or a profile, where somebody looks on who may not view its channel,
// nor for anybody who may not, whatever changes: the next answer knows of it. Nothing of an age-restricted channel or a
// private thread is shown anywhere. A rated table, of which ratings tell everybody, opens only where everybody looks on.
func TestNoTableIsShownToOthers(t *testing.T) {
	t.Parallel()
	y := newYard(t, nil)
	y.run(30)
	y.report(50)
	if y.rated < 5 || y.tried-y.rated < 5 {
		t.Errorf("of %d tables %d were rated", y.tried, y.rated)
	}
}

// The search finds what would be shown, and be rated, if the bot misread an overwrite, a role, or which channels are closed.
// Whether it is asked in a private thread, the press itself says.
func TestTablesShownToOthersAreFound(t *testing.T) {
	t.Parallel()
	findsPlanted(t, func(y *yard, plant string) {
		y.enough = func() bool { // Ann asks for a rated table in each place in turn
			return len(y.leaks) > 0 && (y.hidden > 0 && len(y.counts) > 0 && len(y.told) > 0 || plant == "private threads" && y.tried > len(y.tables))
		}
		y.run(30)
		if len(y.told) == 0 {
			y.Errorf("none of %d profiles tells too much", y.asked)
		}
		if (len(y.counts) > 0) != (plant != "private threads") {
			y.Errorf("%d answers have results that should not count there", len(y.counts))
		}
		if (y.hidden > 0) != (plant != "private threads") {
			y.Errorf("%d of %d rated tables were where not everybody looks on", y.hidden, y.rated)
		}
	})
}

// report fails the test for each leak, and if fewer games were shown than a search needs.
func (y *yard) report(least int) {
	y.Helper()
	for _, leak := range slices.Concat(y.leaks, y.counts, y.told) {
		y.Error(leak)
	}
	if y.shown < least {
		y.Errorf("only %d games were shown", y.shown)
	}
	y.Logf("%d games were shown", y.shown)
}

// planted are faults of a bot that misreads who may view a channel: in Discord's answers, old becomes new.
var planted = map[string]struct{ old, new string }{
	"overwrites":           {`"permission_overwrites":\[[^\]]*\]`, `"permission_overwrites":[]`},
	"overwrites that deny": {`"deny":"1024"`, `"deny":"0"`},
	"roles":                {`"permissions":"\d+"`, `"permissions":"1024"`},
	"age-restriction":      {`"nsfw":true`, `"nsfw":false`},
	"private threads":      {`"type":12`, `"type":11`},
}

// findsPlanted checks that a search finds a leak with each of the planted faults, but for some that show it nothing. It
// need not go on after that.
func findsPlanted(t *testing.T, search func(y *yard, plant string), but ...string) {
	for name, p := range planted {
		if slices.Contains(but, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := newYard(t, answering(t, regexp.MustCompile(p.old), p.new))
			y.enough = func() bool { return len(y.leaks) > 0 }
			search(y, name)
			if len(y.leaks) == 0 {
				t.Errorf("no leak is found among %d games that were shown", y.shown)
			}
		})
	}
}

// called lets two days pass, and notes each message beside a table that asks people to it and stands elsewhere. It returns
// how many stand where the table does.
func (y *yard) called() (there int) {
	y.Helper()
	asks := func(m sandbox.Message) bool { return strings.Contains(m.Content, "<@&") }
	for range 16 {
		y.clock.Pass(3 * time.Hour)
		y.Until("nothing is due", func() bool { return y.due() == 0 })
		y.Idle()
	}
	for _, place := range slices.Concat(y.open, y.closed) {
		for _, m := range bottest.Public(y.Discord.User("ann").Sees(place)) {
			if !asks(m) {
				continue
			}
			from := y.tables[strings.TrimSuffix(bottest.Control(m, "join"), ":0:1")]
			if from != place {
				y.leaks = append(y.leaks, fmt.Sprintf("in %s people are asked to a table of %s: %s", place, from, m.Content))
			} else {
				there++
			}
		}
	}
	return there
}

// due returns how many matches are to be looked at by now.
func (y *yard) due() (n int) {
	heads, err := y.Store.Due(y.Ctx, y.clock.Now().Add(time.Minute), 100)
	if err != nil {
		y.Fatal(err)
	}
	return len(heads)
}

// A role is pinged for each table once, in the channel of the table, and for none in a private thread.
func TestARoleIsPingedWhereItsTableStands(t *testing.T) {
	t.Parallel()
	y := newYard(t, nil)
	there := y.called()
	for _, leak := range y.leaks {
		t.Error(leak)
	}
	if want := len(y.open) + 1; there != want {
		t.Errorf("a role was pinged for %d tables, want %d", there, want)
	}
	if pings := y.Discord.User("eve").Notifications(); len(pings) != len(y.open)+1 {
		t.Errorf("eve, who has the role, was notified %d times: %+v", len(pings), pings)
	}
	if pings := y.Discord.User("dan").Notifications(); len(pings) > 0 {
		t.Errorf("dan, who has no role, was notified: %+v", pings)
	}
}

// The search finds a ping that goes to another channel.
func TestAPingElsewhereIsFound(t *testing.T) {
	t.Parallel()
	hall := ""
	y := newYard(t, func(c *bot.Config) {
		bottest.NewProxy(t, c, func(p *bottest.Proxy, r *http.Request) *http.Response {
			if r.Method == http.MethodPost && bytes.Contains(bottest.BodyOf(r), []byte(`@\u0026`)) {
				r.URL.Path = regexp.MustCompile(`channels/\d+`).ReplaceAllString(r.URL.Path, "channels/"+hall)
			}
			return p.Pass(r)
		})
	})
	hall = y.open[1]
	if y.called(); len(y.leaks) == 0 {
		t.Error("no ping is found though all go to one channel")
	}
}

// answering replaces a text in what Discord says of a server.
func answering(t testing.TB, old *regexp.Regexp, new string) bottest.Adjust {
	return func(c *bot.Config) {
		bottest.NewProxy(t, c, func(p *bottest.Proxy, r *http.Request) *http.Response {
			answer := p.Pass(r)
			if answer != nil && r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/guilds/") {
				body, _ := io.ReadAll(answer.Body)
				answer.Body = io.NopCloser(bytes.NewReader(old.ReplaceAll(body, []byte(new))))
			}
			return answer
		})
	}
}
