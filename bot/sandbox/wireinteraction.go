package sandbox

// interactionJSON is the data of INTERACTION_CREATE.
func (w *wire) interactionJSON(i *interaction) map[string]any {
	c := i.channel
	j := map[string]any{
		"id": i.id, "application_id": appID, "type": i.kind, "data": i.data,
		"channel_id": c.id, "channel": w.channelFor(i.user, c),
		"token": i.token, "version": 1, "app_permissions": w.state.world.appMay(i.user, c).String(),
		"locale": "en-US", "entitlements": []any{}, "attachment_size_limit": maxFile,
		"authorizing_integration_owners": i.owners, "context": c.context(),
	}
	if i.on != nil {
		j["message"] = w.messageJSON(i.on)
	}
	if c.guild == nil {
		j["user"] = userJSON(i.user)
		return j
	}
	member := w.memberJSON(i.user)
	member["permissions"] = w.state.world.personMay(i.user, c).String()
	j["member"] = member
	j["guild_id"], j["guild_locale"] = c.guild.id, "en-US"
	j["guild"] = map[string]any{"id": c.guild.id, "locale": "en-US", "features": []any{}}
	return j
}

// channelFor is a channel with the permissions of u.
func (w *wire) channelFor(u *user, c *channel) map[string]any {
	j := w.channelJSON(c)
	j["permissions"] = w.state.world.personMay(u, c).String()
	return j
}

// resolve is resolved data: users and, in the server, their members.
func (w *wire) resolve(users []*user, c *channel) map[string]any {
	us, ms := map[string]any{}, map[string]any{}
	for _, u := range users {
		us[u.id] = userJSON(u)
		if c.guild == nil || !c.guild.has(u) {
			continue
		}
		m := w.partialMember(u)
		m["permissions"] = w.state.world.personMay(u, c).String()
		if u.id == botID {
			m["permissions"] = w.state.world.botMay(c).String()
		}
		ms[u.id] = m
	}
	out := map[string]any{"users": us}
	if len(ms) > 0 {
		out["members"] = ms
	}
	return out
}

// callbackJSON is the answer to a callback with ?with_response=true.
func (w *wire) callbackJSON(i *interaction) map[string]any {
	in := map[string]any{"id": i.id, "type": i.kind}
	out := map[string]any{"interaction": in}
	if m := i.original; m != nil {
		in["response_message_id"] = m.id
		in["response_message_loading"] = m.flags&flagLoading != 0
		in["response_message_ephemeral"] = m.only != nil
		out["resource"] = map[string]any{"type": undeferred(i.answer), "message": w.messageJSON(m)}
	}
	return out
}

// undeferred returns the type of an answer that its resource names. Discord's
// description has no types of resource for deferred answers.
func undeferred(answer int) int {
	switch answer {
	case answerDefer:
		return answerMessage
	case answerDeferUpdate:
		return answerUpdate
	}
	return answer
}
