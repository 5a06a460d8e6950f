package sandbox

import (
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/world"
)

// notPlain is what the page's files must not contain: ways to make HTML or code of a
// text, what the policy forbids, and requests to other sites.
var notPlain = map[string]*regexp.Regexp{
	".html": regexp.MustCompile(`(?i)<script[^>]*>[^<]|<style|<iframe|<base|\sstyle=|\son\w+=|javascript:|(?:https?:)?//`),
	".css":  regexp.MustCompile(`(?i)@import|url\(|(?:https?:)?//`),
	".js": regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|setHTML|createContextualFragment|DOMParser|srcdoc|` +
		`document\.write|\beval\(|\bFunction\(|\bimport\b|['"\x60](?:https?|wss?):?//|['"\x60]style['"\x60]`),
}

// Text never becomes HTML, the page asks nothing of others, and its policy says so.
func TestPageFiles(t *testing.T) {
	p := newScript(t, Config{})
	files, err := fs.ReadDir(pageFiles, "page")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		p.line("GET //" + f.Name() + "?as=ann ~ Content-Security-Policy:")
		if f.Name() != "index.html" {
			p.line(`GET //?as=ann ~ ="` + f.Name() + `"`)
		}
		bad := notPlain[path.Ext(f.Name())]
		if f.Name() == "icon.png" { // the only picture
			continue
		}
		raw, err := pageFiles.ReadFile("page/" + f.Name())
		if err != nil || bad == nil || bad.Match(raw) {
			t.Errorf("%s has %s, or is of a kind that is not looked at: %v", f.Name(), bad.Find(raw), err)
		}
	}
	p.line("GET //?as=mallory = 302")
	p.line("GET //?as=ann ~ default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	for kind, text := range map[string]string{
		".html": `<script src="https://cdn.example/x.js"></script>`,
		".css":  `body { background: url(//cdn.example/x.png) }`,
		".js":   `node.innerHTML = text`,
	} {
		if !notPlain[kind].MatchString(text) {
			t.Errorf("%s is taken for plain", text)
		}
	}
}

func TestPage(t *testing.T) {
	scripts(t, Config{}, `
		## The page acts for its person, and for no other page
		on move?: answer 8 {"choices":[{"name":"E4","value":"e4"}]}
		on move: answer 4 {"content":"move","flags":64,"components":[<More more>]}
		on more: answer 7 {"content":"clicked"}
		POST //page/act {"as":"ann","do":"complete","channel":"$games","command":"move","focused":"move",
		..."options":[{"name":"move","value":""}]} Origin:$url ~ "choices":[{"name":"E4","value":"e4"}]
		POST //page/act {"as":"ann","do":"run","channel":"$games","command":"move",
		..."options":[{"name":"move","value":"e4 game:x"}]} Origin:$url ~ {"message":
		asked ~ "value":""
		m := ann sees = Parlour: move (only you, [More])
		POST //page/act {"as":"ann","do":"click","message":"$m","id":"more"} Origin:$url ~ {"message":"$m"}
		POST //page/act {"as":"ann","do":"slash","channel":"$games","line":"/none"} Origin:$url
		... ~ {"error":"There is no command
		POST //page/act {"as":"ann","do":"dismiss","message":"$m"} Origin:$url ~ {}
		ann sees =
		POST //page/act {"as":"ann","do":"say","channel":"1","line":"x"} = 403
		POST //page/act {"as":"ann","do":"say","channel":"1","line":"x"} Origin:http://evil.example = 403
		POST //page/act {"as":"ann","do":"say","channel":"1","line":"x"} Origin:null = 403
		GET //page/live?as=ann Connection:Upgrade Upgrade:websocket Sec-Websocket-Version:13
		... Sec-Websocket-Key:dGhlIHNhbXBsZSBub25jZQ== Origin:http://evil.example = 403
		GET //page/live?as=ann Connection:Upgrade Upgrade:websocket Sec-Websocket-Version:13
		... Sec-Websocket-Key:dGhlIHNhbXBsZSBub25jZQ== = 403

		## The page shows a place live, or another that is in sight
		page ben
		shows ~ "open":"$games" ~ "connected":true ~ "title":"play permute" ~ "title":"move" ~ "title":"server"
		... ~ "title":"go"
		... ~ "messages":[] !~ "gone"
		POST /channels/$games/messages {"content":"hi @everyone"}
		shows ~ "pingCount":1 ~ "content":"hi @everyone" ~ "display":"Parlour"
		open $ben_dm
		shows ~ "open":"$ben_dm" ~ "messages":[]
		open $ann_dm
		shows ~ "gone":"$ann_dm" ~ "open":"$games" ~ "content":"hi @everyone"
		hide $games ben
		shows ~ "gone":"$games" ~ "open":"$lounge"
		page ben &open=99
		shows ~ "gone":"99" ~ "open":"$lounge"

		## The page shows edits and deletions, and keeps the ping of what was deleted unread
		th := POST /channels/$games/threads {"name":"T","type":11}
		page ann &open=$th
		m := POST /channels/$th/messages {"content":"<@$ann>"}
		shows ~ "notice":"added Ann to the thread" ~ "pingCount":1 !~ "gone":true
		PATCH /channels/$th/messages/$m {"content":"x"}
		shows ~ "content":"x" ~ "edited":true
		DELETE /channels/$th/messages/$m
		shows ~ "pingCount":1 ~ "gone":true !~ "content":"x"

		## The page shows what the bot sent and what broke a rule, and no token
		page ann
		on go: answer 4 {"content":"my \"token\": \"mine\" is no token"}
		ann /go
		POST /channels/$games/messages {"content":"«2001x»"} → 50035
		POST /channels/$games/messages {"content":"<b>fine</b>"}
		fail {"status":500}
		GET /users/@me = 500
		shows ~ "broken":1 ~ "path":"INTERACTION_CREATE" ~ /…/callback" ~ "status":400,"wrong":"
		... ~ content: Must be 2000 ~ "fault":"500" !~ $token
		GET //page/exchange?nr=2 ~ "token":"…" ~ {"request":null,"answer":{ !~ $token
		GET //page/exchange?nr=3 ~ my \"token\": \"mine\" is no token !~ $token
		GET //page/exchange?nr=6 ~ {"request":null,"answer":{"code":0,"message":"500: Internal Server Error"}}
		GET //page/exchange?nr=7 = 404
		GET //page/exchange?nr=0 = 404
		GET //page/exchange?nr=x = 404
		GET //page/exchange = 404
		100× POST /channels/$games/typing
		shows ~ "sent":[{"nr":7, ~ "nr":106, ~ "broken":1

		## A second page keeps what only its person sees, and a reload does not
		on go: answer 4 {"content":"x","flags":64}
		page ann &fresh=1
		shows ~ "open"
		ann /go
		page ann &fresh=1
		shows ~ "open"
		ann sees = Parlour: x (only you)
		leave-pages
		page ann &fresh=1
		shows ~ "open"
		ann sees =

		## A phone shows the first words, or the origin, and nothing of a deferred answer
		on go: answer 5
		on go: edit {"content":"<@$ben>"}
		ann /go
		ben pings =
		POST /channels/$ben_dm/messages {"attachments":[{"id":"0"}]} +picture
		POST /channels/$ben_dm/messages {"content":"«121é»"}
		ben pings = Parlour:  / Parlour: «120é»…

		## A phone's first words do not end within a tag
		POST /channels/$games/messages {"content":"<@$ben> «100x» <t:1795681945:R>, then"}
		POST /channels/$games/messages {"content":"<@$ben> «100x» <t:1795681945:R>"}
		POST /channels/$games/messages {"content":"<@$ben> «100x» [Board](https://discord.com/channels/1/2) x"}
		POST /channels/$games/messages {"content":"<@$ben> «100x» <t:179 is no tag"}
		POST /channels/$games/messages {"content":"<@$ben> «95x» <t:1795681945:R>, and more"}
		ben pings = Parlour (#games): @Ben «100x» <t:1795681945:R>… / Parlour (#games): @Ben «100x» <t:1795681945:R>
		... / Parlour (#games): @Ben «100x» [Board](https://discord.com/channels/1/2)…
		... / Parlour (#games): @Ben «100x» <t:179 is no t…
		... / Parlour (#games): @Ben «95x» <t:1795681945:R>, a…

		## What answers an ephemeral message quotes it to nobody else
		on go: answer 4 {"content":"for ann","flags":64,"components":[<Aloud aloud>]}
		on aloud: answer 4 {"content":"for all"}
		alone := ann /go
		ann click $alone Aloud = Parlour: for all (re $alone)
		page ann
		shows ~ "content":"for all" ~ "replyTo":"$alone" ~ "reply":"for ann"
		page ben
		shows ~ "content":"for all" ~ "replyTo":"$alone" !~ "reply":
`)
	scripts(t, Config{NoBot: true}, `
		## Without a bot the page names the API
		no bot
		page ann
		shows ~ "connected":false ~ "api":"$url/api"
		POST //page/act {"as":"ann","do":"slash","channel":"$games","line":"/foo"} Origin:$url
		... ~ {"error":"There is no command /foo here: no bot is connected"}
`)
	scripts(t, Config{}, `
		## The page of a bot that has not come yet does not
		no bot
		page ann
		shows ~ "connected":false !~ "api"
`)
	scripts(t, Config{Cast: &world.Cast{
		Bot:    "Tally",
		People: []world.CastPerson{{Name: "mia", Display: "M"}, {Name: "noah", Display: "N"}, {Name: "zoe", Display: "Z"}},
		Servers: []world.CastServer{
			{Name: "Office", Channels: []string{"general"}, People: []string{"mia", "noah"}},
			{Name: "Attic", Channels: []string{"hall"}, People: []string{"noah", "zoe"}},
		},
		Groups: [][]string{{"mia", "noah"}},
	}}, `
		## A tab is anybody, and knows those who share a server, of whom it picks those who are there
		page mia &open=$general
		shows ~ "cast":[{"id":"$mia","name":"mia","display":"M","bot":false},
		...{"id":"$noah","name":"noah","display":"N","bot":false},{"id":"$zoe","name":"zoe","display":"Z","bot":false}]
		... ~ "people":[{"id":"$bot","name":"Tally","display":"Tally","bot":true,"here":true},
		...{"id":"$mia","name":"mia","display":"M","bot":false,"here":true},
		...{"id":"$noah","name":"noah","display":"N","bot":false,"here":true}]
		page noah &open=$hall
		shows ~ "people":[{"id":"$bot","name":"Tally","display":"Tally","bot":true,"here":true},
		...{"id":"$mia","name":"mia","display":"M","bot":false},
		...{"id":"$noah","name":"noah","display":"N","bot":false,"here":true},
		...{"id":"$zoe","name":"zoe","display":"Z","bot":false,"here":true}]
		page zoe &open=$hall
		shows ~ "people":[{"id":"$bot","name":"Tally","display":"Tally","bot":true,"here":true},
		...{"id":"$noah","name":"noah","display":"N","bot":false,"here":true},
		...{"id":"$zoe","name":"zoe","display":"Z","bot":false,"here":true}]
		page zoe &open=$general # and the hall is shown instead
		shows ~ "people":[{"id":"$bot","name":"Tally","display":"Tally","bot":true,"here":true},
		...{"id":"$noah","name":"noah","display":"N","bot":false,"here":true},
		...{"id":"$zoe","name":"zoe","display":"Z","bot":false,"here":true}]
		page zoe &open=$zoe_dm
		shows ~ "people":[{"id":"$bot","name":"Tally","display":"Tally","bot":true,"here":true},
		...{"id":"$noah","name":"noah","display":"N","bot":false},
		...{"id":"$zoe","name":"zoe","display":"Z","bot":false,"here":true}]
		page noah &open=1100000000000000300
		shows ~ "people":[{"id":"$bot","name":"Tally","display":"Tally","bot":true,"here":true},
		...{"id":"$mia","name":"mia","display":"M","bot":false,"here":true},
		...{"id":"$noah","name":"noah","display":"N","bot":false,"here":true},
		...{"id":"$zoe","name":"zoe","display":"Z","bot":false}]
		leave noah
		page mia &open=$general
		shows ~ "people":[{"id":"$bot","name":"Tally","display":"Tally","bot":true,"here":true},
		...{"id":"$mia","name":"mia","display":"M","bot":false,"here":true}]
`)
}

// live opens the page of a person and reads nothing yet.
func live(t *testing.T, s *Server, who, query string) *websocket.Conn {
	t.Helper()
	url := "ws" + strings.TrimPrefix(s.URL(), "http") + "/page/live?as=" + who + query
	return open(t, url, http.Header{"Origin": {s.URL()}})
}

// A page that does not read neither delays Close nor outlives it.
func TestCloseCutsPagesThatDoNotRead(t *testing.T) {
	p := newScript(t, Config{})
	p.line(fmt.Sprint(viewMessages, "× ann say «2000…»"))
	live(t, p.s, "ann", "")
	pace := live(t, p.s, "ann", "")
	for n := range 30 { // more than what lies between two sockets holds
		p.line(fmt.Sprint("rename ben Ben", n))
		if _, _, err := pace.ReadMessage(); err != nil {
			t.Fatal(err)
		}
	}
	_ = p.s.Close()
	if n := p.s.d.Sockets.Left(); n != 0 {
		t.Errorf("%d sockets are open after Close", n)
	}
}
