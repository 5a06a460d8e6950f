package sandbox

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/world"
)

func TestGateway(t *testing.T) {
	scripts(t, Config{}, `
		## A heartbeat is answered, and the server comes after READY
		read GUILD_CREATE 2
		send {"op":1,"d":2}
		read op 11 null

		## READY tells the version that was asked for
		as ten
		dial ?v=10&encoding=json
		identify ~ "v":10
		as nine
		dial ?v=9
		identify ~ "v":9
		as plain
		dial
		identify ~ "v":9

		## A resume sends again what was missed
		on go: answer 4 {"content":"x"}
		ann /go
		close 4000
		ends 4000
		as again
		dial
		resume 1 other
		read op 9 false
		resume 2 $session
		read INTERACTION_CREATE 3
		read RESUMED
		reconnect
		read op 7 null

		## Somebody asks during a gap
		on go: answer 4 {"content":"late but there"}
		read GUILD_CREATE
		close 4000
		read close 4000
		ann /go &
		soon counts = 1 0 1 1 0
		dial
		resume 2
		await = Parlour: late but there

		## Sessions that were cut are forgotten
		close 1006
		pass 121s
		dial
		identify
		close 1006
		pass 121s
		dial
		identify
		counts = 1 0 1 0 0

		## Two bots hear, and one answers
		on go: answer 4 {"content":"x"}
		as other
		dial
		identify
		read GUILD_CREATE
		ann /go
		read INTERACTION_CREATE
		answer 4 {"content":"x"} → 40060

		## A session is invalidated, and goes on if it can be resumed
		read GUILD_CREATE 2
		invalid-resumable
		read op 9 true
		happen MISSED
		resume 2
		read MISSED 3
		read RESUMED 4
		invalid
		read op 9 false
		resume 4
		read op 9 false
		identify !~ "session_id":"$session"

		## A silent gateway says nothing, and says it all when it speaks
		read GUILD_CREATE 2
		as dead
		dial
		identify
		read GUILD_CREATE 2
		silence
		send {"op":1,"d":2}
		send {"op":99,"d":{}} # still ends the connection, and shows that it heard the heartbeat before
		read close 4001
		as unmet
		connect
		send {"op":99,"d":{}}
		read close 4001
		as late
		connect
		as main
		happen ONE
		happen TWO
		speak
		read ONE 3
		read TWO 4
		send {"op":1,"d":4}
		read op 11 null
		as late
		read op 10
		as main
		silence
		happen THREE
		mend
		read THREE 5

		## A hello is refused
		read GUILD_CREATE
		close 4000
		refuse 3 1 → not with 3
		refuse 1000 1 → not with 1000
		refuse 4000 1 → not with 4000
		refuse 7 2
		refuse 9 1
		pending = op 7 to the next 2 × hello; op 9 to the next hello
		dial
		resume 2
		read op 7 null
		dial
		hello
		read op 7 null
		resume 2
		read op 9 false
		resume 2
		read RESUMED 3
		refuse 4014 1
		dial
		hello
		read close 4014

		## Events come twice
		read GUILD_CREATE
		repeat 2
		pending = a second copy to the next 2 × event
		happen ONE
		happen TWO
		happen THREE
		read ONE 3
		read ONE 3
		read TWO 4
		read TWO 4
		read THREE 5

		## Events are swapped
		read GUILD_CREATE
		swap
		happen ONE
		happen TWO
		happen THREE
		read TWO 4
		read ONE 3
		read THREE 5
		swap
		happen FOUR
		mend
		read FOUR 6
		happen FIVE
		read FIVE 7

		## Another hello in a session ends the connection
		hello
		ends 4005
		as second
		dial
		identify
		resume 2
		ends 4005

		## A sequence number from the future ends the session
		close 4000
		dial
		resume 3
		ends 4007
		dial
		resume 2
		read op 9 false
		identify
		close 4000
		dial
		resume -1
		ends 4007

		## A goodbye ends the session, and another code does not
		hang-up 4000
		dial
		resume 2
		read RESUMED
		hang-up 1001
		dial
		resume 3
		read op 9 false
		identify
		hang-up 1000
		dial
		resume 2
		read op 9 false

		## A hundred and twenty packets pass in a minute
		read GUILD_CREATE
		119× send {"op":1,"d":null} # after Identify
		119× read op 11 null
		pass 1m
		120× send {"op":1,"d":null}
		120× read op 11 null
		send {"op":1,"d":null}
		read close 4008

		## A thousand sessions begin in a day, resumes apart, and one too many ends the token
		GET /gateway/bot ~ "remaining":999 ~ "reset_after":86400000
		close 4000
		dial
		resume 2
		pass 1h
		dial
		identify
		GET /gateway/bot ~ "remaining":998 ~ "reset_after":82800000
		pass 23h
		GET /gateway/bot ~ "remaining":1000 ~ "reset_after":0
		sessions 1 1h
		dial
		identify
		GET /gateway/bot ~ "remaining":0 ~ "reset_after":3600000
		dial
		hello
		ends 4004
		pass 1h
		dial
		identify
		GET /gateway/bot ~ "remaining":999 ~ "reset_after":86400000

		## A bot with the intent hears of messages, and reads its own and those that mention it
		on go: answer 4 {"content":"secret","flags":64}
		as listener
		dial
		identify {"intents":512}
		ann /go
		read INTERACTION_CREATE
		said := ann say hello
		read MESSAGE_CREATE ~ "channel_id":"$games" ~ "content":"" ~ "guild_id":"$guild" ~ "member":{ ~ "id":"$said"
		ann say hello <@$bot>
		read MESSAGE_CREATE ~ "content":"hello \u003c@$bot\u003e"
		m := POST /channels/$games/messages {"content":"x"}
		read MESSAGE_CREATE ~ "content":"x" ~ "edited_timestamp":null
		PATCH /channels/$games/messages/$m {"content":"y"}
		read MESSAGE_UPDATE ~ "content":"y" ~ "guild_id":"$guild" ~ "edited_timestamp":"
		DELETE /channels/$games/messages/$m
		read MESSAGE_DELETE ~ "id":"$m" ~ "guild_id":"$guild" !~ "content"
		POST /channels/$ann_dm/messages {"content":"dm"}
		ann say last
		read MESSAGE_CREATE ~ "channel_id":"$games" ~ "content":""

		## Members are asked for by name, by id or, with the intent, all at once
		read GUILD_CREATE 2
		send {"op":8,"d":{"guild_id":"$guild","query":"B","limit":5,"nonce":"n"}}
		read GUILD_MEMBERS_CHUNK ~ "username":"ben" ~ "nonce":"n" ~ "chunk_index":0 ~ "chunk_count":1 !~ "username":"ann"
		send {"op":8,"d":{"guild_id":"$guild","user_ids":["$ann","5"]}}
		read GUILD_MEMBERS_CHUNK ~ "username":"ann" ~ "not_found":["5"] !~ "nonce"
		send {"op":8,"d":{"guild_id":"$guild","query":"","limit":0}}
		send {"op":8,"d":{"guild_id":"1","user_ids":"$ann"}}
		send {"op":8,"d":{"guild_id":"$guild","user_ids":"$ann","query":"a"}}
		send {"op":1,"d":null}
		read op 11
		broken ~ intent GuildMembers ~ in no server 1 ~ needs a query with a limit, or user_ids
		privilege 2
		as all
		dial
		identify {"intents":3}
		read GUILD_CREATE 2
		send {"op":8,"d":{"guild_id":"$guild","query":"","limit":0,"presences":false}}
		read GUILD_MEMBERS_CHUNK ~ "username":"ann" ~ "username":"eve"

		## Direct messages have an intent of their own, and contents a privileged one
		privilege 32768
		as direct
		dial
		identify {"intents":4096}
		as all
		dial
		identify {"intents":33280}
		ann in $ann_dm say hello
		ann say hello
		read MESSAGE_CREATE ~ "channel_id":"$games" ~ "content":"hello" ~ "guild_id"
		as direct
		read MESSAGE_CREATE ~ "channel_id":"$ann_dm" ~ "content":"hello" !~ "guild_id"
`)
	scripts(t, Config{Heartbeat: time.Millisecond}, `
		## Missed heartbeats end the session
		no bot
		dial
		read close 4009
`)
	scripts(t, Config{Haste: slowly}, `
		## A bot that starts anew too soon is told to come again, and has broken no rule
		hang-up
		dial
		hello
		read op 9 false
		broken =
`)
}

// Each query or packet that is not allowed ends the connection with its code.
func TestGatewayIsStrict(t *testing.T) {
	p := newScript(t, Config{})
	for line, code := range map[string]string{
		"connect ?v=8": "4012", "connect ?v=x": "4012", "send {": "4002", `send {"op":2}`: "4002",
		`send {"op":2,"d":null}`: "4002", `send {"op":2,"d":{"token":1}}`: "4002", `send {"op":2,"d":{"token":"TOKEN"}}`: "4013",
		`send {"op":2,"d":{"token":"TOKEN","intents":131072}}`: "4013", `send {"op":2,"d":{"token":"TOKEN","intents":-1}}`: "4013",
		`send {"op":2,"d":{"token":"TOKEN","intents":2}}`: "4014", `send {"op":2,"d":{"token":"TOKEN","intents":257}}`: "4014",
		`send {"op":2,"d":{"token":"TOKEN","intents":32768}}`: "4014", `send {"op":2,"d":{"token":"Bot wrong","intents":0}}`: "4004",
		`send {"op":99,"d":{}}`: "4001", `send {"op":1}`: "4002", `send {"op":1,"d":"2"}`: "4002", `send {"op":3,"d":[]}`: "4002",
		`send {"op":3,"d":{}}`: "4003", `send {"op":4,"d":{}}`: "4003", `send {"op":8,"d":{}}`: "4003", `send {"op":0,"d":{}}`: "4001",
		`send {"op":6,"d":{"token":"TOKEN","session_id":"x"}}`: "4002", `send {"op":6,"d":{"token":"other","session_id":"x","seq":1}}`: "4004",
	} {
		p.run("no bot\nconnect\n" + line + "\nends " + code)
	}
	for code, text := range discord.CloseText {
		p.run(fmt.Sprintf("no bot\ndial\nidentify\nread GUILD_CREATE\nclose %d\nread close %d ~ %s", code, code, text))
	}
	for _, times := range []int{0, -1} {
		if p.s.Faults().RefuseHello(7, times) == nil {
			t.Errorf("a hello is refused %d times", times)
		}
	}
	for _, query := range []string{"?encoding=etf", "?compress=zstd-stream"} {
		_, r, err := websocket.DefaultDialer.DialContext(within(t), p.s.d.Gateway.URL()+query, nil)
		if err == nil || r == nil || r.StatusCode != http.StatusBadRequest {
			t.Errorf("the gateway opens with %s: %v, want 400", query, err)
		}
	}
}

func TestShards(t *testing.T) {
	cast := world.DefaultCast() // with four servers, which are on shards 3, 0, 1 and 2 of 4
	for _, name := range []string{"north", "east", "south"} {
		cast.Servers = append(cast.Servers, world.CastServer{Name: name, Channels: []string{name}})
	}
	scripts(t, Config{Cast: &cast, Shards: 4}, `
		## A shard hears of its servers, and shard 0 of direct messages, whatever other shards there are
		as 0/4
		dial
		identify {"intents":4608,"shard":[0,4]} ~ "id":"1100000000004195304" !~ "id":"$guild"
		... !~ "id":"1100000000008389608"
		... !~ "id":"1100000000012583912" ~ "shard":[0,4]
		as 1/4
		dial
		identify {"intents":4608,"shard":[1,4]} ~ "id":"1100000000008389608" !~ "id":"$guild"
		... !~ "id":"1100000000004195304"
		... !~ "id":"1100000000012583912"
		as 2/4
		dial
		identify {"intents":4608,"shard":[2,4]} ~ "id":"1100000000012583912" !~ "id":"$guild"
		... !~ "id":"1100000000004195304"
		... !~ "id":"1100000000008389608"
		as 3/4
		dial
		identify {"intents":4608,"shard":[3,4]} ~ "id":"$guild" !~ "id":"1100000000004195304"
		... !~ "id":"1100000000008389608"
		... !~ "id":"1100000000012583912"
		as 0/2
		dial
		identify {"intents":4608,"shard":[0,2]} ~ "id":"1100000000004195304" ~ "id":"1100000000012583912"
		... !~ "id":"$guild"
		as 1/2
		dial
		identify {"intents":4608,"shard":[1,2]} ~ "id":"$guild" ~ "id":"1100000000008389608"
		... !~ "id":"1100000000004195304"
		on go: answer 4 {"content":"x","flags":64}
		ann in $south /go
		ann in $games /go
		ann in $east /go
		ann in $north /go
		ann in $ann_dm /go
		ann in $south say x
		ann in $games say x
		ann in $east say x
		ann in $north say x
		ann in $ann_dm say x
		as 0/4
		read INTERACTION_CREATE ~ "channel_id":"$north"
		read INTERACTION_CREATE ~ "channel_id":"$ann_dm"
		read MESSAGE_CREATE ~ "channel_id":"$north"
		read MESSAGE_CREATE ~ "channel_id":"$ann_dm"
		as 1/4
		read INTERACTION_CREATE ~ "channel_id":"$east"
		read MESSAGE_CREATE ~ "channel_id":"$east"
		as 2/4
		read INTERACTION_CREATE ~ "channel_id":"$south"
		read MESSAGE_CREATE ~ "channel_id":"$south"
		as 3/4
		read INTERACTION_CREATE ~ "channel_id":"$games"
		read MESSAGE_CREATE ~ "channel_id":"$games"
		as 0/2
		read INTERACTION_CREATE ~ "channel_id":"$south"
		read INTERACTION_CREATE ~ "channel_id":"$north"
		read INTERACTION_CREATE ~ "channel_id":"$ann_dm"
		read MESSAGE_CREATE ~ "channel_id":"$south"
		as 1/2
		read INTERACTION_CREATE ~ "channel_id":"$games"
		read INTERACTION_CREATE ~ "channel_id":"$east"
		read MESSAGE_CREATE ~ "channel_id":"$games"

		## A shard that there cannot be is refused, and shown
		as wrong
		dial
		hello {"shard":[4,4]}
		ends 4010
		dial
		hello {"shard":[-1,4]}
		ends 4010
		dial
		hello {"shard":[0,0]}
		ends 4010
		dial
		hello {"shard":[1]}
		ends 4010
		dial
		hello {"shard":[0,1,2]}
		ends 4010
		dial
		hello {"shard":[]}
		ends 4010
		broken = a shard is its number, from 0, and how many there are, such as [3, 16]
		... / a shard is its number, from 0, and how many there are, such as [3, 16]
		... / a shard is its number, from 0, and how many there are, such as [3, 16]
		... / a shard is its number, from 0, and how many there are, such as [3, 16]
		... / a shard is its number, from 0, and how many there are, such as [3, 16]
		... / a shard is its number, from 0, and how many there are, such as [3, 16]
`)
	for keys, then := range map[int][3]string{
		1: {"op 9 false", "op 9 false", "~ after another shard of the same key"},
		2: {"READY", "op 9 false", "~ after another shard of the same key"},
		4: {"READY", "READY", "="},
	} {
		scripts(t, Config{Shards: 4, Keys: keys, Haste: slowly}, fmt.Sprintf(`
		## Of shards with the same key one identifies in five seconds
		no bot
		dial
		identify {"shard":[0,4]}
		as 1
		dial
		hello {"shard":[1,4]}
		read %s
		as 2
		dial
		hello {"shard":[2,4]}
		read %s
		GET /gateway/bot ~ "shards":4 ~ "max_concurrency":%d ~ "remaining":%d
		broken %s
`, then[0], then[1], keys, 1000-min(3, keys), then[2]))
	}
	scripts(t, Config{Shards: 2}, `
		## A shard that is away is refused until it is back, and the others stay
		no bot
		as zero
		dial
		identify {"shard":[0,2]}
		as one
		dial
		identify {"shard":[1,2]}
		away 1
		ends 1006
		shards = 0/2
		dial
		resume 1
		ends 4000
		dial
		hello {"shard":[1,2]}
		ends 4000
		back 1
		dial
		resume 2
		read RESUMED
		as zero
		send {"op":1,"d":null}
		read op 11 null
`)
	scripts(t, Config{Shards: 2, Keys: 2, Haste: slowly}, `
		## Limits count for the application, whichever of its processes makes the requests
		no bot
		as zero
		dial
		identify {"shard":[0,2]}
		POST /channels/$games/messages {"content":"x"} = 200, 4 of 5
		as one
		dial
		identify {"shard":[1,2]}
		POST /channels/$games/messages {"content":"x"} = 200, 3 of 5
`)
}

// A bot that asks for zlib-stream gets one zlib stream over all packets, each in a binary
// message that ends with a flush and can be read at once. What it sends stays plain.
func TestZlibStream(t *testing.T) {
	s := start(t, Config{})
	conn := open(t, s.d.Gateway.URL()+"?v=10&encoding=json&compress=zlib-stream", nil)
	got, feed := io.Pipe()
	t.Cleanup(func() { feed.Close() })
	go func() {
		for {
			kind, data, err := conn.ReadMessage()
			if err != nil {
				feed.CloseWithError(err)
				return
			}
			if kind != websocket.BinaryMessage || !bytes.HasSuffix(data, []byte{0, 0, 0xff, 0xff}) {
				t.Errorf("a message of kind %d ends with %x, want a binary one with a flush", kind, data[max(0, len(data)-4):])
			}
			feed.Write(data)
		}
	}()
	stream, err := zlib.NewReader(got)
	if err != nil {
		t.Fatal(err)
	}
	packets := json.NewDecoder(stream)
	for _, say := range []struct{ text, want string }{
		{`{"op":1,"d":1}`, "10 "}, {`{"op":2,"d":{"token":"` + s.Token() + `","intents":1}}`, "11 "}, {`{"op":1,"d":2}`, "0 READY"}, {"", "0 GUILD_CREATE"}, {"", "11 "},
	} {
		var e event
		if err := packets.Decode(&e); err != nil || fmt.Sprint(e.Op, " ", e.Type) != say.want {
			t.Errorf("the stream has %+v, %v, want %s", e, err, say.want)
		}
		if err := conn.WriteMessage(websocket.TextMessage, []byte(say.text)); say.text != "" && err != nil {
			t.Error(err)
		}
	}
}
