package discord

import (
	"slices"

	"parlour/bot/sandbox/world"
)

// Intents for messages. Without the last one, which is privileged, a bot gets no content that
// is not meant for it.
const (
	IntentMessages = 1 << 9
	IntentDirects  = 1 << 12
	IntentContent  = 1 << 15
)

// Tell tells the bots of a message that was made, changed or deleted: "CREATE", "UPDATE" or
// "DELETE". A bot hears only of messages that it sees.
func (g *Gateway) Tell(what string, m *world.Message) {
	c, wanted := m.Channel, IntentMessages
	if c.Guild == nil {
		wanted = IntentDirects
	}
	if m.Only != nil || c.Away() || !g.state.World.BotMay(c).Has(world.ViewChannel) {
		return
	}
	for _, content := range []bool{true, false} {
		in := func(s *session) bool {
			return s.shard.has(c.GuildID()) && s.intents&wanted != 0 && (s.intents&IntentContent != 0) == content
		}
		if slices.ContainsFunc(g.sessions, in) {
			g.dispatch("MESSAGE_"+what, g.messageEvent(what, m, content), in)
		}
	}
}

// messageEvent is the data of an event about m, with its content or without it. A bot gets the
// content of its own messages, of direct messages, and of those that mention it.
func (g *Gateway) messageEvent(what string, m *world.Message, content bool) map[string]any {
	j := map[string]any{"id": m.ID, "channel_id": m.Channel.ID}
	if what != "DELETE" {
		j = g.wire.MessageJSON(m)
		self := g.state.World.User(world.BotID)
		if !content && m.Author != self && m.Channel.Guild != nil && !slices.Contains(m.Mentions, self) {
			j["content"], j["embeds"], j["attachments"], j["components"] = "", []any{}, []any{}, []any{}
		}
	}
	if m.Channel.Guild == nil {
		return j
	}
	j["guild_id"] = m.Channel.Guild.ID
	if what != "DELETE" && m.By == nil {
		j["member"] = g.wire.AuthorJSON(m.Author, m.Channel.Guild)
	}
	return j
}
