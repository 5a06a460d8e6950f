package bot

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/commands"
	"parlour/commands/message"
)

// An interaction has those fields of Discord's that the bot uses. discordgo decodes every button of the pressed message
// too, which costs more than all the rest.
type interaction struct {
	ID          string                                          `json:"id"`
	Token       string                                          `json:"token"`
	Type        discordgo.InteractionType                       `json:"type"`
	Guild       string                                          `json:"guild_id"`
	Channel     string                                          `json:"channel_id"`
	In          place                                           `json:"channel"`
	Context     discordgo.InteractionContextType                `json:"context"`
	Owners      map[discordgo.ApplicationIntegrationType]string `json:"authorizing_integration_owners"`
	Locale      string                                          `json:"locale"`
	GuildLocale string                                          `json:"guild_locale"` // empty outside of servers
	May         int64                                           `json:"app_permissions,string"`
	Member      *discordgo.Member                               `json:"member"` // the person who acts, in a server
	User        *discordgo.User                                 `json:"user"`   // the person who acts, elsewhere
	Message     *pressedMessage                                 `json:"message"`
	Data        data                                            `json:"data"`
	Fields      map[string][]string                             `json:"-"` // of a form: see [filled]; none if it cannot be read
}

// A pressedMessage is the message whose button or menu was used.
type pressedMessage struct {
	ID     string                                `json:"id"`
	Flags  discordgo.MessageFlags                `json:"flags"`
	Author *discordgo.User                       `json:"author"`
	By     *discordgo.MessageInteractionMetadata `json:"interaction_metadata"`
}

// data is what an interaction asks for: by a button, a menu or a form, or by a command.
type data struct {
	Button   string                                               `json:"custom_id"`
	Values   []string                                             `json:"values"`
	Name     string                                               `json:"name"`
	Target   string                                               `json:"target_id"` // of a command in the menu of a person
	Options  []*discordgo.ApplicationCommandInteractionDataOption `json:"options"`
	Resolved resolvedData                                         `json:"resolved"`
	Form     json.RawMessage                                      `json:"components"` // of a form, as it was filled in
}

// resolvedData describes what the ids of an interaction are.
type resolvedData struct {
	Users    map[string]*discordgo.User   `json:"users"`
	Members  map[string]*discordgo.Member `json:"members"`
	Roles    map[string]*discordgo.Role   `json:"roles"`
	Channels map[string]*struct{}         `json:"channels"`
}

// A place says what the channel of an interaction is.
type place struct {
	Kind   discordgo.ChannelType `json:"type"`
	Parent string                `json:"parent_id"` // of a thread its channel, of a channel its category
}

// thread reports whether the channel is a thread.
func (p place) thread() bool {
	return p.Kind == discordgo.ChannelTypeGuildPublicThread || p.Kind == discordgo.ChannelTypeGuildPrivateThread ||
		p.Kind == discordgo.ChannelTypeGuildNewsThread
}

// hasThreads reports whether threads can be opened in the channel.
func (p place) hasThreads() bool {
	return p.Kind == discordgo.ChannelTypeGuildText || p.Kind == discordgo.ChannelTypeGuildNews
}

// above returns the channel above a thread, empty for any other channel.
func (p place) above() string {
	if !p.thread() {
		return ""
	}
	return p.Parent
}

// readInteraction reads an interaction. After an error it returns what could be read, or nil if there is no
// interaction.
func readInteraction(raw json.RawMessage) (i *interaction, err error) {
	if err = json.Unmarshal(raw, &i); err != nil && i != nil {
		i.In = place{Kind: discordgo.ChannelTypeDM} // the kind in which the bot may do least
	}
	if err == nil && i != nil && i.Type == discordgo.InteractionModalSubmit {
		i.Fields, err = filled(i.Data)
	}
	return i, err
}

// request makes a request to package commands of an interaction. self is the bot's id.
func (i *interaction) request(self string) commands.Request {
	r := commands.Request{
		ID: i.ID, By: person(i.asker(), i.Member, self), Guild: i.Guild, Channel: i.Channel,
		Lang: i.Locale, PlaceLang: cmp.Or(i.GuildLocale, i.Locale),
		Guest: i.Guild == "" && i.Context == discordgo.InteractionContextPrivateChannel,
		Lacks: i.lacks(), Misses: i.misses(), Threads: i.threads(), Unthreaded: !i.In.hasThreads(),
		Stranger: i.stranger(),
		Above:    i.In.above(), Private: i.In.Kind == discordgo.ChannelTypeGuildPrivateThread,
	}
	if i.Member != nil && i.Guild != "" {
		r.Roles = i.Member.Roles
		r.Moderates = may(i.Member.Permissions, discordgo.PermissionManageMessages)
		r.Manages = may(i.Member.Permissions, discordgo.PermissionManageGuild)
		r.Posts = !slices.ContainsFunc(i.posting(), func(n need) bool { return !may(i.Member.Permissions, n.permission) })
	}
	if i.Message != nil {
		r.Message, r.Alone = i.Message.ID, i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
	}
	switch i.Type {
	case discordgo.InteractionMessageComponent:
		r.Button, r.Values = i.Data.Button, i.Data.Values
		for id := range i.Data.Resolved.Users {
			if r.People == nil {
				r.People = map[string]commands.Person{}
			}
			r.People[id] = resolved(i.Data, id, self)
		}
	case discordgo.InteractionModalSubmit:
		submitted(&r, i)
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		command(&r, i.Data, self)
	}
	return r
}

// asker returns the person who made an interaction.
func (i *interaction) asker() *discordgo.User {
	if i.Member != nil {
		return i.Member.User
	}
	return i.User
}

// person describes a user. A member of a server has a name there and permissions in the channel too; m may
// be nil.
func person(u *discordgo.User, m *discordgo.Member, self string) commands.Person {
	p := commands.Person{ID: u.ID, Name: u.DisplayName(), User: u.Username, Bot: u.Bot, Self: u.ID == self}
	if m != nil {
		p.Name = cmp.Or(m.Nick, p.Name)
		p.Sees = may(m.Permissions, discordgo.PermissionViewChannel)
	}
	return p
}

// may reports whether permissions include one. Administrators have all.
func may(permissions, one int64) bool {
	return permissions&(one|discordgo.PermissionAdministrator) != 0
}

// lacks lists the rights that the bot needs in the channel and does not have.
func (i *interaction) lacks() []commands.Right { return i.without(i.posting()...) }

// posting lists the rights that somebody needs to post a picture in the channel.
func (i *interaction) posting() []need {
	post := int64(discordgo.PermissionSendMessages)
	if i.In.thread() {
		post = discordgo.PermissionSendMessagesInThreads
	}
	return []need{
		{commands.See, discordgo.PermissionViewChannel},
		{commands.Post, post},
		{commands.Attach, discordgo.PermissionAttachFiles},
	}
}

// misses lists the rights that the bot does not have in the channel and plays without.
func (i *interaction) misses() []commands.Right {
	needs := []need{{commands.History, discordgo.PermissionReadMessageHistory}, {commands.Mention, discordgo.PermissionMentionEveryone}}
	if i.In.hasThreads() {
		needs = append(needs, need{commands.Open, discordgo.PermissionCreatePublicThreads}, need{commands.Within, discordgo.PermissionSendMessagesInThreads})
	}
	return i.without(needs...)
}

// A need is a right of the bot's, with the permission of Discord's that gives it.
type need struct {
	right      commands.Right
	permission int64
}

// without lists the rights that the bot does not have in a server, of some. Where it is a stranger it
// has none.
func (i *interaction) without(needs ...need) (missing []commands.Right) {
	if i.Guild == "" {
		return nil
	}
	for _, n := range needs {
		if i.stranger() || !may(i.May, n.permission) {
			missing = append(missing, n.right)
		}
	}
	return missing
}

// stranger reports whether the server has not invited the bot, and somebody brings it along.
func (i *interaction) stranger() bool {
	_, member := i.Owners[discordgo.ApplicationIntegrationGuildInstall]
	return i.Guild != "" && len(i.Owners) > 0 && !member
}

// threads reports whether the bot may open a thread in the channel and post there.
func (i *interaction) threads() bool {
	return i.In.hasThreads() && i.Guild != "" &&
		may(i.May, discordgo.PermissionCreatePublicThreads) &&
		may(i.May, discordgo.PermissionSendMessagesInThreads)
}

// submitted reads a form that was filled in. One that cannot be read has no field, which no form of the bot's has become.
func submitted(r *commands.Request, i *interaction) {
	r.Button, r.Filled, r.Named = i.Data.Button, map[string][]string{}, map[string]commands.Role{}
	for name, values := range i.Fields {
		r.Filled[name] = values
		if len(values) == 1 && i.Data.Resolved.Roles[values[0]] != nil {
			r.Named[name] = role(i.Data, values[0])
		}
	}
	if line := r.Filled[message.TypedField]; len(line) == 1 {
		r.Typed = &line[0]
	}
}

// command reads a slash command, its subcommand and its options, or one in the menu of a person, whose name is its entry.
func command(r *commands.Request, d data, self string) {
	r.Command = d.Name
	r.Options, r.People = map[string]string{}, map[string]commands.Person{}
	if d.Target != "" {
		r.Command = strings.ToLower(d.Name)
		r.People[commands.OptionPerson] = resolved(d, d.Target, self)
	}
	given := d.Options
	for len(given) == 1 && given[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		r.Command += " " + given[0].Name
		given = given[0].Options
	}
	for _, o := range given {
		value, ok := o.Value.(string)
		if flag, is := o.Value.(bool); is {
			value, ok = strconv.FormatBool(flag), true
		}
		if !ok {
			continue // every option of Parlour's is a text, a flag or an id
		}
		r.Options[o.Name] = value
		if o.Type == discordgo.ApplicationCommandOptionUser {
			p := resolved(d, value, self)
			p.Sees = p.Sees || r.Guest // Discord offers the people of the channel
			r.People[o.Name] = p
		}
		if o.Type == discordgo.ApplicationCommandOptionRole {
			r.Named = map[string]commands.Role{o.Name: role(d, value)}
		}
		if o.Focused {
			r.Focus = o.Name
		}
	}
}

// resolved returns the person with an id that a command names.
func resolved(d data, id, self string) commands.Person {
	if d.Resolved.Users[id] == nil {
		return commands.Person{ID: id}
	}
	return person(d.Resolved.Users[id], d.Resolved.Members[id], self)
}

// role returns the role with an id that a command names.
func role(d data, id string) commands.Role {
	named := commands.Role{ID: id}
	if r := d.Resolved.Roles[id]; r != nil {
		named.Managed, named.Open = r.Managed, r.Mentionable
	}
	return named
}

// server has the fields of a server that the bot uses to say hello there.
type server struct {
	ID     string    `json:"id"`
	Name   string    `json:"name"`
	Locale string    `json:"preferred_locale"`
	Owner  string    `json:"owner_id"`
	System string    `json:"system_channel_id"`
	Joined time.Time `json:"joined_at"`
}

func (s server) joined() commands.Joined {
	return commands.Joined{Guild: s.ID, Name: s.Name, Lang: s.Locale, At: s.Joined, System: s.System, By: s.Owner}
}

// readJoined reads the data of a GUILD_CREATE event. It returns none for a server that cannot be read, and one
// of long ago for a server that Discord cannot reach: such a server comes again.
func readJoined(raw json.RawMessage) commands.Joined {
	var s server
	if json.Unmarshal(raw, &s) != nil {
		return commands.Joined{}
	}
	return s.joined()
}

// readAuthorized reads the data of an APPLICATION_AUTHORIZED event, which came at a time. It returns none if a
// person has installed the bot for themselves.
func readAuthorized(raw json.RawMessage, now time.Time) commands.Joined {
	var a struct {
		User  struct{ ID string } `json:"user"`
		Guild server              `json:"guild"`
	}
	if json.Unmarshal(raw, &a) != nil {
		return commands.Joined{}
	}
	j := a.Guild.joined()
	j.At, j.By = now, cmp.Or(a.User.ID, j.By)
	return j
}
