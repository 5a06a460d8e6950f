package world

// Resolve is resolved data: what u picked in c, by sort and id. Users have their members in
// the server, and channels the permissions that u has there.
func (w *State) Resolve(picked []Target, u *User, c *Channel) map[string]any {
	out := map[string]any{}
	put := func(sort, id string, v any) {
		of, _ := out[sort].(map[string]any)
		if of == nil {
			of = map[string]any{}
			out[sort] = of
		}
		of[id] = v
	}
	for _, t := range picked {
		switch {
		case t.User != nil:
			put("users", t.User.ID, UserJSON(t.User))
			if c.Guild != nil && c.Guild.Has(t.User) {
				put("members", t.User.ID, w.memberIn(t.User, c))
			}
		case t.Role != nil:
			put("roles", t.Role.ID, roleJSON(t.Role))
		case t.Channel != nil:
			put("channels", t.Channel.ID, w.partialChannel(u, t.Channel))
		case t.File != nil:
			put("attachments", t.File.ID, w.uploadJSON(t.File))
		case t.Message != nil:
			put("messages", t.Message.ID, w.MessageJSON(t.Message))
		}
	}
	return out
}

// memberIn is a member in resolved data, with the permissions in c.
func (w *State) memberIn(u *User, c *Channel) map[string]any {
	m := w.partialMember(u, c.Guild)
	m["permissions"] = w.PersonMay(u, c).String()
	if u.ID == BotID {
		m["permissions"] = w.appMay(u, c).String()
	}
	return m
}

// partialChannel is a channel in resolved data, which has some fields only.
func (w *State) partialChannel(u *User, c *Channel) map[string]any {
	all, out := w.channelFor(u, c), map[string]any{}
	for _, field := range []string{
		"id", "name", "type", "permissions", "last_message_id", "nsfw", "parent_id", "guild_id", "flags", "rate_limit_per_user",
		"topic", "position", "thread_metadata",
	} {
		if v, ok := all[field]; ok {
			out[field] = v
		}
	}
	return out
}
