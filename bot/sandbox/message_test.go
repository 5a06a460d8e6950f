package sandbox

import "testing"

func TestMessages(t *testing.T) {
	scripts(t, Config{}, `
		## A message pings whom it mentions and may, and an edit nobody
		hide $games dan
		rename eve @everyone
		m := POST /channels/$games/messages {"content":"hi <@$ben>"}
		PATCH /channels/$games/messages/$m {"content":"hi <@$ben> @everyone"}
		ann sees = Parlour: hi <@$ben> @everyone (edited, pings ben)
		POST /channels/$lounge/messages {"content":"hi <@!$ben> <@$cleo>","allowed_mentions":{"parse":[]}}
		POST /channels/$lounge/messages {"content":"<@$ben><@$cleo>","allowed_mentions":{"parse":[],"users":["$ben"]}}
		POST /channels/$lounge/messages {"content":"<@$ben><@$cleo>","allowed_mentions":{"parse":["users"]}}
		POST /channels/$lounge/messages {"content":"’<@$ben>’"}
		ann in $lounge sees = Parlour: hi <@!$ben> <@$cleo> / Parlour: <@$ben><@$cleo> (pings ben)
		... / Parlour: <@$ben><@$cleo> (pings ben cleo) / Parlour: ’<@$ben>’
		POST /channels/$games/messages {"content":"@everyone"}
		POST /channels/$games/messages {"content":"@everyone","allowed_mentions":{"parse":[]}}
		POST /channels/$games/messages {"content":"<@$dan>"}
		ann sees = Parlour: hi <@$ben> @everyone (edited, pings ben)
		... / Parlour: @everyone (pings ann ben cleo eve, everyone)
		... / Parlour: @everyone / Parlour: <@$dan>
		ben pings = Parlour (#games): hi @Ben / Parlour (#lounge): @Ben@Cleo / Parlour (#lounge): @Ben@Cleo
		... / Parlour (#games): @everyone

		## A silent message notifies nobody
		POST /channels/$games/messages {"content":"<@$ben>","flags":4096}
		POST /channels/$ben_dm/messages {"content":"x","flags":4096}
		ben sees = Parlour: <@$ben> (silent)
		ben pings =

		## Everyone needs a right
		deny MentionEveryone
		POST /channels/$games/messages {"content":"@everyone"}
		ben say @everyone = ben: @everyone
		grant ben MentionEveryone
		ben say @everyone ~ "everyone":true
		ann sees ~ "pings":[],"everyone":false

		## A role that may be mentioned notifies its people
		role := role Players ann ben
		POST /channels/$games/messages {"content":"<@&$role>"} ~ "mention_roles":["$role"]
		POST /channels/$games/messages {"content":"<@&$role>","allowed_mentions":{"parse":[]}} ~ "mention_roles":[]
		POST /channels/$games/messages {"content":"<@&$role>","allowed_mentions":{"parse":["roles"]}}
		... ~ "mention_roles":["$role"]
		POST /channels/$games/messages {"content":"<@&$role>","allowed_mentions":{"roles":["$role"]}}
		... ~ "mention_roles":["$role"]
		POST /channels/$games/messages {"content":"<@&$role>","allowed_mentions":{"parse":["users"]}}
		... ~ "mention_roles":[]
		ann sees = Parlour: <@&$role> (pings ann ben) / Parlour: <@&$role> / Parlour: <@&$role> (pings ann ben)
		... / Parlour: <@&$role> (pings ann ben) / Parlour: <@&$role>
		ann pings = Parlour (#games): @Players / Parlour (#games): @Players / Parlour (#games): @Players
		GET /guilds/$guild/members/$ben ~ "roles":["$role"]
		GET /guilds/$guild/roles ~ "name":"@everyone" ~ "id":"$role"

		## A nonce makes one message for some minutes
		m := POST /channels/$games/messages {"content":"x","nonce":"n","enforce_nonce":true}
		POST /channels/$games/messages {"content":"x","nonce":"n","enforce_nonce":true} ~ "id":"$m"
		POST /channels/$games/messages {"content":"x","nonce":"n","enforce_nonce":false} !~ "id":"$m"
		pass 1h
		m := POST /channels/$games/messages {"content":"x","nonce":"n","enforce_nonce":true}
		ann sees = Parlour: x / Parlour: x / Parlour: x
		DELETE /channels/$games/messages/$m
		POST /channels/$games/messages {"content":"x","nonce":"n","enforce_nonce":true} → 10008
		pass 1h
		POST /channels/$games/messages {"content":"x","nonce":"n","enforce_nonce":true}

		## An edit keeps what is absent, and lists the files that stay
		m := POST /channels/$games/messages {"content":"x","components":[<A a>],"attachments":[
		... {"id":"0","description":"first"},{"id":"1","description":"second"}]} +zero +one
		PATCH /channels/$games/messages/$m {"content":"y"}
		ann sees = Parlour: y (edited, +f0.txt first, +f1.txt second, [A])
		PATCH /channels/$games/messages/$m {"attachments":[{"id":"$file0"},{"id":"0","description":"new"}],
		..."components":[]} +two
		ann sees = Parlour: y (edited, +f0.txt first, +f0.txt new)
		GET /$url1 ~ two
		PATCH /channels/$games/messages/$m {"attachments":[{"id":$file0}]} # a number, as other libraries write it
		ann sees = Parlour: y (edited, +f0.txt first)
		PATCH /channels/$games/messages/$m {"attachments":[{"id":"0"}]} → 50035 # a file that was not sent
		PATCH /channels/$games/messages/$m {"content":"x","attachments":[{"id":"$file0"},{"id":"1"}]} +f → 50035
		ann sees = Parlour: y (edited, +f0.txt first)
		PATCH /channels/$games/messages/$m {"content":"","attachments":[]} → 50006
		DELETE /channels/$games/messages/$m
		PATCH /channels/$games/messages/$m {"content":"z"} → 10008

		## A file must be sent, and not be too large
		on go: answer 4 {"content":"x","attachments":[{"id":"0"}]} → 50035
		on go: answer 4 {"content":"x"}
		ann /go
		POST /channels/$games/messages {"content":"x","attachments":[{"id":"0"}]} → 50035
		POST /channels/$games/messages {"content":"x"} +10485760
		POST /channels/$games/messages {"content":"x"} +10485761 → 40005

		## A file is handed out as a file
		POST /channels/$games/messages {} +<script>alert(1)</script>
		GET /$url0 ~ <script>alert(1)</script> ~ Content-Type: application/octet-stream
		... ~ Content-Disposition: attachment
		GET //attachments/$games/1/x → 404

		## An old message is edited three times in six seconds
		old := POST /channels/$games/messages {"content":"old"}
		other := POST /channels/$games/messages {"content":"old too"}
		pass 1h
		5× PATCH /channels/$games/messages/$old {"content":"new"} # within the hour
		pass 1s
		PATCH /channels/$games/messages/$old {"content":"new"}
		PATCH /channels/$games/messages/$other {"content":"new"}
		PATCH /channels/$games/messages/$old {"content":"new"}
		PATCH /channels/$games/messages/$other {"content":"new"} → 30046
		PATCH /channels/$games/messages/$old {"content":"x"} → 30046 ~ "retry_after":6,"global":false
		pass 6s
		PATCH /channels/$games/messages/$old {"content":"new"}

		## Messages are listed, newest first, and answered
		on go: answer 4 {"content":"private","flags":64}
		ann /go
		POST /channels/$games/messages {"content":"a"}
		b := POST /channels/$games/messages {"content":"b"}
		c := POST /channels/$games/messages {"content":"c"}
		POST /channels/$games/messages {"content":"d"}
		POST /channels/$games/messages {"content":"e"}
		GET /channels/$games/messages ~ [e d c b a]
		GET /channels/$games/messages?limit=2 ~ [e d]
		GET /channels/$games/messages?before=$c ~ [b a]
		GET /channels/$games/messages?after=$b&limit=2 ~ [d c]
		GET /channels/$games/messages?around=$c&limit=3 ~ [d c b]
		GET /channels/$games/messages?limit=0 → 50035
		GET /channels/$games/messages?limit=101 → 50035
		GET /channels/$games/messages?limit=many → 50035
		said := ben say hm
		PATCH /channels/$games/messages/$said {"content":"x"} → 50005
		m := POST /channels/$games/messages {"content":"re","message_reference":{"message_id":"$said"}}
		POST /channels/$games/messages {"content":"re","message_reference":{"message_id":"1"}} → 50035
		GET /channels/$games/messages ~ [re hm e d c b a]
		ben sees ~ "replyTo":"$said" ~ "pings":["ben"]

		## An id in a request may be a number
		m := POST /channels/$games/messages {"content":"<@$ben>","attachments":[{"id":0,"description":"a file"}],
		... "allowed_mentions":{"users":[$ben]}} +one
		ann sees = Parlour: <@$ben> (pings ben, +f0.txt a file)
		POST /channels/$games/messages {"content":"re","message_reference":{"message_id":$m}}
		POST /users/@me/channels {"recipient_id":$ben}

		## Components are numbered
		POST /channels/$games/messages {"components":[{"type":1,"components":[{"type":2,"style":1,"label":"A",
		..."custom_id":"a"},
		... {"type":2,"style":1,"label":"B","custom_id":"b"}]},<C c>]} ~ "components":[{"type":1,"id":1,
		..."components":[{"type":2,"id":2,
		... ~ {"type":2,"id":3, ~ {"type":1,"id":4,"components":[{"type":2,"id":5,

		## An embed is completed, and its file is none of the attachments
		m := POST /channels/$games/messages {"embeds":[{"title":"T","type":"link","color":255,
		..."timestamp":"2026-11-23T05:00:00+01:00",
		... "fields":[{"name":"N","value":"V"}],"image":{"url":"attachment://f0.txt"},
		... "thumbnail":{"url":"attachment://missing.png"},"footer":{"text":"F",
		..."icon_url":"https://discord.com/x.png"}}]} +shown +listed
		... ~ "embeds":[{"color":255,"fields":[{"name":"N","value":"V","inline":false}],
		..."footer":{"icon_url":"https://discord.com/x.png",
		..."proxy_icon_url":"https://discord.com/x.png","text":"F"},"image":{"height":0,"proxy_url":"http://
		... ~ /f0.txt","width":0},"timestamp":"2026-11-23T04:00:00.000000+00:00","title":"T","type":"rich"}]
		GET //attachments/$games/1593540240998400005/f0.txt ~ shown # the file has the second id of that time
		ann sees = Parlour:  (+f1.txt, embed)
		PATCH /channels/$games/messages/$m {"content":"x","embeds":[]} ~ "embeds":[]
		ann sees = Parlour: x (edited, +f0.txt, +f1.txt)

		## Without the right to embed nothing is, but in an answer
		on go: answer 4 {"embeds":[{"title":"T"}]}
		deny EmbedLinks
		POST /channels/$games/messages {"embeds":[{"title":"T"}]} → 50013
		m := POST /channels/$games/messages {"content":"x","embeds":[{"title":"T"}]} ~ "embeds":[]
		PATCH /channels/$games/messages/$m {"content":"","embeds":[{"title":"T"}]} → 50006
		ann /go = Parlour:  (embed)

		## What the bot lacks a right for is refused
		on go: answer 4 {"content":"still here"}
		m := POST /channels/$games/messages {"content":"x"}
		deny AttachFiles
		POST /channels/$games/messages {"content":"x"} +f → 50013
		deny CreatePublicThreads
		POST /channels/$games/messages/$m/threads {"name":"x"} → 50013
		deny ReadMessageHistory
		GET /channels/$games/messages/$m → 50013
		deny SendMessages
		POST /channels/$games/messages {"content":"x"} → 50013
		POST /channels/$games/typing → 50013
		deny ViewChannel
		GET /channels/$games → 50001
		ann /go = Parlour: still here
		asked ~ "app_permissions":"1126245651857472"
		allow ViewChannel
		allow SendMessages
		POST /channels/$games/messages {"content":"x"}
		GET /channels/1 → 10003
		GET /guilds/1 → 10004
		GET /guilds/1/channels → 10004
		GET /guilds/1/members/$bot → 10004

		## A direct channel is open to those who share a server and want it
		dm := POST /users/@me/channels {"recipient_id":"$ann"} ~ "id":"$ann_dm"
		POST /channels/$dm/messages {"content":"your hand"}
		ann pings = Parlour: your hand
		close-dms ann
		POST /channels/$dm/messages {"content":"x"} → 50007
		open-dms ann
		POST /channels/$dm/messages {"content":"x"}
		leave ann
		POST /channels/$dm/messages {"content":"x"} → 50278
		GET /guilds/$guild/members/$ann → 10007
		GET /guilds/$guild/members/1 → 10013
		join ann
		GET /guilds/$guild/members/$ann
		POST /channels/$dm/messages {"content":"x"}
		POST /users/@me/channels {"recipient_id":"1"} → 10013
		POST /users/@me/channels {"recipient_id":"$bot"} → 50007
`)
}

func TestComponentsV2(t *testing.T) {
	scripts(t, Config{}, `
		## A message shows its files where its components say so
		m := POST /channels/$games/messages {"flags":32768,"components":[{"type":17,"accent_color":255,"components":[
		...{"type":10,"content":"hi <@$ben>"},{"type":12,"items":[{"media":{"url":"attachment://f0.txt"},"description":"a note","spoiler":true}]},
		...{"type":14},{"type":13,"file":{"url":"attachment://f1.txt"}}]}]} +zero +one
		... ~ "attachments":[] ~ "content":"" ~ "flags":32768 ~ "accent_color":255 ~ "description":"a note"
		... ~ "divider":true,"id":4,"spacing":1,"type":14 ~ "name":"f1.txt","size":3 ~ "attachment_id" ~ "mentions":[{
		GET /channels/$games/messages/$m ~ "id":1 ~ "id":5
		ben pings ~ 1 of 1
		POST /channels/$games/messages {"flags":32768,"components":[{"type":12,"items":[{"media":{"url":"attachment://f1.txt"}}]}]} +zero → 50035
		broken ~ components.0.items.0.media.url ~ UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND
		POST /channels/$games/messages {"flags":32768} +zero → 50006
		PATCH /channels/$games/messages/$m {"attachments":[]} ~ "name":"f1.txt","size":3
		PATCH /channels/$games/messages/$m {"attachments":[],"components":[{"type":13,"file":{"url":"attachment://f1.txt"}}]} → 50035

		## An id that the bot gives stays, and the others leave it out
		POST /channels/$games/messages {"flags":32768,"components":[{"type":10,"content":"a"},{"type":10,"content":"b","id":1},{"type":14}]}
		... ~ "id":2,"content":"a" ~ "id":1,"content":"b" ~ "id":3

		## Buttons and menus in containers and sections are used like others, and carry the whole message
		m := POST /channels/$games/messages {"flags":32768,"components":[{"type":17,"components":[{"type":9,"components":[{"type":10,"content":"words"}],
		..."accessory":{"type":2,"style":1,"label":"Aside","custom_id":"aside"}},{"type":1,"components":[{"type":5,"custom_id":"who"}]}]}]}
		on aside: answer 7 {"components":[{"type":10,"content":"changed"},<Next next>]}
		on who: answer 4 {"flags":32832,"components":[{"type":10,"content":"for you"}]}
		on who: more {"flags":32768,"components":[{"type":10,"content":"for all"}]}
		ann pick $m who ben ~ "texts":["for you"] ~ "ephemeral":true
		asked ~ "component_type":5 ~ "content":"words" ~ "accessory"
		ann click $m Aside ~ "texts":["changed"] ~ "label":"Next"
		asked ~ "custom_id":"aside" ~ "component_type":2 ~ "id":2

		## No message leaves Components V2
		on go: answer 5 {"flags":32768}
		on go: edit {"flags":32768,"components":[{"type":10,"content":"new"}]}
		on go: edit {"components":[{"type":10,"content":"newer"}]}
		on go: edit {"flags":0,"components":[{"type":10,"content":"old"}]} → 50035
		on go: edit {"content":"old"} → 50035
		on go: edit {"flags":0,"content":"old"} → 50035
		ann /go
		ann sees ~ "texts":["newer"]
		m := POST /channels/$games/messages {"content":"plain"}
		PATCH /channels/$games/messages/$m {"flags":32768,"components":[{"type":10,"content":"x"}]} → 50035
		broken ~ MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2
		PATCH /channels/$games/messages/$m {"flags":32768,"content":null,"components":[{"type":10,"content":"x"}]} ~ "content":"x" ~ "flags":32768
		PATCH /channels/$games/messages/$m {"components":[]} → 50006
		PATCH /channels/$games/messages/$m {"flags":0} ~ "flags":32768

		## What the sandbox has not it refuses in its own name
		POST /channels/$games/messages {"poll":{"question":{"text":"?"},"answers":[{"poll_media":{"text":"a"}}]}} → 999999
		broken ~ does not imitate polls
		m := POST /channels/$games/messages {"content":"x"}
		POST /channels/$lounge/messages {"message_reference":{"type":1,"message_id":"$m","channel_id":"$games"}} → 999999
		POST /channels/$lounge/messages {"flags":32768,"message_reference":{"type":1,"message_id":"$m","channel_id":"$games"}} → 999999
		broken ~ does not imitate forwards
		POST /channels/$games/messages {"sticker_ids":["1"]} → 999999

		## An answer to a command says whose it was, a follow-up does not
		on go: answer 4 {"content":"x"}
		on go: more {"content":"y"} !~ "interaction":{
		ann /go
		GET /channels/$games/messages ~ "interaction":{"id" ~ "name":"go"
	`)
}
