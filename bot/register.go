package bot

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"
	"parlour/commands"
	"parlour/commands/publish"
)

// A commandList is how the list of commands stands with Discord. The zero value is one that was never sent.
type commandList struct {
	sending atomic.Bool // whether [bot.registers] is at it

	mu      sync.Mutex
	sent    string // the stamp of the list as Discord took it from this process
	refused string // why Discord has not taken the list, and what to do; empty if it has, or is at it
}

// A knownCommand is a command as Discord lists it.
type knownCommand struct {
	ID, Name, Version string
	Type              discordgo.ApplicationCommandType
}

// entryPoint is the type of the command that starts an Activity. Discord makes one when Activities are enabled, and
// refuses every list without it.
const entryPoint discordgo.ApplicationCommandType = 4

// notOfOurs are the fields in which Discord says more of a command than it takes.
var notOfOurs = []string{"application_id", "guild_id", "version", "name_localized", "description_localized"}

// registers has Discord take the list of commands, however often that has to be tried, and calls taken then. While one
// call goes on, another does nothing.
func (b *bot) registers(ctx context.Context, taken func()) {
	if b.list.sending.Swap(true) {
		return
	}
	defer b.list.sending.Store(false)
	for {
		err := b.register(ctx)
		again := b.RegisterAgain
		switch {
		case err == nil:
			b.list.refuse("")
			b.Status("Parlour is ready")
			taken()
			return
		case errors.Is(err, publish.ErrForbidden):
			again *= refusedTimes
			if why := explained(err, again); b.list.refuse(why) {
				b.Log.Error("the commands stay as they were", "why", why, "see", "docs/trouble.md#no-commands")
				b.Status(why)
			}
		case ctx.Err() == nil:
			b.list.refuse(notTaken)
			b.Log.Warn("the commands stay as they were, because Discord did not take the new ones; Parlour tries again", "err", err)
			b.Status(notTaken)
		}
		if rest.Pause(ctx, again) != nil {
			return
		}
	}
}

// notTaken says that Discord has failed to take the list of commands.
const notTaken = "Discord has not taken the list of commands yet, so people see the old ones or none. Parlour keeps trying"

// refusedTimes is how many times longer the pause is after a list that Discord has refused for good.
const refusedTimes = 10

// explained says why Discord refuses the list of commands, and what to do.
func explained(err error, again time.Duration) string {
	mend := "leave out by --games what it names, or update Parlour"
	switch refusal(err).Code {
	case codeEntryPoint:
		mend = "disable Activities on the application's page"
	case codeManyCommands:
		mend = "wait, as it takes new ones again within a day"
	}
	return fmt.Sprintf("Discord refuses the list of commands, so people have the old ones or none (%v): %s; Parlour tries again every %v", err, mend, again)
}

// whyRefused returns why Discord has not taken the list, empty if it has.
func (l *commandList) whyRefused() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.refused
}

// refuse notes why Discord has not taken the list, empty if it has, and reports whether that is new.
func (l *commandList) refuse(why string) (isNew bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	isNew = l.refused != why
	l.refused = why
	return isNew
}

// register compares the commands that Discord has with those that it took last, from this process or from another one
// over the store, and sends the whole list if they differ. Discord takes the whole list or keeps the old one.
func (b *bot) register(ctx context.Context) error {
	has, entries, err := b.listed(ctx)
	if err != nil {
		return err
	}
	b.mentions(has)
	body, err := b.listBody(entries)
	if err != nil || b.isSent(ctx, b.stamp(body, has)) {
		return err
	}
	var took []knownCommand
	if err := b.do(ctx, rest.Request{Method: http.MethodPut, Path: "applications/" + b.app + "/commands",
		Bucket: "register", Body: body}, &took); err != nil {
		return err
	}
	b.mentions(took)
	sent := b.stamp(body, took)
	b.list.mu.Lock()
	b.list.sent = sent
	b.list.mu.Unlock()
	_, err = b.fleet.Do(ctx, listJob, sent)
	return err
}

// mentions has sentences name commands by the ids that Discord has for them.
func (b *bot) mentions(has []knownCommand) {
	ids := map[string]string{}
	for _, c := range has {
		if c.Type == discordgo.ChatApplicationCommand {
			ids[c.Name] = c.ID
		}
	}
	b.service.Writer.SetCommands(ids)
}

// listJob is the name of the job of sending the list: see [fleet.Member.Do].
const listJob = "commands"

// listBody returns the list of commands as it is sent, after the entries that it must have.
func (b *bot) listBody(entries []json.RawMessage) ([]byte, error) {
	list := make([]any, 0, len(entries))
	for _, e := range entries {
		list = append(list, e)
	}
	spoken := map[discordgo.Locale][]commands.Definition{}
	for _, locale := range slices.Concat(slices.Collect(maps.Keys(discordgo.Locales)), newLocales) {
		if lang := b.service.Writer.Language(string(locale)); lang != "" {
			spoken[locale] = b.service.Definitions(lang)
		}
	}
	for i, d := range b.service.Definitions("") {
		c := definition(d, b.friends)
		for locale, of := range spoken {
			localize(c, locale, of[i])
		}
		list = append(list, c)
		if d.Entry == "" {
			continue
		}
		entry := &discordgo.ApplicationCommand{Type: discordgo.UserApplicationCommand, Name: d.Entry,
			IntegrationTypes: c.IntegrationTypes, Contexts: c.Contexts, NameLocalizations: &map[discordgo.Locale]string{}}
		for locale, of := range spoken {
			(*entry.NameLocalizations)[locale] = of[i].Entry
		}
		list = append(list, entry)
	}
	return json.Marshal(list)
}

// isSent reports whether a list that Discord has is the one that it took last.
func (b *bot) isSent(ctx context.Context, stamp string) bool {
	b.list.mu.Lock()
	sent := b.list.sent
	b.list.mu.Unlock()
	if b.fleet != nil {
		sent, _ = b.fleet.Done(ctx, listJob)
	}
	return sent == stamp
}

// stamp tells a list that was sent, as Discord has it, from every other: whoever changes a command there gives it
// another version.
func (b *bot) stamp(body []byte, has []knownCommand) string {
	all := sha256.New()
	all.Write(body)
	for _, c := range slices.SortedFunc(slices.Values(has), func(a, b knownCommand) int { return cmp.Compare(a.ID, b.ID) }) {
		if c.Type != entryPoint {
			fmt.Fprint(all, " ", c.ID, " ", c.Version)
		}
	}
	return fmt.Sprintf("%s %x", b.app, all.Sum(nil))
}

// listed asks which commands Discord has for the application. entries are those of them that every list must have,
// as they are sent.
func (b *bot) listed(ctx context.Context) (has []knownCommand, entries []json.RawMessage, err error) {
	var all []json.RawMessage
	if err := b.do(ctx, rest.Request{Method: http.MethodGet, Path: "applications/" + b.app + "/commands?with_localizations=true",
		Bucket: "list of commands", FailFast: true}, &all); err != nil {
		return nil, nil, err
	}
	for _, raw := range all {
		var one knownCommand
		if err := json.Unmarshal(raw, &one); err != nil {
			return nil, nil, fmt.Errorf("read a command that Discord lists: %w", err)
		}
		has = append(has, one)
		if one.Type != entryPoint {
			continue
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil {
			return nil, nil, fmt.Errorf("read a command that Discord lists: %w", err)
		}
		maps.DeleteFunc(fields, func(name string, _ json.RawMessage) bool { return slices.Contains(notOfOurs, name) })
		entry, err := json.Marshal(fields)
		if err != nil {
			return nil, nil, err
		}
		entries = append(entries, entry)
	}
	return has, entries, nil
}

// definition returns a definition in Discord's form. It always names the places where the
// command is installed and shown, because Discord's defaults change. Friends have it in their direct
// messages only if the application may be installed by people.
func definition(d commands.Definition, friends bool) *discordgo.ApplicationCommand {
	contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM}
	installs := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	if friends {
		contexts = append(contexts, discordgo.InteractionContextPrivateChannel)
		installs = append(installs, discordgo.ApplicationIntegrationUserInstall)
	}
	c := &discordgo.ApplicationCommand{Type: discordgo.ChatApplicationCommand, Name: d.Name,
		Description: d.Description, Options: options(d)}
	if d.Managing {
		c.DefaultMemberPermissions = new(int64(discordgo.PermissionManageGuild))
	}
	if d.Managing && !d.Direct {
		contexts, installs = contexts[:1], installs[:1]
	}
	c.IntegrationTypes, c.Contexts = &installs, &contexts
	return c
}

// newLocales are the languages of Discord's that discordgo does not know.
var newLocales = []discordgo.Locale{"ar", "he", "id"}

// localize gives a command its texts in a language of Discord's.
func localize(c *discordgo.ApplicationCommand, locale discordgo.Locale, d commands.Definition) {
	if c.NameLocalizations == nil {
		c.NameLocalizations, c.DescriptionLocalizations = &map[discordgo.Locale]string{}, &map[discordgo.Locale]string{}
	}
	(*c.NameLocalizations)[locale], (*c.DescriptionLocalizations)[locale] = d.Called, d.Description
	for i, o := range c.Options {
		p := d.Options[i]
		put(&o.NameLocalizations, locale, p.Called)
		put(&o.DescriptionLocalizations, locale, p.Description)
		for j, choice := range o.Choices {
			put(&choice.NameLocalizations, locale, p.Choices[j].Label)
		}
	}
}

// put puts a text into a map of them, which it makes if need be.
func put(all *map[discordgo.Locale]string, locale discordgo.Locale, text string) {
	if *all == nil {
		*all = map[discordgo.Locale]string{}
	}
	(*all)[locale] = text
}

// options returns the options of a command in Discord's form.
func options(d commands.Definition) []*discordgo.ApplicationCommandOption {
	var list []*discordgo.ApplicationCommandOption
	for _, p := range d.Options {
		o := &discordgo.ApplicationCommandOption{
			Type: discordgo.ApplicationCommandOptionString, Name: p.Name, Description: p.Description,
			Required: p.Required, Autocomplete: p.Completes,
		}
		switch {
		case p.Person:
			o.Type = discordgo.ApplicationCommandOptionUser
		case p.Place:
			o.Type = discordgo.ApplicationCommandOptionChannel
			o.ChannelTypes = []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews}
		case p.Role:
			o.Type = discordgo.ApplicationCommandOptionRole
		case p.Flag:
			o.Type = discordgo.ApplicationCommandOptionBoolean
		}
		for _, c := range p.Choices {
			o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: c.Label, Value: c.Value})
		}
		list = append(list, o)
	}
	return list
}

// standing asks which commands Discord has for the application, and measures how long that takes. If they are not those
// that it was sent, they are sent again soon.
func (b *bot) standing(ctx context.Context) (s commands.Standing, err error) {
	s.Refused, s.Rival, s.Ahead = b.list.whyRefused() != "", b.rivals.isThere(b.Clock()), b.clock.Wrong()
	s.Unswept = b.Unswept != nil && b.Unswept()
	began := time.Now()
	has, entries, err := b.listed(ctx)
	if err != nil {
		return s, err
	}
	s.Took = time.Since(began)
	if body, err := b.listBody(entries); err == nil && !b.isSent(ctx, b.stamp(body, has)) {
		b.aside(func(ctx context.Context) {
			b.registers(ctx, func() { b.Log.Info("Discord had other commands, and has taken these") })
		})
	}
	for _, c := range has {
		if c.Type == discordgo.ChatApplicationCommand {
			s.Commands = append(s.Commands, c.Name)
		}
	}
	return s, nil
}
