package sandbox

import "testing"

func TestPlaces(t *testing.T) {
	// Commands for servers, for people, for groups alone, and for both.
	const commands = `
		PUT /applications/$app/commands [{"name":"here","description":"d","integration_types":[0],"contexts":[0,1,2]},
		... {"name":"mine","description":"d","integration_types":[1],"contexts":[0,1,2]},
		... {"name":"group","description":"d","integration_types":[1],"contexts":[2]},
		... {"name":"both","description":"d","integration_types":[0,1],"contexts":[0,1]}]
		group := group ann ben
		elsewhere := server Elsewhere hall
		install ann
`
	scripts(t, Config{}, `
		## Commands are where the bot is, and where people bring their app`+commands+`
		ann offered = both here mine
		ben offered = both here
		ann in $ann_dm offered = both here mine
		ben in $ben_dm offered = both here
		ann in $group offered = group mine
		ben in $group offered =
		ann in $elsewhere offered = both mine
		ben in $elsewhere offered =
		remove-bot
		uninstall ann
		ann offered =

		## A command shows where Discord's defaults say
		PUT /applications/$app/commands [{"name":"plain","description":"d"},{"name":"nodm","description":"d",
		..."dm_permission":false},
		... {"name":"both","description":"d","dm_permission":false,"contexts":[0,1]}]
		group := group ann ben
		install ann # which changes no command for servers
		ann offered = both nodm plain
		ann in $ann_dm offered = both plain
		ann in $group offered =

		## An interaction says where it comes from, and through which installation`+commands+`
		on any: answer 4 {"content":"x","components":[<B b>]}
		m := ann in $group /mine
		asked ~ "authorizing_integration_owners":{"1":"$ann"} ~ "app_permissions":"180224" ~ "context":2 ~ "user":{
		... ~ "recipients":[
		... ~ "type":3 !~ "guild_id"
		ben click $m B # and it is ann's app that is asked
		asked ~ "authorizing_integration_owners":{"1":"$ann"} ~ "app_permissions":"180224" ~ "context":2 !~ "guild_id"
		ann in $elsewhere /mine
		asked ~ "authorizing_integration_owners":{"1":"$ann"} ~ "context":0 ~ "member":{ ~ "guild_id" !~ $games
		ann /both
		asked ~ "authorizing_integration_owners":{"0":"$guild","1":"$ann"} !~ "context":1
		ann in $ann_dm /both
		asked ~ "authorizing_integration_owners":{"0":"0","1":"$ann"} ~ "context":1 ~ "app_permissions":"442368"
		... !~ "guild_id"

		## Where the bot is not, the app follows up five times at most, and does nothing by itself`+commands+`
		on mine: answer 5
		on mine: 6× more {"content":"more"} # the first takes the place of the deferred answer
		on mine: more {"content":"more"} → 40094
		on mine: edit {"content":"edited"}
		on here: answer 5
		on here: 7× more {"content":"more"}
		ann in $group /mine
		GET /channels/$group → 50001
		POST /channels/$group/messages {"content":"x"} → 50001
		ann in $elsewhere /mine
		GET /channels/$elsewhere → 50001
		POST /channels/$elsewhere/messages {"content":"x"} → 50001
		ann /here

		## An app of one's own may answer its person alone`+commands+`
		on mine: answer 4 {"content":"x"}
		ann in $elsewhere /mine = Parlour: x
		own-apps $elsewhere
		install ben
		ann in $elsewhere /mine = Parlour: x # who owns the server
		ben in $elsewhere /mine = Parlour: x (only you)

		## A group is for its people`+commands+`
		on mine: answer 4 {"content":"to you"}
		ann in $group /mine
		ben in $group sees = Parlour: to you
		ben pings =
		cleo in $group sees = -

		## Friends have a direct channel, in which an app answers both`+commands+`
		on mine: answer 4 {"content":"to both","components":[<B b>]}
		on b: answer 6
		on b: more {"content":"<@$ann>"}
		befriend
		m := ann in 1100000000000000021 /mine
		asked ~ "authorizing_integration_owners":{"1":"$ann"} ~ "context":2 ~ "type":1 !~ guild_id
		ben in 1100000000000000021 click $m B
		ann pings = Parlour: @Ann
		ann in 1100000000000000021 sees = Parlour: to both ([B]) / Parlour: <@$ann> (pings ann, re $m)
		ann in 1100000000000000021 /here → no command
		uninstall ben
		ben in 1100000000000000021 /mine → no command
		cleo in 1100000000000000021 sees = -
		cleo in 1100000000000000022 sees =
		GET /channels/1100000000000000021 → 50001
		GET /channels/1100000000000000021/messages → 50001
		GET /channels/1100000000000000021/messages/$m → 50001
		POST /channels/1100000000000000021/messages {"content":"x"} → 50001
		PATCH /channels/1100000000000000021/messages/$m {"content":"x"} → 50001
		POST /channels/1100000000000000021/typing → 50001

		## Somebody who is added can do everything
		on go: answer 4 {"content":"private","flags":64}
		fay := person fay
		fay /go = Parlour: private (only you)
		GET /guilds/$guild/members/$fay
		POST /channels/$games/messages {"content":"<@$fay>"}
		POST /users/@me/channels {"recipient_id":"$fay"} ~ "id":"$fay_dm" !~ "id":"$ann_dm"
		fay pings = Parlour (#games): @Fay

		## What is deleted is gone, and the bot hears of it
		m := POST /channels/$games/messages {"content":"x"}
		th := POST /channels/$games/threads {"name":"T","type":11}
		delete-message $m
		delete-channel $th
		PATCH /channels/$games/messages/$m {"content":"y"} → 10008
		POST /channels/$th/messages {"content":"y"} → 10003
		th := POST /channels/$games/threads {"name":"T","type":11}
		delete-channel $games
		POST /channels/1100000000000000011/messages {"content":"y"} → 10003
		POST /channels/$th/messages {"content":"y"} → 10003
		ann in 1100000000000000011 sees = -
		read GUILD_CREATE
		read THREAD_CREATE
		read THREAD_DELETE
		read THREAD_CREATE
		read CHANNEL_DELETE
		read THREAD_DELETE

		## An answer to a channel that is gone is refused
		on go: answer 5
		on go: delete-channel $games
		on go: edit {"content":"x"} → 10003
		on go: more {"content":"x"} → 10003
		ann /go = nothing

		## The bot is removed from the server, and comes back
		on go: answer 4 {"content":"x"}
		remove-bot
		GET /guilds/$guild → 10004
		GET /guilds/$guild/channels → 50001
		GET /guilds/$guild/members/$ann → 50001
		POST /channels/$games/messages {"content":"x"} → 50001
		POST /channels/$ann_dm/messages {"content":"x"} → 50278
		ann /go → no command
		DELETE /users/@me/guilds/$guild → 10004
		invite-bot
		GET /guilds/$guild
		ann /go
		DELETE /users/@me/guilds/$guild
		GET /guilds/$guild → 10004
		ann /go → no command
		read GUILD_CREATE
		read GUILD_DELETE
		read GUILD_CREATE
		read GUILD_DELETE

		## The system channel of a server is one of its own, until it is none or deleted
		GET /guilds/$guild ~ "system_channel_id":"$games"
		system $lounge
		GET /guilds/$guild ~ "system_channel_id":"$lounge"
		delete-channel $lounge
		GET /guilds/$guild ~ "system_channel_id":null
		system
		GET /guilds/$guild ~ "system_channel_id":null

		## An interaction has the person's language, and that of a server that is a Community
		on go: answer 4 {"content":"x"}
		ann /go
		asked ~ "locale":"en-US" ~ "guild_locale":"en-US" ~ "features":[]
		language ann xx → no language xx
		language ann de
		ann /go
		asked ~ "locale":"de","member" ~ "guild_locale":"en-US"
		community fr
		ann /go
		asked ~ "locale":"de","member" ~ "guild_locale":"fr" ~ "features":["COMMUNITY"] ~ "locale":"fr"
		ann in $ann_dm /go
		asked ~ "locale":"de" !~ guild_locale
`)
}
