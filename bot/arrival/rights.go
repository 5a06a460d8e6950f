package arrival

import "github.com/bwmarrin/discordgo"

// May reports whether permissions include one. Administrators have all.
func May(permissions, one int64) bool {
	return permissions&(one|discordgo.PermissionAdministrator) != 0
}

// InThread reports whether a channel of this kind is a thread.
func InThread(place discordgo.ChannelType) bool {
	return place == discordgo.ChannelTypeGuildPublicThread || place == discordgo.ChannelTypeGuildPrivateThread ||
		place == discordgo.ChannelTypeGuildNewsThread
}
