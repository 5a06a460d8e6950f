package bot

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"
	"parlour/bot/sandbox/fault"
	"parlour/commands"
	"parlour/commands/locale"
)

// If Discord refuses the commands for a reason that may pass, the bot sends them again until
// it takes them, and nobody is told meanwhile that all is well.
func TestCommandsAreSentAgain(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	var tries atomic.Int64
	tells := func() bool { return slices.Contains(d.b.health().Reasons, notTaken) }
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut {
			return false
		}
		if n := tries.Add(1); n > 2 {
			if !tells() {
				t.Error("a list of commands that was not taken is not told of")
			}
			return false
		}
		w.WriteHeader(http.StatusNotFound) // without a code, so not from Discord itself
		return true
	})
	taken := 0
	d.b.registers(d.ctx, func() { taken++ })
	if n := tries.Load(); n != 3 || taken != 1 {
		t.Errorf("the commands were sent %d times, want 3", n)
	}
	if tells() {
		t.Error("the list of commands was taken, and is told of as if it was not")
	}
}

// A command says that it works in servers and in the bot's direct messages and, if people may install the
// application, in theirs. Nowhere is left to Discord's defaults. One for those who manage a server needs their
// permission, and works in servers alone, unless it says that it works outside them too.
func TestCommandsSayWhereTheyWork(t *testing.T) {
	for _, c := range []struct {
		commands.Definition
		friends bool
		want    string
	}{
		{commands.Definition{Name: "play"}, false, "[0 1] [0] <nil>"},
		{commands.Definition{Name: "play"}, true, "[0 1 2] [0 1] <nil>"},
		{commands.Definition{Name: "server", Managing: true}, true, "[0] [0] 32"},
		{commands.Definition{Name: "server", Managing: true, Direct: true}, true, "[0 1 2] [0 1] 32"},
	} {
		one := definition(c.Definition, c.friends)
		got := fmt.Sprint(*one.Contexts, *one.IntegrationTypes, " <nil>")
		if may := one.DefaultMemberPermissions; may != nil {
			got = fmt.Sprint(*one.Contexts, *one.IntegrationTypes, " ", *may)
		}
		if got != c.want {
			t.Errorf("friends %t: %+v works in %s, want %s", c.friends, c.Definition, got, c.want)
		}
	}
}

// Discord makes an Entry Point command for an application with Activities, and refuses every list without it. It stays
// with all its texts, also when it comes after the first list, and is sent once.
func TestTheEntryPointCommandStays(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	for range 2 {
		if err := d.b.register(d.ctx); err != nil {
			t.Fatal(err)
		}
	}
	const entry = `{"name":"launch","name_localizations":{"de":"los"},"description":"Launch","type":4,"handler":2,"contexts":[0,2],"integration_types":[1]}`
	if err := d.b.do(d.ctx, rest.Request{Method: http.MethodPost, Path: "applications/" + d.b.app + "/commands", Bucket: "test", Body: []byte(entry)}, nil); err != nil {
		t.Fatal(err)
	}
	_, before, err := d.b.listed(d.ctx)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := d.b.register(d.ctx); err != nil {
			t.Fatalf("with an Entry Point command the list is not taken: %v", err)
		}
	}
	has, after, err := d.b.listed(d.ctx)
	has = slices.DeleteFunc(has, func(c knownCommand) bool { return c.Type == discordgo.UserApplicationCommand })
	if err != nil || len(has) != len(d.b.service.Definitions(""))+1 || fmt.Sprintf("%s", after) != fmt.Sprintf("%s", before) || !strings.Contains(string(after[0]), `"los"`) {
		t.Errorf("Discord has %+v (%v), with the entries %s, want %s", has, err, after, before)
	}
	if n := len(d.sent(http.MethodPut, "/commands")); n != 2 {
		t.Errorf("the list was sent %d times, want once before and once with the Entry Point command", n)
	}
}

// Commands, options and choices have their texts in each language that Parlour speaks, whole. With a second language
// there is an option to choose it for a server.
func TestCommandsAreSaidInEachLanguage(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	c := d.b.service.Config
	c.MadeUp = "de"
	spoken, err := commands.New(c)
	if err != nil {
		t.Fatal(err)
	}
	english := d.b.service.Definitions("")
	d.b.service = spoken
	if err := d.b.register(d.ctx); err != nil {
		t.Fatal(err)
	}
	type texts struct {
		Type         discordgo.ApplicationCommandType
		Name         string
		Names        map[string]string `json:"name_localizations"`
		Description  string
		Descriptions map[string]string `json:"description_localizations"`
		Options      []struct {
			Name         string
			Names        map[string]string `json:"name_localizations"`
			Description  string
			Descriptions map[string]string `json:"description_localizations"`
			Choices      []struct {
				Name  string
				Names map[string]string `json:"name_localizations"`
			}
		}
	}
	var has []texts
	err = d.b.do(d.ctx, rest.Request{Method: http.MethodGet, Path: "applications/" + d.b.app + "/commands?with_localizations=true", Bucket: "test"}, &has)
	entries := 0
	for _, d := range english {
		if d.Entry != "" {
			entries++
		}
	}
	if err != nil || len(has) != len(english)+entries || entries == 0 {
		t.Fatalf("Discord has %d commands, %d of them of people, %v", len(has), entries, err)
	}
	check := func(what, text string, others map[string]string) {
		t.Helper()
		if made := others["de"]; len(others) != 1 || made == text || locale.Plain(strings.TrimRight(made, "ö")) != text {
			t.Errorf("%s is %q, and in other languages %q", what, text, others)
		}
	}
	for _, c := range has {
		check("/"+c.Name, c.Name, c.Names)
		if c.Type == discordgo.UserApplicationCommand {
			continue
		}
		check("/"+c.Name, c.Description, c.Descriptions)
		for _, o := range c.Options {
			check("/"+c.Name+" "+o.Name, o.Name, o.Names)
			check("/"+c.Name+" "+o.Name, o.Description, o.Descriptions)
			for _, choice := range o.Choices {
				if o.Name == "language" {
					break // a language has its own name in all
				}
				check("/"+c.Name+" "+o.Name, choice.Name, choice.Names)
			}
		}
	}
	chooses := func(all []commands.Definition) bool {
		i := slices.IndexFunc(all, func(d commands.Definition) bool { return d.Name == "server" })
		return slices.ContainsFunc(all[i].Options, func(o commands.Option) bool { return o.Name == "language" })
	}
	if chooses(english) || !chooses(spoken.Definitions("")) {
		t.Errorf("/server chooses a language: %t with one, %t with two", chooses(english), chooses(spoken.Definitions("")))
	}
}

// The bot knows which commands Discord has, and says so if Discord does not list them.
func TestDiscordListsTheCommands(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	if err := d.b.register(d.ctx); err != nil {
		t.Fatal(err)
	}
	if has, err := d.b.standing(d.ctx); err != nil || len(has.Commands) != len(d.b.service.Definitions("")) || has.Took <= 0 {
		t.Errorf("Discord has %+v, %v", has, err)
	}
	d.fail(fault.Fault{Route: "GET /applications/{app}/commands", Code: 50001})
	if _, err := d.b.standing(d.ctx); err == nil {
		t.Error("a refusal is no error")
	}
}

// Once Discord has the commands, sentences name them by its ids, so that people can press them. A process that finds
// the list there already sends nothing, and knows the ids all the same.
func TestSentencesMentionCommands(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	said := func() string {
		return d.b.service.Handle(d.ctx, commands.Request{ID: "1", By: commands.Person{ID: "2", Name: "Ann"}, Command: "games"}).Message.Content
	}
	if got, want := said(), "No games yet. Start one with /play."; got != want {
		t.Errorf("before the ids are known it says %q, want %q", got, want)
	}
	for range 2 {
		d.b.registers(d.ctx, func() {})
		has, _, err := d.b.listed(d.ctx)
		i := slices.IndexFunc(has, func(c knownCommand) bool { return c.Name == "play" })
		if err != nil || i < 0 {
			t.Fatalf("Discord lists %v, %v, want play", has, err)
		}
		if got, want := said(), "No games yet. Start one with </play:"+has[i].ID+">."; got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
		d.b.service.Writer.SetCommands(nil)
	}
}
