package sandbox

import (
	"testing"
	"time"
)

func TestCommands(t *testing.T) {
	scripts(t, Config{}, `
		## An interaction tells all
		on play: answer 4 {"content":"hello <@$ann>","allowed_mentions":{"parse":[]}}
		hide $games ben
		ann /play permute size:9 opponent:@Ben first:Random = Parlour: hello <@$ann>
		asked ~ "options":[{"name":"permute","options":[{"name":"size","type":4,"value":9},{"name":"opponent","type":6,
		..."value":"$ben"},{"name":"first","type":3,"value":"rnd"}],"type":1}]
		... ~ "version":1 ~ "locale":"en-US" ~ "guild_locale" ~ "entitlements":[] ~ "context":0
		... ~ "attachment_size_limit"
		... ~ "authorizing_integration_owners":{"0":"$guild"} ~ "application_id":"$app" ~ "joined_at"
		... ~ "app_permissions":"1126280011697216"
		... ~ "permissions":"1126280011565120","premium_since"
		ben sees = -

		## Words without a name are the option that is required
		on move: answer 4 {"content":"x"}
		ann /move d3 d4 game:one = Parlour: x
		asked ~ "options":[{"name":"move","type":3,"value":"d3 d4"},{"name":"game","type":3,"value":"one"}]

		## A client refuses what it can
		on any: more {"content":"the bot was asked"} → never
		ann /chess → no command /chess
		ann /play chess → no subcommand
		ann /play permute size:two → not a number
		ann /play permute size:2 → 3 or more
		ann /play permute size:99 → 20 or less
		ann /play permute size:4.5 → whole number
		ann /play permute first:x → one of the choices
		ann /play permute opponent:nobody → somebody
		ann /play permute colour:red → no option
		ann /move → required
		ann /move move:a1 move:a2 → given twice
		ann /PLAY Permute size:99 → 20 or less
		ann in $ann_dm /server → no command
		ben in $ann_dm /go → you cannot see that channel

		## A refusal repeats little of what was typed
		ann /«5000x» → there is no command /«80x»…
		ann /play «5000x» → has no subcommand "«80x»…"
		ann /play permute size:«5000x» → "«80x»…" is not a number
		ann /play permute «5000x» → begins with "«80x»…"

		## Nobody answers without a bot, which cannot resume after a final code
		close 4004
		ann /go → The application did not respond
		ends 4004
		dial
		resume 1
		read op 9 false

		## An interaction in a direct channel has no server
		on go: answer 4 {"content":"x","flags":64}
		ann in $ann_dm /go = Parlour: x (only you)
		asked ~ "context":1 ~ "user":{ !~ "member" !~ "guild_id"

		## Only the first answer counts, and its token lives for a quarter of an hour
		on go: edit {"content":"early"} → 10015
		on go: answer 4 {"content":"«2001x»"} → 50035
		on go: answer 5 {"flags":64}
		on go: answer 4 {"content":"again"} → 40060
		on go: pass 16m
		on go: edit {"content":"late"} → 50027
		on go: pass -16m
		on go: edit {"content":"done"}
		ann /go = Parlour: done (only you)
		POST /interactions/1/x/callback {"type":5} → 10062

		## A follow-up takes the place of a deferred answer
		on go: answer 5 {"flags":64}
		on go: more {"content":"one"}
		on go: more {"content":"two, <@$ben>"}
		ann /go = Parlour: one (only you)
		ann sees = Parlour: one (only you) / Parlour: two, <@$ben> (pings ben)
		ben sees = Parlour: two, <@$ben> (pings ben)

		## Tokens differ, and what is old is forgotten
		on go: answer 4 {"content":"x"}
		POST /channels/$games/messages {"content":"@everyone","nonce":"a","enforce_nonce":true}
		2× ann /go
		counts = 2 0 1 2 1
		pass 1h
		POST /channels/$games/messages {"content":"@everyone","nonce":"b","enforce_nonce":true}
		99× POST /channels/$games/messages {"content":"@everyone"}
		ann /go
		pass 10m
		POST /channels/$games/messages {"content":"@everyone","nonce":"c","enforce_nonce":true}
		counts = 103 0 1 1 1
		ann pings ~ 100 of 102

		## A command opens a form
		on go: answer 9 {"title":"«46x»","custom_id":"m","components":[{"type":1,"components":[
		... {"type":4,"custom_id":"tz","label":"Zone","style":1}]}]} → 50035
		on go: answer 9 {"title":"T","custom_id":"m","components":[]} → 50035
		on go: answer 9 {"title":"T","custom_id":"m","components":[{"type":1,"components":[
		... {"type":4,"custom_id":"tz","label":"Zone","style":1,"min_length":2}]}]}
		on m: answer 4 {"content":"thanks","flags":64}
		ann /go = form T
		ann submit tz= → "Zone" is required
		ann submit tz=x → "Zone" must be 2 or more
		ben submit tz=xy → that modal is not yours
		ann submit Zone=Europe/Paris = Parlour: thanks (only you)
		asked ~ "value":"Europe/Paris"

		## An option is completed
		on move?: answer 8 {"choices":[⟨26× {"name":"n","value":"v"}⟩]} → 50035
		on move?: answer 8 {"choices":[{"name":"to e4","value":"e4"}]}
		ann complete /move game:x move:e = to e4=e4
		asked ~ "focused":true,"name":"move"
		ann complete /play permute first:ra = Random=rnd
		ann complete /move → nothing is being typed

		## Without allowed_mentions an answer pings people alone, unlike another message
		on go: answer 4 {"content":"@everyone <@$ben>"}
		ann /go = Parlour: @everyone <@$ben> (pings ben)
		POST /channels/$games/messages {"content":"@everyone"}
		cleo sees ~ "everyone":true

		## An update that lists no files takes them away, and an edit keeps them
		on b: answer 7 {"content":"y"}
		m := POST /channels/$games/messages {"content":"x","components":[<B b>]} +file
		PATCH /channels/$games/messages/$m {"content":"z"}
		ann sees = Parlour: z (edited, +f0.txt, [B])
		ann click $m B = Parlour: y (edited, [B])

		## After an update @original is the message that was pressed
		on go: answer 6
		on go: more {"content":"only you","flags":64}
		m := POST /channels/$games/messages {"content":"a board","components":[<Go go>]}
		ann click $m Go = Parlour: only you (only you)
		ben sees = Parlour: a board ([Go])
		edit {"content":"another board"}
		ben sees = Parlour: another board (edited, [Go])
		DELETE /webhooks/$app/$token/messages/@original
		DELETE /webhooks/$app/$token/messages/@original → 10008
		PATCH /webhooks/$app/$token/messages/1 {"content":"x"} → 10008
		DELETE /channels/$games/messages/$m → 10008

		## What a token allows does not count as a request
		on go: answer 5 {"flags":64}
		on go: edit {"content":"x"}
		on go: more {"content":"y","flags":64}
		counts = 1 0 1 0 0
		ann /go
		counts = 1 0 1 1 0
		POST /channels/$games/messages {"content":"x"}
		counts = 2 0 1 1 0

		## A nonce is for messages of channels alone
		on go: answer 4 {"content":"first","nonce":"«26x»","enforce_nonce":true}
		on go: more {"content":"more","nonce":"n","enforce_nonce":true} !~ "nonce":"n"
		on go: more {"content":"more","nonce":"n","enforce_nonce":true}
		ann /go
		ann sees = Parlour: first / Parlour: more / Parlour: more
		POST /channels/$games/messages {"content":"x","nonce":"«26x»"} → 50035
		POST /channels/$games/messages {"content":"x","nonce":"«25x»"}

		## A callback tells its message when it is asked for it
		m := POST /channels/$games/messages {"content":"x","components":[<Go go>]}
		on go: POST /interactions/$i/$token/callback?with_response=true {"type":4,"data":{"content":"x","flags":64}}
		... ~ "type":4} ~ "response_message_ephemeral":true
		ann /go
		off
		on go: POST /interactions/$i/$token/callback?with_response=true {"type":5} ~ "type":4}
		... ~ "response_message_ephemeral":false ~ "message":{
		on go: edit {"content":"edited"}
		ann /go
		off
		on go: POST /interactions/$i/$token/callback?with_response=true {"type":6} ~ "type":7} ~ "id":"$m"
		on go: edit {"content":"edited"}
		ann click $m Go
		off
		on go: POST /interactions/$i/$token/callback?with_response=true {"type":7,"data":{"content":"x"}} ~ "type":7}
		... ~ "content":"x"
		ann click $m Go
`)
	scripts(t, Config{SettleWithin: time.Millisecond}, `
		## Buttons and menus
		on update: answer 8 {"choices":[]} → 50035
		on update: answer 7 {"content":"updated","components":null}
		on ack: answer 6
		on menu: answer 4 {"content":"picked","flags":64}
		on gone: answer 4 {"content":"stale","flags":64}
		m := POST /channels/$games/messages {"content":"board","components":[{"type":1,"components":[
		... {"type":2,"style":1,"label":"Update","custom_id":"update"},{"type":2,"style":1,"label":"Ack",
		..."custom_id":"ack"},
		... {"type":2,"style":2,"label":"Off","custom_id":"off","disabled":true}]},{"type":1,"components":[{"type":3,
		... "custom_id":"menu","placeholder":"Pick","max_values":2,"options":[{"label":"A1","value":"a"},{"label":"B1",
		..."value":"b"}]}]}]}
		private := ann pick $m Pick b A1 = Parlour: picked (only you)
		asked ~ "values":["b","a"] ~ "content":"board"
		ben dismiss $private → there is no such message
		ben click $private x → there is no such message
		ann pick $m Pick z → the menu has no "z"
		ann pick $m - a
		asked ~ "custom_id":"menu"
		ann press $m menu b = Parlour: picked (only you)
		asked ~ "values":["b"]
		ann reload
		ann sees = Parlour: board ([Update Ack Off], [Pick])
		ann click $m Off → that button or menu is disabled
		ann click $m None → there is no button
		ann click $m ack = nothing
		ann press $m gone = Parlour: stale (only you)
		ann click $m Update = Parlour: updated (edited)
		ann dismiss $private → there is no such message
`)
	scripts(t, Config{SettleWithin: time.Minute}, `
		## A deferred update is waited for
		on x: answer 6
		on x: edit {"content":"after"}
		m := POST /channels/$games/messages {"content":"before","components":[<X x>]}
		ann click $m X = Parlour: after (edited, [X])
`)
	scripts(t, Config{TokenLife: time.Millisecond}, `
		## A deferred answer is not awaited for ever
		on go: answer 5
		ann /go → The application did not respond
`)
	scripts(t, Config{AnswerWithin: time.Millisecond}, `
		## The bot has three seconds
		ann /go → The application did not respond
		asked
		answer 4 {"content":"x"} → 10062
`)
}

func TestForms(t *testing.T) {
	scripts(t, Config{}, `
		## A form with labels is sent in Discord's shape
		on go: answer 9 {"title":"T","custom_id":"m","components":[{"type":10,"content":"All of it"},
		...{"type":18,"label":"Name","description":"yours","component":{"type":4,"custom_id":"name","style":1}},
		...{"type":18,"label":"Size","component":{"type":3,"custom_id":"size","options":[{"label":"Small","value":"s"},{"label":"Big","value":"b"}]}},
		...{"type":18,"label":"Who","component":{"type":7,"custom_id":"who","max_values":2,"required":false}},
		...{"type":18,"label":"Proof","component":{"type":19,"custom_id":"proof","max_values":2}}]}
		on m: answer 4 {"content":"thanks"}
		ann /go = form T
		ann submit {"Name":"Ann"} → "Size" is required
		ann submit {"Name":"Ann","Size":["s","b"]} → "Size": pick 1 to 1 values, not 2
		ann submit {"Name":"Ann","Size":"huge"} → "Size": the menu has no "huge"
		ann submit {"Name":"Ann","Size":"Big","Proof":"none.txt"} → "Proof": the menu has nothing named "none.txt"
		file := ann upload note.txt hello
		ann submit {"Name":"Ann","Size":"Big","who":["ben","cleo"],"Proof":"note.txt"} = Parlour: thanks
		asked ~ "components":[{"id":1,"type":10},{"component":{"custom_id":"name","id":3,"type":4,"value":"Ann"},"id":2,"type":18}
		... ~ "custom_id":"size","id":5,"type":3,"values":["b"] ~ "custom_id":"who","id":7,"type":7,"values":["$ben","$cleo"]
		... ~ "custom_id":"proof","id":9,"type":19,"values":["$file"] ~ "attachments":{"$file":{ ~ "users":{"$ben"

		## What is not picked is empty, and what the form has at first stays
		on go: answer 9 {"title":"T","custom_id":"m","components":[
		...{"type":18,"label":"One","component":{"type":21,"custom_id":"one","required":false,"options":[{"label":"A","value":"a"},{"label":"B","value":"b"}]}},
		...{"type":18,"label":"Two","component":{"type":21,"custom_id":"two","options":[{"label":"A","value":"a"},{"label":"B","value":"b","default":true}]}},
		...{"type":18,"label":"Some","component":{"type":22,"custom_id":"some","required":false,"options":[{"label":"A","value":"a"},{"label":"B","value":"b"}]}},
		...{"type":18,"label":"All","component":{"type":22,"custom_id":"all","min_values":2,"options":[{"label":"A","value":"a"},{"label":"B","value":"b"}]}},
		...{"type":18,"label":"Sure","component":{"type":23,"custom_id":"sure"}}]}
		on m: answer 4 {"content":"thanks"}
		ann /go = form T
		ann submit {"sure":true} → "All" is required
		ann submit {"All":"a"} → "All": pick 2 to 2 values, not 1
		ann submit {"All":["A","b"],"sure":true} = Parlour: thanks
		asked ~ "custom_id":"one","id":2,"type":21,"value":null ~ "custom_id":"two","id":4,"type":21,"value":"b"
		... ~ "custom_id":"some","id":6,"type":22,"values":[] ~ "custom_id":"all","id":8,"type":22,"values":["a","b"]
		... ~ "custom_id":"sure","id":10,"type":23,"value":true
	`)
}
