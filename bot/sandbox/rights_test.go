package sandbox

import "testing"

// TestRights holds permissions to the pages "Permissions" and "Channel" of Discord's documents.
func TestRights(t *testing.T) {
	scripts(t, Config{}, `
		## A role, an overwrite and a member's channel have Discord's form
		GET /guilds/$guild/roles ~ [{ ~ "id":"$guild" ~ "name":"@everyone" ~ "managed":true,"mentionable":false,"name":"Parlour"
		... ~ "tags":{"bot_id":"$bot"}
		role := role Staff ben
		overwrite $games $guild -ViewChannel
		overwrite $games $role ViewChannel ManageMessages
		overwrite $games $cleo ViewChannel -SendMessages
		read GUILD_CREATE ~ "permission_overwrites":[]
		read GUILD_ROLE_CREATE ~ "id":"$role" ~ "permissions":"0"
		read CHANNEL_UPDATE ~ "permission_overwrites":[{"allow":"0","deny":"1024","id":"$guild","type":0}]
		read CHANNEL_UPDATE
		read CHANNEL_UPDATE
		read CHANNEL_UPDATE
		read CHANNEL_UPDATE ~ {"allow":"9216","deny":"0","id":"$role","type":0} ~ {"allow":"1024","deny":"2048","id":"$cleo","type":1}
		overwrite $games $bot ViewChannel
		GET /channels/$games ~ "permission_overwrites":[{"allow":"0","deny":"1024","id":"$guild","type":0}
		GET /guilds/$guild/channels ~ "permission_overwrites":[{"allow":"0","deny":"1024","id":"$guild","type":0}
		new := channel news 5
		do {"do":"world","what":"hide","channel":"$new"}
		GET /channels/$new → 50001

		## An overwrite of everybody counts before those of roles together, and these before the member's
		on go: answer 4 {"content":"x","flags":64}
		cooks := role Cooks ben cleo
		staff := role Staff ben
		overwrite $games $guild -ViewChannel
		overwrite $games $cooks -ViewChannel
		overwrite $games $staff ViewChannel
		overwrite $games $bot ViewChannel
		ben /go
		asked ~ "permissions":"`+usual+`","premium_since"
		cleo in 1100000000000000011 /go → cannot see
		dan in 1100000000000000011 /go → cannot see
		show $games cleo
		cleo /go
		hide $games ben
		ben in 1100000000000000011 /go → cannot see
		ann /go # who owns the server
		asked ~ "permissions":"9007199254740991","premium_since"

		## A role gives in all channels what no overwrite denies, and an administrator may everything
		on go: answer 4 {"content":"x","flags":64}
		staff := role Staff ben
		permit $guild 0
		ben in 1100000000000000011 /go → cannot see
		permit $staff ViewChannel UseApplicationCommands
		ben /go
		asked ~ "permissions":"2147484672","premium_since"
		permit $staff 8
		hide $games ben
		ben /go
		asked ~ "permissions":"9007199254740991","premium_since"
		unrole $staff
		ben in 1100000000000000011 /go → cannot see
		show $games ben
		ben /go
		asked ~ "permissions":"1024","premium_since"
		read GUILD_CREATE
		read GUILD_ROLE_CREATE
		read GUILD_ROLE_UPDATE ~ "role":{ ~ "id":"$guild" ~ "permissions":"0"
		read GUILD_ROLE_UPDATE
		read GUILD_ROLE_UPDATE
		read CHANNEL_UPDATE
		read GUILD_ROLE_DELETE ~ "role_id":"$staff"

		## The bot has its own role, and loses what an overwrite denies
		on go: answer 4 {"content":"x","flags":64}
		overwrite $games $guild -SendMessages
		POST /channels/$games/messages {"content":"x"} → 50013
		overwrite $games $bot SendMessages
		POST /channels/$games/messages {"content":"x"}
		overwrite $games $bot -AttachFiles
		ann /go
		asked ~ "app_permissions":"1126280011664448"

		## A thread has the permissions of its channel
		th := POST /channels/$games/threads {"name":"T","type":11}
		hide $games ben
		ben in $th sees = -
		GET /channels/$th !~ "permission_overwrites"

		## A channel may be age-restricted
		restrict $lounge
		GET /channels/$lounge ~ "nsfw":true

		## Only channels of a server are hidden, and from people who are there
		hide $ann_dm ann → only a channel of a server can be hidden
		hide $games mallory → there is nobody named mallory
`)
}

// usual are the permissions of everybody in a new server.
const usual = "1126280011566144"
