// Command tally is a bot on arikawa, as another opinion of the sandbox: it asks people what
// they want for lunch. Any complaint of the library ends it with an error.
//
//	SANDBOX=http://127.0.0.1:PORT TOKEN=… tally
//
// It runs until its standard input ends.
package main

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/diamondburned/arikawa/v3/api"
	"github.com/diamondburned/arikawa/v3/discord"
	"github.com/diamondburned/arikawa/v3/gateway"
	"github.com/diamondburned/arikawa/v3/state"
	"github.com/diamondburned/arikawa/v3/utils/json/option"
)

// elsewhere leads the requests for Discord to the sandbox: the library has no setting for it.
type elsewhere struct{ host string }

func (e elsewhere) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host == "discord.com" {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host, r.Host = "http", e.host, e.host
	}
	return plain.RoundTrip(r)
}

var plain = http.DefaultTransport

func main() {
	log.SetFlags(0)
	base, err := url.Parse(os.Getenv("SANDBOX"))
	check(err)
	http.DefaultTransport = elsewhere{base.Host}
	s := state.NewWithIntents("Bot "+os.Getenv("TOKEN"), gateway.IntentGuilds)
	s.AddHandler(func(e *gateway.InteractionCreateEvent) {
		check(bot{s.Client, &e.InteractionEvent}.handle())
	})
	check(s.Open(context.Background()))
	app, err := s.CurrentApplication()
	check(err)
	me, err := s.Me()
	check(err)
	if discord.Snowflake(app.ID) != discord.Snowflake(me.ID) {
		log.Fatalf("the application is %v and its bot %v", app.ID, me.ID)
	}
	_, err = s.BulkOverwriteCommands(app.ID, commands)
	check(err)
	_, err = io.Copy(io.Discard, os.Stdin)
	check(err)
	check(s.Close())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

var commands = []api.CreateCommandData{
	{Name: "poll", Description: "Asks for opinions", Options: discord.CommandOptions{
		&discord.StringOption{OptionName: "topic", Description: "About what", Required: true, Autocomplete: true},
		&discord.UserOption{OptionName: "with", Description: "Whom to ask"},
	}},
	{Name: "dice", Description: "Dice", Options: discord.CommandOptions{
		&discord.SubcommandOption{OptionName: "sides", Description: "How many there are", Options: []discord.CommandOptionValue{
			&discord.IntegerOption{OptionName: "count", Description: "Of one", Required: true, Min: option.NewInt(2), Max: option.NewInt(20)},
			&discord.BooleanOption{OptionName: "loud", Description: "For all to read"},
		}},
	}},
	{Name: "show", Description: "Tells what it is given", Options: discord.CommandOptions{
		&discord.AttachmentOption{OptionName: "picture", Description: "A file", Required: true},
		&discord.RoleOption{OptionName: "role", Description: "A role", Required: true},
		&discord.ChannelOption{OptionName: "where", Description: "A channel", Required: true},
		&discord.MentionableOption{OptionName: "any", Description: "A person or a role", Required: true},
	}},
	{Name: "menus", Description: "Shows menus"},
	{Name: "secret", Description: "Opens a private thread"},
	{Name: "Quote", Type: discord.MessageCommand},
	{Name: "Greet", Type: discord.UserCommand},
}
