package sandbox

import (
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// discordDocument is Discord's own description of its API. A test without it is
// skipped.
func discordDocument(t testing.TB) *rule.Document {
	t.Helper()
	file := os.Getenv("DISCORD_OPENAPI")
	if file == "" {
		t.Skip("DISCORD_OPENAPI names no file: give Discord's openapi.json to hold the sandbox to it")
	}
	a, err := rule.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// at fills the variables of a route in.
func at(pattern string) (method, path string) {
	method, path, _ = strings.Cut(pattern, " ")
	return method, strings.NewReplacer(
		"{app}", world.AppID, "{guild}", world.GuildID, "{channel}", games, "{user}", world.BotID, "{message}", "123", "{command}", "123",
		"{interaction}", "123", "{token}", "token",
	).Replace(path)
}

// held holds a request to a document.
func held(t *testing.T, a *rule.Document, method, path, body string) error {
	t.Helper()
	u, err := url.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	return a.Request(method, u, []byte(body), false)
}

// told is a body and the path of its one flaw, or "" for none.
type told struct{ body, at string }

const (
	goodCommand = `{"name":"play","description":"Play","contexts":[0],"integration_types":[0],"default_member_permissions":"8","options":[
		{"type":1,"name":"sub","description":"Sub","options":[{"type":3,"name":"text","description":"Text","required":true,"choices":[{"name":"A","value":"a"}]}]}]}`
	goodMessage = `{"content":"x","allowed_mentions":{"parse":[],"users":["123"]},"flags":0,"attachments":[{"id":"0","filename":"board.png","description":"A board"}],
		"components":[{"type":1,"components":[{"type":2,"style":1,"label":"Go","custom_id":"go","disabled":false}]},
		{"type":1,"components":[{"type":3,"custom_id":"m","placeholder":"Pick","options":[{"label":"A","value":"a","default":false}]}]}]}`
)

var (
	commandBodies = []told{
		{goodCommand, ""},
		{`{"name":7,"description":"d"}`, "name"},
		{`{"description":"d"}`, "name"},
		{`{"name":"x","description":"d","options":[{"type":3,"name":"o"}]}`, "options.0.description"},
		{`{"name":"x","description":"d","options":[{"name":"o","description":"d"}]}`, "options.0.type"},
		{`{"name":"x","description":"d","options":[{"type":99,"name":"o","description":"d"}]}`, "options.0"},
		{`{"name":"x","description":"d","options":[{"type":1,"name":"s","description":"d","options":[{"type":4,"name":"n","description":"d","choices":[{"name":"A","value":"a"}]}]}]}`,
			"options.0.options.0.choices.0.value"},
		{`{"name":"x","description":"d","contexts":[9]}`, "contexts.0"},
		{`{"name":"x","description":"d","options":[{"type":7,"name":"o","description":"d","channel_types":[0,11]}]}`, ""},
		{`{"name":"x","description":"d","options":[{"type":7,"name":"o","description":"d","channel_types":[77]}]}`, "options.0.channel_types.0"},
	}
	messageBodies = []told{
		{goodMessage, ""},
		{`{"content":7}`, "content"},
		{`{"components":{}}`, "components"},
		{`{"components":[{"type":1}]}`, "components.0.components"},
		{`{"components":[{"type":1,"components":[{"type":2,"label":"x","custom_id":"x"}]}]}`, "components.0.components.0.style"},
		{`{"components":[{"type":1,"components":[{"type":2,"style":9,"label":"x","custom_id":"x"}]}]}`, "components.0.components.0.style"},
		{`{"components":[{"type":1,"components":[{"type":2,"style":5,"label":"x","url":"no link"}]}]}`, "components.0.components.0.url"},
		{`{"components":[{"type":1,"components":[{"type":3,"custom_id":"m","options":[{"label":"A"}]}]}]}`, "components.0.components.0.options.0.value"},
		{`{"components":[{"type":1,"components":[{"type":77}]}]}`, "components.0.components.0"},
		{`{"components":[{"type":1,"components":[{"style":1}]}]}`, "components.0.components.0.type"},
		{`{"components":["x"]}`, "components.0"},
		{`{"allowed_mentions":{"users":["ann"]}}`, "allowed_mentions.users.0"},
		{`{"allowed_mentions":{"parse":["all"]}}`, "allowed_mentions.parse.0"},
		{`{"attachments":[{"filename":"f"}]}`, "attachments.0.id"},
		{`{"attachments":[{"id":0}],"allowed_mentions":{"users":[1100000000000000101]}}`, ""},
		{`{"attachments":[{"id":"first"}]}`, "attachments.0.id"},
		{`{"attachments":[{"id":true}]}`, "attachments.0.id"},
		{`{"attachments":[{"id":-1}]}`, "attachments.0.id"},
		{`{"flags":"64"}`, "flags"},
		{`{"embeds":[{"title":"T","type":"rich","color":255,"timestamp":"2026-11-23T04:00:00Z","footer":null,"image":{"url":"attachment://board.png"},
			"fields":[{"name":"N","value":"V","inline":null}]}]}`, ""},
		{`{"embeds":{}}`, "embeds"},
		{`{"embeds":[{"title":7}]}`, "embeds.0.title"},
		{`{"embeds":[{"title":"T","color":16777216}]}`, "embeds.0.color"},
		{`{"embeds":[{"title":"T","timestamp":"today"}]}`, "embeds.0.timestamp"},
		{`{"embeds":[{"title":"T","fields":[{"name":"N"}]}]}`, "embeds.0.fields.0.value"},
		{`{"embeds":[{"title":"T","url":"no link"}]}`, "embeds.0.url"},
		{`{"embeds":[{"title":"T","image":{"url":"no link"}}]}`, "embeds.0.image.url"},
		{`{"embeds":[{"title":"T","author":{"name":7}}]}`, "embeds.0.author.name"},
		{`{"components":[{"type":1,"components":[{"type":7,"custom_id":"m","default_values":[{"id":"1","type":"user"},{"id":"2","type":"role"}]}]}]}`, ""},
		{`{"components":[{"type":1,"components":[{"type":5,"custom_id":"m","default_values":[{"id":"1","type":"role"}]}]}]}`, "components.0.components.0.default_values.0.type"},
		{`{"components":[{"type":1,"components":[{"type":6,"custom_id":"m","default_values":[{"id":"ann","type":"role"}]}]}]}`, "components.0.components.0.default_values.0.id"},
		{`{"components":[{"type":1,"components":[{"type":8,"custom_id":"m","default_values":[{"type":"channel"}]}]}]}`, "components.0.components.0.default_values.0.id"},
		{`{"components":[{"type":1,"components":[{"type":8,"custom_id":"m","channel_types":[77]}]}]}`, "components.0.components.0.channel_types.0"},
	}
	callbackBodies = slices.Concat([]told{
		{`{"type":5,"data":{"flags":64}}`, ""},
		{`{"type":6}`, ""},
		{`{"type":8,"data":{"choices":[{"name":"E4","value":"e4"}]}}`, ""},
		{`{"type":9,"data":{"custom_id":"m","title":"T","components":[{"type":1,"components":[{"type":4,"custom_id":"i","label":"I","style":1}]}]}}`, ""},
		{`{"data":{}}`, "type"},
		{`{"type":44}`, "type"},
		{`{"type":4,"data":[]}`, "data"},
		{`{"type":8}`, "data"},
		{`{"type":8,"data":{"choices":[{"name":"E4"}]}}`, "data.choices.0.value"},
		{`{"type":9,"data":{"custom_id":"m","components":[{"type":10,"content":"x"}]}}`, "data.title"},
		{`{"type":9,"data":{"custom_id":"m","title":"T","components":[{"type":1,"components":[{"type":4,"custom_id":"i","label":"I"}]}]}}`, "data.components.0.components.0.style"},
	}, under("4", messageBodies), under("7", messageBodies))
	threadBodies = []told{
		{`{"name":"Permute","auto_archive_duration":10080}`, ""},
		{`{"name":"Permute","auto_archive_duration":7}`, "auto_archive_duration"},
		{`{"auto_archive_duration":60}`, "name"},
	}
)

// under puts messages into answers to an interaction.
func under(kind string, messages []told) []told {
	var out []told
	for _, m := range messages {
		if m.at != "" {
			m.at = "data." + m.at
		}
		out = append(out, told{`{"type":` + kind + `,"data":` + m.body + `}`, m.at})
	}
	return out
}

// listed puts each command into a registration.
func listed(commands []told) []told {
	var out []told
	for _, c := range commands {
		if c.at != "" {
			c.at = "0." + c.at
		}
		out = append(out, told{"[" + c.body + "]", c.at})
	}
	return out
}

// bodies are good and bad ones for each route that takes a body.
var bodies = map[string][]told{
	"POST /users/@me/channels": {{`{"recipient_id":"123"}`, ""}, {`{"recipient_id":"ann"}`, "recipient_id"}},

	"PUT /applications/{app}/commands":                            listed(commandBodies),
	"POST /applications/{app}/commands":                           commandBodies,
	"PATCH /applications/{app}/commands/{command}":                {{`{"description":"d"}`, ""}, {`{"description":7}`, "description"}},
	"PUT /applications/{app}/guilds/{guild}/commands":             listed(commandBodies),
	"POST /applications/{app}/guilds/{guild}/commands":            commandBodies,
	"PATCH /applications/{app}/guilds/{guild}/commands/{command}": {{`{"description":"d"}`, ""}, {`{"description":7}`, "description"}},

	"PATCH /applications/@me": {{`{"interactions_endpoint_url":"https://example.org/interactions"}`, ""}, {`{"interactions_endpoint_url":7}`, "interactions_endpoint_url"}},

	"PATCH /channels/{channel}":                           {{`{"archived":true,"locked":false}`, ""}, {`{"name":7}`, "name"}},
	"POST /channels/{channel}/messages":                   append(messageBodies, told{`{"content":"x","nonce":"n","enforce_nonce":true}`, ""}, told{`{"nonce":[]}`, "nonce"}),
	"PATCH /channels/{channel}/messages/{message}":        messageBodies,
	"POST /channels/{channel}/messages/{message}/threads": threadBodies,
	"POST /channels/{channel}/threads":                    append(threadBodies, told{`{"name":"Permute","type":"11"}`, "type"}, told{`{"name":"Permute","type":12,"invitable":"no"}`, "invitable"}),

	"POST /interactions/{interaction}/{token}/callback": callbackBodies,
	"POST /webhooks/{app}/{token}":                      messageBodies,
	"PATCH /webhooks/{app}/{token}/messages/{message}":  messageBodies,
}

// TestRoutesAreDiscords holds the bodies of every route to Discord's description, and
// checks that the other routes take none.
func TestRoutesAreDiscords(t *testing.T) {
	a := discordDocument(t)
	all := discord.Routes()
	for _, pattern := range all {
		t.Run(pattern, func(t *testing.T) {
			method, path := at(pattern)
			if !rule.IsOperation(method, path) {
				t.Fatal("Discord has no such route")
			}
			takes := held(t, a, method, path, "{") == rule.ErrBadJSON
			if has := len(bodies[pattern]) > 0; has != takes {
				t.Fatalf("the test has bodies: %v, and Discord takes one: %v", has, takes)
			}
			for _, c := range bodies[pattern] {
				wantOnly(t, c.body, held(t, a, method, path, c.body), c.at)
			}
			if !takes {
				wantOnly(t, "nothing", held(t, a, method, path, ""), "")
			}
		})
	}
}

// wantOnly checks that a body has one flaw, at a path; "" is for none.
func wantOnly(t *testing.T, body string, err error, at string) {
	t.Helper()
	got := flawsOf(err)
	switch {
	case err != nil && at == "":
		t.Errorf("%s is refused: %s", body, rule.InFull(err))
	case at != "" && (len(got) != 1 || !strings.HasPrefix(got[0], at+": ")):
		t.Errorf("%s: flaws %q, want one at %s", body, got, at)
	}
}

// Without Discord's description too, bad bodies of every route are refused.
func TestRequestsAreHeldToTheExcerpt(t *testing.T) {
	for pattern, all := range bodies {
		method, path := at(pattern)
		for _, c := range all {
			wantOnly(t, pattern+" "+c.body, held(t, rule.Excerpt(), method, path, c.body), c.at)
		}
	}
}

// The excerpt refuses each planted body where Discord's description does, and lets the
// others pass. So a sandbox without the description loses none of these limits.
func TestTheExcerptIsDiscords(t *testing.T) {
	discords := discordDocument(t)
	paths := func(doc *rule.Document, pattern, body string) []string {
		method, path := at(pattern)
		var out []string
		for _, f := range flawsOf(held(t, doc, method, path, body)) {
			where, _, _ := strings.Cut(f, ": ")
			out = append(out, where)
		}
		return out
	}
	check := func(name, pattern, body string) {
		t.Helper()
		got, want := paths(rule.Excerpt(), pattern, body), paths(discords, pattern, body)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s %s has flaws at %q by the excerpt, and at %q by Discord's description", name, pattern, body, got, want)
		}
	}
	for pattern, all := range bodies {
		for _, c := range all {
			check("bodies", pattern, c.body)
		}
	}
	for _, p := range limitsOf(t, "") {
		check(p.name, p.route, p.body)
	}
}

func TestPathsAndQueriesAreDiscords(t *testing.T) {
	a := discordDocument(t)
	for path, want := range map[string]string{
		"/channels/123/messages":             "",
		"/channels/123/messages?limit=50":    "",
		"/channels/123/messages?before=123":  "",
		"/channels/123/messages?limit=0":     "limit",
		"/channels/123/messages?limit=many":  "limit",
		"/channels/123/messages?before=ann":  "before",
		"/channels/games/messages":           "channel_id",
		"/channels/123/messages/x":           "message_id",
		"/users/@me":                         "",
		"/users/ann":                         "user_id",
		"/webhooks/123/t/messages/@original": "",
		"/webhooks/123/t/messages/x":         "message_id",
	} {
		wantOnly(t, path, held(t, a, "GET", path, ""), want)
	}
	wantOnly(t, "typing", held(t, a, "POST", "/channels/123/typing", ""), "")
	wantOnly(t, "a thread's member", held(t, a, "PUT", "/channels/123/thread-members/@me", ""), "")
}

// The sandbox is asked for every answer that it has; [start] holds these to Discord's description.
func TestAnswersAreDiscords(t *testing.T) {
	discordDocument(t)
	commands := `
		PUT OF [` + strings.ReplaceAll(goodCommand, "\n", " ") + `]
		GET OF
		late := POST OF {"name":"late","description":"d"}
		GET OF/$late
		PATCH OF/$late {"description":"new"}
		DELETE OF/$late`
	scripts(t, Config{}, `
		## In a multipart request payload_json is checked, and files alone are a body too
		POST /channels/$games/messages {"content":"x"} +file
		POST /channels/$games/messages {"flags":"x"} +file → 50035
		POST /channels/$games/messages +file
		POST /channels/$games/messages → 50035 # no body at all
		broken ~ flags: Got string ~ /

		## Answers to interactions are Discord's
		on play: POST /interactions/$i/$token/callback?with_response=true {"type":4,"data":{"content":"<@$ben>","components":[<More more>]}}
		on more: POST /interactions/$i/$token/callback?with_response=true {"type":7,"data":{"content":"updated"}}
		on go: POST /interactions/$i/$token/callback?with_response=true {"type":9,"data":{"title":"T","custom_id":"m","components":[
		...{"type":1,"components":[{"type":4,"custom_id":"tz","label":"Zone","style":1}]}]}}
		on m: POST /interactions/$i/$token/callback?with_response=true {"type":4,"data":{"content":"thanks"}}
		m := ann /play permute size:4
		GET /webhooks/$app/$token/messages/@original
		f := POST /webhooks/$app/$token?wait=true {"content":"more","flags":64}
		PATCH /webhooks/$app/$token/messages/$f {"content":"even more"}
		DELETE /webhooks/$app/$token/messages/$f
		ann click $m More
		GET /webhooks/$app/$token/messages/@original
		ann /go
		ann submit tz=UTC

		## Other answers are Discord's
		m := POST /channels/$games/messages {"content":"@everyone","nonce":"n","components":[{"type":1,"components":[
		...{"type":3,"custom_id":"m","options":[{"label":"A","value":"a","emoji":{"name":"🎲"}}]}]}]} +file
		reply := POST /channels/$games/messages {"content":"re","message_reference":{"message_id":"$m"}}
		POST /channels/$games/messages/$m/threads {"name":"Thread"}
		GET /gateway
		GET /gateway/bot
		GET /users/@me
		GET /users/$ben
		GET /applications/@me
		GET /oauth2/applications/@me
		GET /guilds/$guild
		GET /guilds/$guild/channels
		GET /guilds/$guild/members/$ben
		GET /guilds/$guild/members/search?query=b ~ "username":"ben" !~ "username":"ann"
		GET /guilds/$guild/members/search → 50035
		GET /channels/$games/messages/pins ~ "items":[]
		GET /applications/$app/guilds/$guild/commands/permissions
		POST /channels/$games/messages {"flags":32768,"components":[{"type":17,"components":[{"type":10,"content":"x"},
		...{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":11,"media":{"url":"https://example.org/x.png"}}},
		...{"type":12,"items":[{"media":{"url":"attachment://f0.txt"}}]},{"type":14},{"type":13,"file":{"url":"attachment://f0.txt"}}]}]} +file
		GET /channels/$games
		GET /channels/$m
		GET /channels/$ann_dm
		GET /channels/$games/messages
		GET /channels/$games/messages/$m
		GET /channels/$games/messages/$reply
		POST /users/@me/channels {"recipient_id":"$ben"}
		POST /channels/$games/typing
		POST /channels/$games/threads {"name":"Free","type":11}
		PATCH /channels/$m {"name":"Renamed"}
		PUT /channels/$m/thread-members/$ben
		DELETE /channels/$games/messages/$reply
`+strings.ReplaceAll(commands, "OF", "/applications/$app/commands")+
		strings.ReplaceAll(commands, "OF", "/applications/$app/guilds/$guild/commands"))
}

// BenchmarkCheck measures a check once the schema is compiled.
func BenchmarkCheck(b *testing.B) {
	a := discordDocument(b)
	method, path := at("POST /channels/{channel}/messages")
	u := &url.URL{Path: path}
	for b.Loop() {
		if err := a.Request(method, u, []byte(goodMessage), false); err != nil {
			b.Fatal(err)
		}
	}
}
