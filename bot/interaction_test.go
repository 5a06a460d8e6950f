package bot

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"parlour/commands"
)

// pressOn returns an interaction of ann with a message.
func pressOn(guild string, context discordgo.InteractionContextType, m *discordgo.Message) *discordgo.InteractionCreate {
	ann := &discordgo.User{ID: "ann"}
	i := &discordgo.Interaction{ID: "1", Token: "t", GuildID: guild, Context: context, Message: m, User: ann}
	if guild != "" {
		i.Member, i.User = &discordgo.Member{User: ann}, nil
	}
	return &discordgo.InteractionCreate{Interaction: i}
}

// The bot believes that the asker alone sees a message only if the interaction says so, and
// changes no message that it cannot vouch for.
func TestWhoSeesThePressedMessage(t *testing.T) {
	b := &bot{self: "parlour"}
	by := func(author string, flags discordgo.MessageFlags, to string) *discordgo.Message {
		m := &discordgo.Message{ID: "m", Author: &discordgo.User{ID: author}, Flags: flags}
		if to != "" {
			m.InteractionMetadata = &discordgo.MessageInteractionMetadata{User: &discordgo.User{ID: to}}
		}
		return m
	}
	const guild, dm, group = discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel
	for name, c := range map[string]struct {
		i    *discordgo.InteractionCreate
		want audience
	}{
		"a board":                            {pressOn("g", guild, by("parlour", 0, "")), others},
		"a public answer":                    {pressOn("g", guild, by("parlour", 0, "ann")), others},
		"a panel":                            {pressOn("g", guild, by("parlour", ephemeral, "ann")), asker},
		"a panel without its origin":         {pressOn("g", guild, by("parlour", ephemeral, "")), asker},
		"a panel of somebody else":           {pressOn("g", guild, by("parlour", ephemeral, "ben")), unknown},
		"no message":                         {pressOn("g", guild, nil), unknown},
		"a message without an author":        {pressOn("g", guild, &discordgo.Message{ID: "m"}), unknown},
		"a message without an id":            {pressOn("g", guild, &discordgo.Message{Author: &discordgo.User{ID: "parlour"}}), unknown},
		"a message of somebody else":         {pressOn("g", guild, by("ben", 0, "")), unknown},
		"an ephemeral one of somebody else":  {pressOn("g", guild, by("ben", ephemeral, "ann")), unknown},
		"a direct message":                   {pressOn("", dm, by("parlour", 0, "")), asker},
		"a message in a group":               {pressOn("", group, by("parlour", 0, "")), others},
		"a private answer in a group":        {pressOn("", group, by("parlour", ephemeral, "ann")), asker},
		"a direct message in no known place": {pressOn("", guild, by("parlour", 0, "")), others},
		"a server that says it is a DM":      {pressOn("g", dm, by("parlour", 0, "")), others},
	} {
		if got := b.audienceOf(c.i); got != c.want {
			t.Errorf("%s: audienceOf = %d, want %d", name, got, c.want)
		}
	}
}

// However an exchange began, a private reply is never written where others see it, and a
// message that nobody vouches for is never changed.
func TestAPrivateReplyStaysPrivate(t *testing.T) {
	t.Parallel()
	if x := (&exchange{aloud: true, answered: discordgo.InteractionResponseChannelMessageWithSource}); x.original() != others {
		t.Error("an answer that all see is taken for one that they do not")
	}
	for _, kind := range []commands.Kind{commands.Private, commands.Update} {
		for _, pressed := range []audience{unknown, asker, others} {
			for _, public := range []bool{false, true} {
				x := &exchange{kind: kind, pressed: pressed}
				reply := commands.Reply{Public: public, Vanish: true}
				if x.replaces(reply) && (pressed == unknown || pressed == others && !public) {
					t.Errorf("kind %d, pressed %d, public %v: the reply replaces the message", kind, pressed, public)
				}
				if deferral := x.deferral(); deferral == discordgo.InteractionResponseDeferredMessageUpdate && pressed == unknown {
					t.Errorf("kind %d: an update of an unknown message is deferred", kind)
				}
				x.answered = x.deferral()
				if got := x.original(); got == unknown || got == others && pressed != others {
					t.Errorf("kind %d, pressed %d: @original is seen by %d", kind, pressed, got)
				}
				if x.vanishes(reply) && pressed == unknown {
					t.Errorf("kind %d: an unknown message vanishes", kind)
				}
			}
		}
	}
}
