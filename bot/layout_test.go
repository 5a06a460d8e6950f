package bot

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"parlour/bot/sandbox"
	rights "parlour/bot/sandbox/world"
	"parlour/commands/message"
)

// What the bot works out of Discord's own answers is what Discord lets people view, with roles, administrators, an
// owner, threads, and overwrites of every kind.
func TestALayoutIsWhatPeopleSee(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	stage, rnd := d.discord.Stage(), rand.New(rand.NewPCG(1, 2))
	people := []string{"ann", "ben", "cleo", "dan", "eve"} // of whom ann owns the server
	has := map[string][]string{}
	ids := []string{rights.GuildID, rights.BotID}
	for i := range 3 {
		var of []string
		for _, name := range people {
			if rnd.IntN(2) == 0 {
				of = append(of, name)
			}
		}
		role := stage.AddRole(fmt.Sprint("role", i), of...)
		ids = append(ids, role)
		for _, name := range of {
			has[name] = append(has[name], role)
		}
	}
	for _, name := range people {
		ids = append(ids, d.discord.User(name).ID())
	}
	channels := []string{d.games, d.discord.Channel("lounge"), stage.AddChannel("news", rights.Announcement)}
	if l, err := d.channel.Layout(d.ctx, rights.GuildID); err != nil || !slices.Equal(l.Places(d.discord.User("ann").ID(), nil), channels) {
		t.Errorf("tables may be posted in %q, want %q in this order", l.Places(d.discord.User("ann").ID(), nil), channels)
	}
	for range 100 {
		switch role := ids[2+rnd.IntN(3)]; rnd.IntN(8) {
		case 0:
			stage.Permit(rights.GuildID, rights.PersonPermissions&^rights.ViewChannel|rights.Permission(rnd.IntN(2))<<10)
		case 1:
			stage.Permit(role, []rights.Permission{0, rights.ViewChannel, rights.Administrator, rights.SendMessages}[rnd.IntN(4)])
		default:
			may := []rights.Permission{0, rights.ViewChannel, rights.SendMessages}
			stage.Overwrite(channels[rnd.IntN(3)], ids[rnd.IntN(len(ids))], may[rnd.IntN(3)], may[rnd.IntN(3)])
		}
		l, err := d.channel.Layout(d.ctx, rights.GuildID)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range people {
			u := d.discord.User(name)
			for _, channel := range channels {
				sees := slices.ContainsFunc(u.Places(), func(p sandbox.Place) bool { return p.ID == channel })
				if got := l.Views(u.ID(), has[name], channel); got != sees {
					t.Fatalf("%s views %s: %v, by %+v", name, channel, got, l)
				}
				writes := stage.May(name, channel).Has(rights.ViewChannel | rights.SendMessages)
				if got := l.Writes(u.ID(), has[name], channel); got != writes {
					t.Fatalf("%s writes in %s: %v, by %+v", name, channel, got, l)
				}
				place := sees && stage.May("", channel).Has(rights.ViewChannel|rights.SendMessages)
				if got := slices.Contains(l.Places(u.ID(), has[name]), channel); got != place {
					t.Fatalf("a table of %s may be posted in %s: %v, by %+v", name, channel, got, l)
				}
				for _, other := range channels {
					sees := slices.ContainsFunc(u.Places(), func(p sandbox.Place) bool { return p.ID == other })
					if sees && l.ShownIn(channel, other) && !l.Views(u.ID(), has[name], channel) {
						t.Fatalf("a game of %s, which %s does not view, is shown in %s, by %+v", channel, name, other, l)
					}
				}
			}
		}
	}
}

func TestALayoutKnowsWhatIsClosed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	stage := d.discord.Stage()
	lounge := d.discord.Channel("lounge")
	stage.Restrict(lounge, true)
	private := stage.StartPrivateThread(d.games, "secret", "ann", "ben")
	stage.AddBotToThread(private)
	thread, err := d.channel.Post(d.ctx, d.games, "n", message.Message{Content: "a table"})
	if err == nil {
		thread, err = d.channel.Thread(d.ctx, rights.GuildID, d.games, thread, "a game")
	}
	if err != nil {
		t.Fatal(err)
	}
	l, err := d.channel.Layout(d.ctx, rights.GuildID)
	if err != nil || !l.ShownIn(thread, d.games) || l.ShownIn(private, d.games) || l.ShownIn(lounge, d.games) || l.ShownIn(d.games, lounge) {
		t.Errorf("the layout is %+v (%v)", l, err)
	}
	if _, err := d.channel.Layout(d.ctx, "99"); err == nil {
		t.Error("a server without the bot has a layout")
	}
}

// A layout is asked for anew after each event that may have changed it, and not after others.
func TestEventsRearrangeAServer(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	stage := d.discord.Stage()
	asks := func() (n int) {
		before := len(d.discord.Traffic())
		d.b.service.Layout(d.ctx, rights.GuildID)
		for _, x := range d.discord.Traffic()[before:] {
			if x.Method == http.MethodGet { // a server that the bot comes to is told hello meanwhile
				n++
			}
		}
		return n
	}
	if first, again := asks(), asks(); first != 4 || again != 0 {
		t.Errorf("at first a layout takes %d requests, then %d", first, again)
	}
	for event, change := range map[string]func(){
		"CHANNEL_UPDATE":    func() { stage.Hide(d.games, "ben", true) },
		"CHANNEL_CREATE":    func() { stage.AddChannel("news", rights.Text) },
		"GUILD_ROLE_CREATE": func() { stage.AddRole("staff", "ben") },
		"GUILD_ROLE_UPDATE": func() { stage.Permit(rights.GuildID, rights.ViewChannel) },
		"GUILD_ROLE_DELETE": func() { stage.RemoveRole(stage.AddRole("cooks")) },
		"GUILD_CREATE":      func() { stage.RemoveBot(); stage.InviteBot() },
		"THREAD_CREATE":     func() { stage.AddBotToThread(stage.StartPrivateThread(d.games, "secret", "ann")) },
	} {
		before, want := len(d.discord.Traffic()), 4
		change()
		for _, x := range d.discord.Traffic()[before:] {
			if x.Path == event {
				d.b.heard(event, x.Answer)
			}
		}
		if event == "THREAD_CREATE" { // one for each game
			want = 0
		}
		if got := asks(); got != want {
			t.Errorf("after %s a layout takes %d requests, want %d", event, got, want)
		}
	}
}
