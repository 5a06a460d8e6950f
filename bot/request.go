package bot

import (
	"cmp"
	"encoding/json"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/commands"
)

// An interaction is one of Discord's, and what its channel is, which discordgo does not read.
type interaction struct {
	*discordgo.InteractionCreate
	in place
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

// fields are those of an interaction, without discordgo's way to decode them.
type fields discordgo.Interaction

// pressedMessage has the fields of a pressed message that the bot uses.
type pressedMessage struct {
	ID       string                 `json:"id"`
	Flags    discordgo.MessageFlags `json:"flags"`
	Author   *pressedPerson         `json:"author"`
	Metadata *struct {
		ID   string
		User *pressedPerson `json:"user"`
	} `json:"interaction_metadata"`
}

// pressedPerson is a person whom a message names.
type pressedPerson struct {
	ID string `json:"id"`
}

// user returns the person in discordgo's form; nil stays nil.
func (p *pressedPerson) user() *discordgo.User {
	if p == nil {
		return nil
	}
	return &discordgo.User{ID: p.ID}
}

// message returns the message in discordgo's form; nil stays nil.
func (m *pressedMessage) message() *discordgo.Message {
	if m == nil {
		return nil
	}
	whole := &discordgo.Message{ID: m.ID, Flags: m.Flags, Author: m.Author.user()}
	if by := m.Metadata; by != nil {
		whole.InteractionMetadata = &discordgo.MessageInteractionMetadata{ID: by.ID, User: by.User.user()}
	}
	return whole
}

// readInteraction reads an interaction and what its channel is. After an error it returns what
// could be read, or nil if there is no interaction.
func readInteraction(raw json.RawMessage) (*interaction, error) {
	var a *struct {
		fields
		Message *pressedMessage `json:"message"`
		Data    json.RawMessage `json:"data"`
		Channel place           `json:"channel"`
	}
	err := json.Unmarshal(raw, &a)
	if a == nil {
		return nil, err
	}
	whole := discordgo.Interaction(a.fields)
	whole.Message = a.Message.message()
	i := &interaction{&discordgo.InteractionCreate{Interaction: &whole}, a.Channel}
	if err != nil {
		i.in = place{Kind: discordgo.ChannelTypeDM} // the kind in which the bot may do least
		return i, err
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		i.Data, err = decoded[discordgo.ApplicationCommandInteractionData](a.Data)
	case discordgo.InteractionMessageComponent:
		i.Data, err = decoded[discordgo.MessageComponentInteractionData](a.Data)
	case discordgo.InteractionModalSubmit:
		i.Data, err = decoded[discordgo.ModalSubmitInteractionData](a.Data)
	}
	return i, err
}

// decoded reads the data of an interaction.
func decoded[D discordgo.InteractionData](raw json.RawMessage) (discordgo.InteractionData, error) {
	var d D
	if err := json.Unmarshal(raw, &d); err != nil {
		return nil, err
	}
	return d, nil
}

// request makes a request to package commands of an interaction. self is the bot's id.
func (i *interaction) request(self string) commands.Request {
	r := commands.Request{
		ID: i.ID, By: person(whoAsks(i.InteractionCreate), i.Member, self), Guild: i.GuildID, Channel: i.ChannelID,
		Lang: string(i.Locale), PlaceLang: string(i.Locale),
		Guest: i.GuildID == "" && i.Context == discordgo.InteractionContextPrivateChannel,
		Lacks: i.lacks(), Misses: i.misses(), Threads: i.threads(), Unthreaded: !i.in.hasThreads(),
		Stranger: i.stranger(),
		Above:    i.in.above(), Private: i.in.Kind == discordgo.ChannelTypeGuildPrivateThread,
	}
	if i.Member != nil && i.GuildID != "" {
		r.Moderates = may(i.Member.Permissions, discordgo.PermissionManageMessages)
		r.Manages = may(i.Member.Permissions, discordgo.PermissionManageGuild)
	}
	if i.GuildLocale != nil {
		r.PlaceLang = string(*i.GuildLocale)
	}
	if i.Message != nil {
		r.Message, r.Alone = i.Message.ID, i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
	}
	switch i.Type {
	case discordgo.InteractionMessageComponent:
		data := i.MessageComponentData()
		r.Button, r.Values = data.CustomID, data.Values
	case discordgo.InteractionModalSubmit:
		data := i.ModalSubmitData()
		r.Button, r.Typed = data.CustomID, typed(data)
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		command(&r, i.ApplicationCommandData(), self)
	}
	return r
}

// whoAsks returns the person who made an interaction.
func whoAsks(i *discordgo.InteractionCreate) *discordgo.User {
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
func (i *interaction) lacks() []commands.Right {
	post := int64(discordgo.PermissionSendMessages)
	if i.in.thread() {
		post = discordgo.PermissionSendMessagesInThreads
	}
	return i.without(
		need{commands.See, discordgo.PermissionViewChannel},
		need{commands.Post, post},
		need{commands.Attach, discordgo.PermissionAttachFiles},
	)
}

// misses lists the rights that the bot does not have in the channel and plays without.
func (i *interaction) misses() []commands.Right {
	needs := []need{{commands.History, discordgo.PermissionReadMessageHistory}}
	if i.in.hasThreads() {
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
	if i.GuildID == "" {
		return nil
	}
	for _, n := range needs {
		if i.stranger() || !may(i.AppPermissions, n.permission) {
			missing = append(missing, n.right)
		}
	}
	return missing
}

// stranger reports whether the server has not invited the bot, and somebody brings it along.
func (i *interaction) stranger() bool {
	_, member := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return i.GuildID != "" && len(i.AuthorizingIntegrationOwners) > 0 && !member
}

// threads reports whether the bot may open a thread in the channel and post there.
func (i *interaction) threads() bool {
	return i.in.hasThreads() && i.GuildID != "" &&
		may(i.AppPermissions, discordgo.PermissionCreatePublicThreads) &&
		may(i.AppPermissions, discordgo.PermissionSendMessagesInThreads)
}

// typed returns the text of a form's one line.
func typed(data discordgo.ModalSubmitInteractionData) *string {
	var text string
	for _, row := range data.Components {
		if row, ok := row.(*discordgo.ActionsRow); ok {
			for _, c := range row.Components {
				if line, ok := c.(*discordgo.TextInput); ok {
					text += line.Value
				}
			}
		}
	}
	return &text
}

// command reads a slash command, its subcommand and its options.
func command(r *commands.Request, data discordgo.ApplicationCommandInteractionData, self string) {
	r.Command = data.Name
	r.Options, r.People = map[string]string{}, map[string]commands.Person{}
	given := data.Options
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
			continue // every option of Parlour's is a text, a flag or a person
		}
		r.Options[o.Name] = value
		if o.Type == discordgo.ApplicationCommandOptionUser {
			p := resolved(data.Resolved, value, self)
			p.Sees = p.Sees || r.Guest // Discord offers the people of the channel
			r.People[o.Name] = p
		}
		if o.Focused {
			r.Focus = o.Name
		}
	}
}

// resolved returns the person with an id that a command names.
func resolved(all *discordgo.ApplicationCommandInteractionDataResolved, id, self string) commands.Person {
	if all == nil || all.Users[id] == nil {
		return commands.Person{ID: id}
	}
	return person(all.Users[id], all.Members[id], self)
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
