// Command tally is a bot on arikawa, as another opinion of the sandbox: it asks people what
// they want for lunch. Any complaint of the library ends it with an error.
//
//	SANDBOX=http://127.0.0.1:PORT TOKEN=… tally
//
// It runs until its standard input ends.
package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/diamondburned/arikawa/v3/api"
	"github.com/diamondburned/arikawa/v3/discord"
	"github.com/diamondburned/arikawa/v3/gateway"
	"github.com/diamondburned/arikawa/v3/state"
	"github.com/diamondburned/arikawa/v3/utils/json/option"
	"github.com/diamondburned/arikawa/v3/utils/sendpart"
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
	base := must(url.Parse(os.Getenv("SANDBOX")))
	http.DefaultTransport = elsewhere{base.Host}
	s := state.NewWithIntents("Bot "+os.Getenv("TOKEN"), gateway.IntentGuilds)
	s.AddHandler(func(e *gateway.InteractionCreateEvent) {
		bot{s.Client, &e.InteractionEvent}.handle()
	})
	check(s.Open(context.Background()))
	app, me := must(s.CurrentApplication()), must(s.Me())
	if discord.Snowflake(app.ID) != discord.Snowflake(me.ID) {
		log.Fatalf("the application is %v and its bot %v", app.ID, me.ID)
	}
	must(s.BulkOverwriteCommands(app.ID, commands))
	must(io.Copy(io.Discard, os.Stdin))
	check(s.Close())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func must[T any](v T, err error) T {
	check(err)
	return v
}

var commands = []api.CreateCommandData{
	{Name: "poll", Description: "Asks for opinions", Options: discord.CommandOptions{
		&discord.StringOption{OptionName: "topic", Description: "About what", Required: true, Autocomplete: true},
		&discord.UserOption{OptionName: "with", Description: "Whom to ask"},
	}},
	{Name: "dice", Description: "Dice", Options: discord.CommandOptions{
		&discord.SubcommandOption{OptionName: "sides", Description: "How many there are",
			Options: []discord.CommandOptionValue{
				&discord.IntegerOption{OptionName: "count", Description: "Of one", Required: true, Min: option.NewInt(2),
					Max: option.NewInt(20)},
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

// bot answers one interaction.
type bot struct {
	*api.Client
	e *discord.InteractionEvent
}

func (b bot) handle() {
	switch d := b.e.Data.(type) {
	case *discord.AutocompleteInteraction:
		b.complete(d.Options.Focused().String())
	case *discord.CommandInteraction:
		b.command(d)
	case *discord.ButtonInteraction:
		b.press(string(d.CustomID))
	case *discord.StringSelectInteraction:
		b.whisper("You can at " + strings.Join(d.Values, " and ") + ".")
	case *discord.UserSelectInteraction:
		b.say("What do you say, " + d.Values[0].Mention() + "?")
	case *discord.RoleSelectInteraction:
		b.pick(d.Values[0])
	case *discord.MentionableSelectInteraction:
		b.pick(d.Values[0])
	case *discord.ChannelSelectInteraction:
		b.pick(d.Values[0])
	case *discord.ModalInteraction:
		field := d.Components.Find("wish").(*discord.TextInputComponent)
		b.say(b.name() + " wishes for " + field.Value + ".")
	default:
		log.Fatalf("an interaction that nobody asked for: %T", d)
	}
}

// name is the name of the person who asks.
func (b bot) name() string { return b.e.Sender().DisplayOrUsername() }

func (b bot) respond(kind api.InteractionResponseType, d *api.InteractionResponseData) {
	check(b.RespondInteraction(b.e.ID, b.e.Token, api.InteractionResponse{Type: kind, Data: d}))
}

var text = option.NewNullableString

func (b bot) whisper(words string) {
	b.respond(api.MessageInteractionWithSource, &api.InteractionResponseData{Content: text(words),
		Flags: discord.EphemeralMessage})
}

func (b bot) say(words string) {
	b.respond(api.MessageInteractionWithSource, &api.InteractionResponseData{Content: text(words)})
}

func (b bot) pick(what any) { b.whisper(fmt.Sprintf("You pick %v.", what)) }

func (b bot) complete(words string) {
	choices := api.AutocompleteStringChoices{}
	for _, topic := range []string{"lunch", "lupins", "dinner"} {
		if strings.HasPrefix(topic, words) {
			choices = append(choices, discord.StringChoice{Name: "The " + topic, Value: topic})
		}
	}
	b.respond(api.AutocompleteResult, &api.InteractionResponseData{Choices: choices})
}

// command answers a command.
func (b bot) command(d *discord.CommandInteraction) {
	switch d.Name {
	case "poll":
		b.poll(d)
	case "dice":
		b.dice(d.Options[0])
	case "show":
		b.show(d)
	case "menus":
		b.respond(api.MessageInteractionWithSource, &api.InteractionResponseData{
			Content: text("Pick"),
			Components: discord.ComponentsPtr(
				&discord.RoleSelectComponent{CustomID: "role", Placeholder: "Role"},
				&discord.MentionableSelectComponent{CustomID: "any", Placeholder: "Any"},
				&discord.ChannelSelectComponent{CustomID: "where", Placeholder: "Where",
					ChannelTypes: []discord.ChannelType{discord.GuildText}},
			),
		})
	case "secret":
		b.secret()
	case "Quote":
		m := d.Resolved.Messages[d.TargetMessageID()]
		b.say(m.Author.DisplayOrUsername() + " wrote: " + m.Content)
	case "Greet":
		u := d.Resolved.Users[d.TargetUserID()]
		b.say("Hello, " + u.DisplayOrUsername() + "!")
	default:
		log.Fatal("a command that nobody registered: " + d.Name)
	}
}

func (b bot) dice(sub discord.CommandInteractionOption) {
	words := fmt.Sprintf("A die of %d sides", must(sub.Options.Find("count").IntValue()))
	if loud := sub.Options.Find("loud"); loud.Value != nil && must(loud.BoolValue()) {
		b.say(words)
		return
	}
	b.whisper(words)
}

// picture is one pixel.
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func file() []sendpart.File {
	return []sendpart.File{{Name: "plate.png",
		Reader: base64.NewDecoder(base64.StdEncoding, strings.NewReader(picture))}}
}

// poll defers its answer, edits it with a file, and follows up.
func (b bot) poll(d *discord.CommandInteraction) {
	topic, whom := d.Options.Find("topic").String(), ""
	if with := d.Options.Find("with"); with.Value != nil {
		id := discord.UserID(must(with.SnowflakeValue()))
		u := d.Resolved.Users[id]
		if m, ok := d.Resolved.Members[id]; !ok || m.Joined.Time().IsZero() {
			log.Fatalf("the person who is asked is not a member: %+v", d.Resolved)
		}
		whom = u.DisplayOrUsername() + ", "
	}
	b.respond(api.DeferredMessageInteractionWithSource, nil)
	m := must(b.EditInteractionResponse(b.e.AppID, b.e.Token, api.EditInteractionResponseData{
		Content: text(whom + topic + "?"), Files: file(), Components: components(),
	}))
	if len(m.Attachments) != 1 || m.Attachments[0].Width != 1 || len(m.Components) != 3 {
		log.Fatalf("the answer came back as %+v", m)
	}
	must(b.FollowUpInteraction(b.e.AppID, b.e.Token, api.InteractionResponseData{
		Content: text("Only you read this."), Flags: discord.EphemeralMessage,
	}))
}

// components are the buttons and the menus of a poll.
func components() *discord.ContainerComponents {
	row := discord.ActionRowComponent{}
	for _, label := range []string{"Yes", "Write", "Talk", "Send me", "Done"} {
		row = append(row, &discord.ButtonComponent{CustomID: discord.ComponentID(label), Label: label,
			Style: discord.PrimaryButtonStyle()})
	}
	return discord.ComponentsPtr(
		&row,
		&discord.StringSelectComponent{CustomID: "when", Placeholder: "When", ValueLimits: [2]int{1, 2},
			Options: []discord.SelectOption{
				{Label: "Noon", Value: "12:00"}, {Label: "One", Value: "13:00"}, {Label: "Two", Value: "14:00"},
			}},
		&discord.UserSelectComponent{CustomID: "whom", Placeholder: "Whom"},
	)
}

// press answers a button of a poll.
func (b bot) press(id string) {
	switch id {
	case "Yes":
		b.respond(api.UpdateMessage, &api.InteractionResponseData{Content: text(b.e.Message.Content + " " + b.name() + " says yes.")})
	case "Write":
		input := &discord.TextInputComponent{CustomID: "wish", Label: "What", Style: discord.TextInputShortStyle,
			LengthLimits: [2]int{2, 20}, Required: true}
		b.respond(api.ModalResponse, &api.InteractionResponseData{
			CustomID: text("wishes"), Title: text("Your wish"), Components: discord.ComponentsPtr(input),
		})
	case "Talk":
		b.talk()
	case "Send me":
		b.send()
	default:
		b.respond(api.DeferredMessageUpdate, nil)
		check(b.DeleteMessage(b.e.ChannelID, b.e.Message.ID, ""))
	}
}

// talk opens a thread at the poll, adds the person, writes there and says so.
func (b bot) talk() {
	c := must(b.StartThreadWithMessage(b.e.ChannelID, b.e.Message.ID, api.StartThreadData{Name: "Lunch",
		AutoArchiveDuration: discord.OneDayArchive}))
	m := b.write(c, "Here we talk, "+b.e.Sender().Mention()+".")
	must(b.EditText(c.ID, m.ID, m.Content+" And eat."))
	b.whisper("Come to " + c.Mention() + ".")
}

// secret opens a private thread with the person in it.
func (b bot) secret() {
	c := must(b.StartThreadWithoutMessage(b.e.ChannelID, api.StartThreadData{
		Name: "Secret", AutoArchiveDuration: discord.OneDayArchive, Type: discord.GuildPrivateThread,
	}))
	if c.Type != discord.GuildPrivateThread {
		log.Fatalf("the thread is of type %d", c.Type)
	}
	b.write(c, "Between us")
	b.whisper("Come to " + c.Mention() + ".")
}

// write adds the person to a thread and writes there.
func (b bot) write(c *discord.Channel, words string) *discord.Message {
	check(b.AddThreadMember(c.ID, b.e.SenderID()))
	return must(b.SendMessage(c.ID, words))
}

// send sends the person a direct message with a file, and says so.
func (b bot) send() {
	c := must(b.CreatePrivateChannel(b.e.SenderID()))
	must(b.SendMessageComplex(c.ID, api.SendMessageData{Content: "Your plate", Files: file()}))
	b.whisper("Look into your messages.")
}

// show tells what the options of a command name.
func (b bot) show(d *discord.CommandInteraction) {
	id := func(name string) discord.Snowflake { return must(d.Options.Find(name).SnowflakeValue()) }
	f := d.Resolved.Attachments[discord.AttachmentID(id("picture"))]
	role, where := d.Resolved.Roles[discord.RoleID(id("role"))], d.Resolved.Channels[discord.ChannelID(id("where"))]
	any := d.Resolved.Users[discord.UserID(id("any"))]
	b.say(fmt.Sprintf("%s of %d by %d, %s, #%s, %s", f.Filename, f.Width, f.Height, role.Name, where.Name, any.DisplayOrUsername()))
}
