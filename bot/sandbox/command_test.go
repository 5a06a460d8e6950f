package sandbox

import (
	"testing"

	"parlour/bot/sandbox/world"
)

func TestWhatCommandsAre(t *testing.T) {
	scripts(t, Config{}, `
		## Commands keep their ids, and are changed one by one
		GET /applications/$app/commands
		PUT /applications/$app/commands [{"name":"BAD","description":"d"}] → 50035
		go := POST /applications/$app/commands {"name":"go","description":"d"}
		PUT /applications/$app/commands [{"name":"move","description":"d"},{"name":"go","description":"d"}]
		... ~ "id":"$go"
		play := POST /applications/$app/commands {"name":"play","description":"d"}
		PATCH /applications/$app/commands/$play {"description":"changed"} ~ "id":"$play" ~ "description":"changed"
		DELETE /applications/$app/commands/$go
		DELETE /applications/$app/commands/1 → 10063
		late := POST /applications/$app/commands {"name":"late","description":"d"}
		POST /applications/$app/commands {"name":"late","description":"the same one, changed"} ~ "id":"$late"
		commands = late, move, play

		## A command is for people with its permissions
		PUT /applications/$app/commands [{"name":"all","description":"d","default_member_permissions":null},
		... {"name":"none","description":"d","default_member_permissions":"0"},
		... {"name":"text","description":"d","default_member_permissions":"8224"},
		... {"name":"number","description":"d","default_member_permissions":8192}]
		... ~ "default_member_permissions":null ~ "default_member_permissions":"0"
		... ~ "default_member_permissions":"8224"
		... ~ "default_member_permissions":"8192"
		late := POST /applications/$app/commands {"name":"late","description":"d","default_member_permissions":8192}
		PATCH /applications/$app/commands/$late {"description":"new"} ~ "default_member_permissions":"8192"
		PATCH /applications/$app/commands/$late {"default_member_permissions":"many"} → 50035
		grant ben ManageMessages
		grant cleo ManageMessages ManageGuild
		grant dan 8 # administrator
		ann offered = all late none number text
		ben offered = all late number
		cleo offered = all late number text
		dan offered = all late none number text
		eve offered = all
		eve in $eve_dm offered = all late none number text
		eve /number → no command

		## Commands on people and messages stand beside those that are typed
		PUT /applications/$app/commands [{"name":"High Five","type":2},
		... {"name":"Keep It","type":3,"default_member_permissions":"8192"},{"name":"go","description":"d"}]
		on any: answer 4 {"content":"done"}
		commands = go
		said := ben say keep this
		m := ann use Keep It on $said = Parlour: done (pings ben, re $said)
		asked ~ "target_id":"$said" ~ "resolved":{"messages":{"$said":{ ~ "content":"keep this"
		GET /channels/$games/messages/$m ~ "type":23 ~ "message_reference":{ ~ "message_id":"$said"
		... ~ "target_message_id":"$said"
		m := ann use High Five on @Ben = Parlour: done
		asked ~ "target_id":"$ben" ~ "resolved":{"members":{"$ben":{ ~ "users":{"$ben":{
		GET /channels/$games/messages/$m ~ "type":23 ~ "name":"High Five" ~ "target_user":{ !~ "message_reference"
		ben use Keep It on $said → there is no command
		ann use Keep It on ben → there is no command
		ann in $ann_dm use High Five on ben → there is nobody

		## Such commands have no description and no options, and there are fifteen of a kind
		PUT /applications/$app/commands [⟨15× {"name":"c#","type":2}⟩]
		PUT /applications/$app/commands [⟨16× {"name":"c#","type":2}⟩] → 30032
		POST /applications/$app/commands {"name":"z","type":2} → 30032
		PUT /applications/$app/commands [⟨15× {"name":"c#","type":3}⟩]
		PUT /applications/$app/commands [⟨16× {"name":"c#","type":3}⟩] → 30032
		POST /applications/$app/commands {"name":"z","type":3} → 30032
		POST /applications/$app/guilds/$guild/commands {"name":"Late","type":3,"description":"d"} → 50035
		POST /applications/$app/guilds/$guild/commands {"name":"L","type":3,"options":[{"type":3,"name":"o",
		..."description":"d"}]} → 50035
		POST /applications/$app/guilds/$guild/commands {"name":"Late","type":3,"description":""}

		## An Entry Point command stays until it is deleted by itself, and there is one
		PUT /applications/$app/commands [{"name":"go","description":"d"}]
		launch := POST /applications/$app/commands {"name":"launch","description":"Launch","type":4,"handler":2}
		GET /applications/$app/commands ~ "name":"launch" ~ "type":4 ~ "handler":2
		PUT /applications/$app/commands [{"name":"go","description":"d"}] → 50240
		PUT /applications/$app/commands [] → 50240
		POST /applications/$app/commands {"name":"second","type":4,"handler":2} → 30032
		PUT /applications/$app/commands [{"name":"launch","description":"Launch","type":4,"handler":2}] ~ "id":"$launch"
		commands =
		DELETE /applications/$app/commands/$launch
		PUT /applications/$app/commands []

		## A list of commands has the texts of one language, or of all
		one := PUT /applications/$app/commands [{"name":"play","name_localizations":{"de":"spielen"},
		..."description":"Play",
		... "description_localizations":{"fr":"Jouer"},"options":[{"type":3,"name":"game",
		..."name_localizations":{"de":"spiel"},
		... "description":"d","choices":[{"name":"One","name_localizations":{"de":"Eins"},"value":"1"}]}]}]
		GET /applications/$app/commands ~ "name":"play" !~ localiz !~ localis
		GET /applications/$app/commands X-Discord-Locale:de ~ "name_localized":"spielen" ~ "name_localized":"spiel"
		... ~ "name_localized":"Eins" !~ description_localized !~ localizations
		GET /applications/$app/commands Accept-Language:de;q=0.9,+en ~ "name_localized":"spielen"
		... ~ "name_localized":"spiel"
		... ~ "name_localized":"Eins" !~ localizations
		GET /applications/$app/commands X-Discord-Locale:fr ~ "description_localized":"Jouer" !~ name_localized
		... !~ localizations
		GET /applications/$app/commands?with_localizations=true X-Discord-Locale:de
		... ~ "name_localizations":{"de":"spielen"}
		... ~ "de":"Eins" !~ localized
		GET /applications/$app/commands/$one X-Discord-Locale:de ~ "name_localizations":{"de":"spielen"}
		... ~ "de":"Eins" !~ localized

		## A person uses a command by its name in their language, or in English
		PUT /applications/$app/commands [{"name":"play","name_localizations":{"de":"spielen"},
		..."description":"Play","options":[{"type":3,"name":"game",
		..."name_localizations":{"de":"spiel"},"description":"d"}]}]
		on play: answer 4 {"content":"hi"}
		ann /spielen spiel:x → no command
		ann / → no command
		language ann de
		page ann
		shows ~ "name":"play","title":"spielen"
		ann /spielen spiel:x = Parlour: hi
		asked ~ "name":"play" ~ "name":"game" ~ "value":"x"
		ann /play game:y = Parlour: hi
		asked ~ "value":"y"
`)
}

func TestWhatIsPicked(t *testing.T) {
	const command = `
		PUT /applications/$app/commands [{"name":"pick","description":"Pick","options":[
		... {"type":8,"name":"role","description":"d"},{"type":7,"name":"channel","description":"d"},
		... {"type":9,"name":"whom","description":"d"},{"type":11,"name":"file","description":"d"},
		... {"type":7,"name":"text","description":"d","channel_types":[0]}]}]
		role := role Players ann ben
		th := secret ann cleo
		note := cleo upload hers.txt note
`
	scripts(t, Config{}, `
		## Roles, channels, files and people come resolved with a command`+command+`
		on pick: answer 4 {"content":"x"}
		cleo /pick role:@Players channel:secret whom:<@&$role> file:hers.txt text:#lounge
		asked ~ {"name":"role","type":8,"value":"$role"} ~ {"name":"channel","type":7,"value":"$th"}
		... ~ {"name":"whom","type":9,"value":"$role"} ~ {"name":"file","type":11,"value":"$note"}
		... ~ {"name":"text","type":7,"value":"$lounge"} ~ "name":"lounge","nsfw":false,"parent_id":null,
		..."permissions":"1126280011566144","position"
		... ~ "name":"secret","parent_id":"$games","permissions":"1126280011566144","rate_limit_per_user":0,
		..."thread_metadata":{
		... ~ "content_type":"text/plain; charset=utf-8","ephemeral":true,"filename":"hers.txt","id":"$note" ~ "size":4
		... ~ "name":"Players","permissions":"0" ~ "type":12 !~ "users":{
		ann /pick whom:@Ben
		asked ~ "resolved":{"members":{"$ben":{ ~ "users":{"$ben":{ !~ "roles":{
		GET //ephemeral-attachments/$app/$note/hers.txt ~ note

		## A client offers only what is there for a person`+command+`
		hide $lounge ben
		ann upload big 10485761 → 40005
		ben /pick role:@ben → is not a role
		ben /pick channel:#lounge → is not a channel
		ben /pick channel:secret → is not a channel
		ben /pick whom:#games → is not somebody here or a role
		ben /pick file:hers.txt → is not a file that you chose
		ben in $ben_dm /pick role:@Players → is not a role
		ben in $ben_dm /pick channel:#games → is not a channel
		ann /pick text:secret → is not a channel

		## Menus of every kind are picked, and may have defaults`+command+`
		on any: answer 4 {"content":"x","flags":64}
		m := POST /channels/$games/messages {"components":[{"type":1,"components":[
		... {"type":5,"custom_id":"people","max_values":2,"default_values":[{"id":"$ann","type":"user"}]}]},
		... {"type":1,"components":[{"type":6,"custom_id":"roles","max_values":2}]},
		... {"type":1,"components":[{"type":7,"custom_id":"both","max_values":2,"default_values":[{"id":"$role",
		..."type":"role"}]}]},
		... {"type":1,"components":[{"type":8,"custom_id":"text","channel_types":[0]}]}]}
		ann sees ~ "defaults":["$ann"] ~ "defaults":["$role"] ~ "channelTypes":[0]
		ann pick $m people ben cleo
		asked ~ "values":["$ben","$cleo"] ~ "members":{ ~ "users":{ !~ "roles":{ !~ "channels":{
		ann pick $m roles Players @everyone
		asked ~ "values":["$role","$guild"] ~ "roles":{ !~ "users":{ !~ "channels":{
		ann pick $m both @Players @dan
		asked ~ "values":["$role","$dan"] ~ "roles":{"$role" ~ "users":{"$dan" ~ "members":{"$dan" !~ "channels":{
		ann pick $m text #lounge
		asked ~ "values":["$lounge"] ~ "channels":{"$lounge" !~ "users":{ !~ "roles":{
		ann pick $m - #lounge # in the first menu that offers it
		asked ~ "custom_id":"text"
		ann pick $m people @Players → the menu has nothing named
		ann pick $m roles ann → the menu has nothing named
		ann pick $m both #games → the menu has nothing named
		ann pick $m text $th → the menu has nothing named
		ann press $m people $ann # as an old client does
		asked ~ "users":{"$ann"
`)
}

func TestCast(t *testing.T) {
	scripts(t, Config{}, `
		## The default cast has the ids that bots keep in files of their own
		GET /guilds/1100000000000000010/channels ~ "id":"1100000000000000011" ~ "name":"games"
		... ~ "id":"1100000000000000012"
		ann in 1100000000000000200 say <@$bot> # her direct channel
		GET /guilds/$guild/members/1100000000000000100 ~ "username":"ann"
		GET /guilds/$guild/members/1100000000000000104 ~ "username":"eve"
`)
	no := false
	scripts(t, Config{Cast: &world.Cast{
		Bot:    "Tally",
		People: []world.CastPerson{{Name: "mia", Display: "Mia"}, {Name: "noah", Display: "Noah B.", May: []string{"ManageThreads"}}},
		Servers: []world.CastServer{
			{Name: "Office", Channels: []string{"general"}}, {Name: "Attic", Channels: []string{"hall"}, People: []string{"noah"}},
			{Name: "Elsewhere", Channels: []string{"road"}, Bot: &no},
		},
		Groups: [][]string{{"mia", "noah"}},
	}}, `
		## A cast of one's own has several servers, which have commands of their own
		PUT /applications/$app/guilds/1100000000004195304/commands [{"name":"dust","description":"Dusts"},
		... {"name":"lock","description":"For the owner","default_member_permissions":"0"}]
		on any: answer 4 {"content":"here"}
		mia in $hall offered = dust go lock move play server
		noah in $hall offered = dust go move play server
		noah in $hall /dust = Tally: here
		asked ~ "guild_id":"1100000000004195304"
		noah in $general /dust → no command
		mia in $hall /go → you cannot see
		noah in $road /go → no command
		GET //?as=mia
		GET //?as=noah
		GET //?as=ann = 302 ~ Location: /?as=mia
		mia in 1100000000000000300 sees =
`)
}
