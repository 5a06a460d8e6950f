package world

import (
	"cmp"

	"parlour/bot/sandbox/rule"
)

// metadata is interaction_metadata of a message that answers i.
func metadata(i *Interaction) map[string]any {
	j := map[string]any{
		"id": i.ID, "type": i.Kind, "user": UserJSON(i.User),
		"authorizing_integration_owners": i.Owners,
	}
	if i.Kind == KindCommand {
		j["name"] = i.Title
	}
	if u := i.Target.User; u != nil {
		j["target_user"] = UserJSON(u)
	}
	if m := i.Target.Message; m != nil {
		j["target_message_id"] = m.ID
	}
	if i.Kind == KindComponent && i.On != nil {
		j["interacted_message_id"] = i.On.ID
	}
	if i.Opener != nil {
		j["triggering_interaction_metadata"] = metadata(i.Opener)
	}
	return j
}

// InteractionJSON is the data of INTERACTION_CREATE.
func (w *State) InteractionJSON(i *Interaction) map[string]any {
	c := i.Channel
	j := map[string]any{
		"id": i.ID, "application_id": AppID, "type": i.Kind, "data": i.Data,
		"channel_id": c.ID, "channel": w.channelFor(i.User, c),
		"token": i.Token, "version": 1, "app_permissions": w.appMay(i.User, c).String(),
		"locale": cmp.Or(i.User.Locale, English), "entitlements": []any{}, "attachment_size_limit": rule.MaxFile,
		"authorizing_integration_owners": i.Owners, "context": c.Context(),
	}
	if i.On != nil {
		j["message"] = w.MessageJSON(i.On)
	}
	if c.Guild == nil {
		j["user"] = UserJSON(i.User)
		return j
	}
	member := w.MemberJSON(i.User, c.Guild)
	member["permissions"] = w.PersonMay(i.User, c).String()
	j["member"] = member
	j["guild_id"], j["guild_locale"] = c.Guild.ID, c.Guild.Language()
	j["guild"] = map[string]any{"id": c.Guild.ID, "locale": c.Guild.Language(), "features": c.Guild.Features()}
	return j
}

// channelFor is a channel with the permissions of u.
func (w *State) channelFor(u *User, c *Channel) map[string]any {
	j := w.ChannelJSON(c)
	j["permissions"] = w.PersonMay(u, c).String()
	return j
}

// CallbackJSON is the answer to a callback with ?with_response=true.
func (w *State) CallbackJSON(i *Interaction) map[string]any {
	in := map[string]any{"id": i.ID, "type": i.Kind}
	out := map[string]any{"interaction": in}
	if m := i.Original; m != nil {
		in["response_message_id"] = m.ID
		in["response_message_loading"] = m.Flags&rule.FlagLoading != 0
		in["response_message_ephemeral"] = m.Only != nil
		out["resource"] = map[string]any{"type": undeferred(i.Answer), "message": w.MessageJSON(m)}
	}
	return out
}

// undeferred returns the type of an answer that its resource names. Discord's
// description has no types of resource for deferred answers.
func undeferred(answer int) int {
	switch answer {
	case rule.AnswerDefer:
		return rule.AnswerMessage
	case rule.AnswerDeferUpdate:
		return rule.AnswerUpdate
	}
	return answer
}
