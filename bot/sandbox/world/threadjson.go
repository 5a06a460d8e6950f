package world

// ThreadMemberJSON is a member of a thread.
func ThreadMemberJSON(c *Channel, id string) map[string]any {
	return map[string]any{"id": c.ID, "user_id": id, "join_timestamp": stamp(c.Members[id]), "flags": 0}
}

// MembersUpdate is the data of THREAD_MEMBERS_UPDATE: u joined a thread, or left it.
func MembersUpdate(c *Channel, u *User, in bool) map[string]any {
	j := map[string]any{"id": c.ID, "guild_id": c.Guild.ID, "member_count": len(c.Members)}
	if in {
		j["added_members"] = []any{ThreadMemberJSON(c, u.ID)}
	} else {
		j["removed_member_ids"] = []string{u.ID}
	}
	return j
}
