package sandbox

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/world"
)

// script is a sandbox, and the bot and the people of one script; see [scripts].
type script struct {
	t  *testing.T
	s  *Server
	at *link // of the gateway, over which the next lines speak

	mu    sync.Mutex
	names map[string]string
	on    [][2]string // what the bot does when it is asked, by the name of the command or the component
	busy  []chan bool // one for each time that it was asked, closed once it has done that
	asked chan string // interactions, since a person did something
	links map[string]*link
	forms map[string]*world.Modal // the newest of each person
	late  chan came               // of what a person does meanwhile
	pages []*websocket.Conn
	clock clock
	reply http.ResponseWriter // to a post to the bot
	wrong int                 // posts that had a wrong signature
}

// scripts runs the scripts of a text. Each begins with "## " and its name, and has a sandbox of its own with a
// bot that is connected and has [testCommands], unless it begins with "no bot". A line does something, and says
// what is to come of it:
//
//	m := POST /channels/$games/messages {"content":"x"} +a +b   the bot uploads files; $m is the id in the answer,
//	                                                            or the last one of a list
//	PATCH /channels/$games/messages/$m {"content":"y"} → 50083  Discord refuses that with a code
//	GET /channels/$th ~ "archived":true !~ "locked":true        the answer, with its headers, has one part, and lacks one
//	POST /channels/$games/messages {"content":"x"} = 200, 4 of 5   its status, and how many requests are left of how many
//	on go: answer 4 {"content":"hi"}                            when the bot is asked for /go, or with a button go
//	on go: edit {"content":"hi, $ann"}                          "edit" changes that answer, "more" follows it up
//	ann /go = Parlour: hi, $ann (edited, pings ann)             a person does something, in #games, and reads that
//	ann in $lounge /chess → no command                          the client refuses that with a sentence
//	asked ~ "name":"go"                                         the bot was asked for that
//	read GUILD_CREATE 2                                         the bot reads that from the gateway
//	pass 1h                                                     the clock of the sandbox goes on
//	... ~ "context":0                                           the line before goes on
//
// Ids have names: $games and other channels, $ann and other people, $ann_dm, $guild, $app, $bot, and those of := lines.
// Of an answer's files $file0 is the id, and $url0 the address; of a list an answer has [the names or texts]. ’ is a backtick.
// «20x» is twenty times x, ⟨3× #⟩ is 0,1,2, <Go go> is a row of one button, and "3× " repeats a line. What else a line can do,
// [script.do] and [script.person] list.
func scripts(t *testing.T, c Config, text string) {
	t.Helper()
	all := strings.Split(text, "## ")
	if len(all) < 2 || strings.TrimSpace(all[0]) != "" {
		t.Fatal("the text does not begin with the name of a script")
	}
	for _, text := range all[1:] {
		name, text, _ := strings.Cut(text, "\n")
		t.Run(name, func(t *testing.T) { newScript(t, c).run(text) })
	}
}

func newScript(t *testing.T, c Config) *script {
	p := &script{t: t, names: map[string]string{}, links: map[string]*link{}, forms: map[string]*world.Modal{}, asked: make(chan string, 100)}
	if c.Now == nil {
		c.Now = p.clock.read
	}
	p.s = start(t, c)
	t.Cleanup(p.wantDone)
	p.names = map[string]string{"guild": p.s.GuildID(), "app": world.AppID, "bot": p.s.BotID(), "url": p.s.URL(), "key": p.s.PublicKey(), "secret": p.s.Token()}
	return p
}

func (p *script) run(text string) {
	p.t.Helper()
	text, alone := strings.CutPrefix(strings.TrimSpace(text), "no bot")
	if p.line("as main"); !alone {
		p.line("dial")
		p.line("identify")
		p.line("PUT /applications/$app/commands " + strings.ReplaceAll(testCommands, "\n", " "))
	}
	for line := range strings.Lines(more.ReplaceAllString(text, "")) {
		if p.line(strings.TrimSpace(line)); p.t.Failed() {
			return // for what follows fails too
		}
	}
	p.wantDone()
}

// more begins a line that goes on with the one before.
var more = regexp.MustCompile(`\n\s*\.\.\.`)

// wanted is what is to come of a line: a refusal or none, a whole, parts, and parts that lack.
type wanted struct {
	refused    string
	is         *string
	has, lacks []string
}

// came is what came of a line.
type came struct{ refused, is, has, id string }

func (c came) as(w wanted) bool {
	lacks := func(part string) bool { return !strings.Contains(c.has, part) }
	refused := c.refused == "" && w.refused == "" || w.refused != "" && strings.Contains(c.refused, w.refused)
	return (refused || w.is != nil) && (w.is == nil || *w.is == c.is) && !slices.ContainsFunc(w.has, lacks) &&
		(len(w.lacks) == 0 || !slices.ContainsFunc(w.lacks, func(part string) bool { return !lacks(part) }))
}

var mark = regexp.MustCompile(` (→|=|~|!~)(?: |$)`)

// parse tells what is done by a line from what is to come of it.
func parse(line string) (do string, w wanted) {
	line, _, _ = strings.Cut(line+" # ", " # ")
	at := append(mark.FindAllStringSubmatchIndex(line, -1), []int{len(line)})
	for i, m := range at[:len(at)-1] {
		text := strings.TrimSpace(line[m[1]:max(m[1], at[i+1][0])])
		switch line[m[2]:m[3]] {
		case "→":
			w.refused = text
		case "=":
			w.is = &text
		case "~":
			w.has = append(w.has, text)
		case "!~":
			w.lacks = append(w.lacks, text)
		}
	}
	return line[:at[0][0]], w
}

// line does what a line says, and holds it to that.
func (p *script) line(source string) {
	p.t.Helper()
	var times int
	if _, err := fmt.Sscanf(source, "%d×", &times); err == nil {
		for _, source, _ = strings.Cut(source, "× "); times > 0 && !p.t.Failed(); times-- {
			p.line(source)
		}
		return
	}
	if name, do, ok := strings.Cut(strings.TrimPrefix(source, "on "), ": "); ok && strings.HasPrefix(source, "on ") {
		p.mu.Lock()
		p.on = append(p.on, [2]string{name, do})
		p.mu.Unlock()
		return
	}
	soon, waits := strings.CutPrefix(source, "soon ")
	name, text, named := strings.Cut(soon, " := ")
	if !named {
		name, text = "", soon
	}
	do, w := parse(strings.ReplaceAll(many(os.Expand(text, p.id)), "’", "`"))
	if do == "" {
		return
	}
	var got came
	for end := time.After(patience); ; {
		p.s.d.Lock()
		next := p.s.d.Next()
		p.s.d.Unlock()
		if got = p.do(do, w); !waits || got.as(w) {
			break
		}
		select {
		case <-next:
			continue
		case <-end:
		}
		break
	}
	if !got.as(w) {
		p.t.Errorf("%s\nis refused with %q\nis   %s\nhas  %s", source, got.refused, got.is, got.has)
	}
	if named {
		p.name(name, got.id)
	}
}

func (p *script) name(name, id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.names[name] = id
}

// id is the id of what has a name in scripts.
func (p *script) id(name string) string {
	p.mu.Lock()
	id := p.names[name]
	p.mu.Unlock()
	if id != "" {
		return id
	}
	person, direct := strings.CutSuffix(name, "_dm")
	p.s.d.Lock()
	defer p.s.d.Unlock()
	for _, c := range p.s.d.Order {
		if c.Name == name && c.Guild != nil {
			return c.ID
		}
	}
	if u := p.s.d.Person(person); direct {
		return u.DM.ID
	} else {
		return u.ID
	}
}

// provoked are the actions of a developer in JSON, with what they are about.
var provoked = map[string]string{
	"deny": `"world","channel":"` + games + `","permission":%q`, "allow": `"world","channel":"` + games + `","permission":%q`,
	"close-dms": `"world","person":%q`, "open-dms": `"world","person":%q`, "leave": `"world","person":%q`, "join": `"world","person":%q`,
	"install": `"world","person":%q`, "uninstall": `"world","person":%q`, "archive": `"world","channel":%q`, "lock": `"world","channel":%q`,
	"thread-bot": `"world","channel":%q`, "delete-channel": `"world","channel":%q`, "delete-message": `"world","message":%q`,
	"hide": `"world","channel":%q,"person":%q`, "show": `"world","channel":%q,"person":%q`,
	"remove-bot": `"world"`, "invite-bot": `"world"`, "reconnect": `"gateway"`, "invalid": `"gateway"`, "invalid-resumable": `"gateway"`,
	"silence": `"gateway"`, "speak": `"gateway"`, "swap": `"gateway"`, "close": `"gateway","code":%s`, "refuse": `"gateway","op":%s,"times":%s`,
	"repeat": `"gateway","times":%s`,
}

// said is what came of something that a sentence may refuse.
func said(err error) (c came) {
	if err != nil {
		c.refused = err.Error()
	}
	return c
}

// do does one thing.
func (p *script) do(text string, w wanted) (c came) {
	words := append(strings.Fields(text), "", "", "")
	verb, rest := words[0], strings.TrimSpace(strings.TrimPrefix(text, words[0]))
	stage := p.s.Stage()
	number := func(n string) int {
		i, err := strconv.Atoi(cmp.Or(n, "0"))
		if err != nil {
			p.t.Errorf("%s: %v", text, err)
		}
		return i
	}
	may := func(name string) world.Permission {
		if one, known := world.PermissionNames[name]; known {
			return one
		}
		return world.Permission(number(name))
	}
	long := func(text string) time.Duration {
		d, err := time.ParseDuration(text)
		if err != nil {
			p.t.Error(err)
		}
		return d
	}
	hook := "/webhooks/$app/$token"
	switch {
	case provoked[verb] != "":
		form := provoked[verb]
		var about []any
		for i := range strings.Count(form, "%") {
			about = append(about, cmp.Or(words[i+1], "1"))
		}
		return said(p.s.Provoke(fmt.Appendf(nil, `{"what":%q,"do":`+form+`}`, append([]any{verb}, about...)...)))
	case verb[0] >= 'A' && verb[0] <= 'Z':
		return p.request(text)
	}
	switch verb {
	case "answer": // with a type, and data
		in := `{"type":` + words[1]
		if data := strings.TrimSpace(strings.TrimPrefix(rest, words[1])); data != "" {
			in += `,"data":` + data
		}
		return p.request(os.Expand("POST /interactions/$i/$token/callback "+in+"}", p.id))
	case "edit":
		return p.request(os.Expand("PATCH "+hook+"/messages/@original ", p.id) + rest)
	case "more":
		return p.request(os.Expand("POST "+hook+" ", p.id) + rest)
	case "body": // of the answer to a post, with a status and a type
		return p.body(words, rest)
	case "off": // the bot does nothing any more
		p.mu.Lock()
		defer p.mu.Unlock()
		p.on = nil
	case "asked":
		c.has = next(p.t, p.asked, "an interaction")
	case "await": // what a person does &
		c = next(p.t, p.late, "what a person does")
	case "pass":
		p.clock.pass(long(words[1]))
	case "fail":
		return said(p.s.Provoke([]byte(`{"do":"fail","fault":` + rest + "}")))
	case "do":
		return said(p.s.Provoke([]byte(rest)))
	case "mend":
		p.s.Faults().Mend()
	case "struck": // all faults
		return said(p.s.Faults().Await(within(p.t)))
	case "limit": // a route by its words with _ to so many requests in a time
		p.s.Faults().Limit(strings.ReplaceAll(words[1], "_", " "), number(words[2]), long(words[3]))
	case "sessions":
		p.s.Faults().LimitSessions(number(words[1]), long(words[2]))
	case "pending":
		c.is = strings.Join(world.List(p.s.Faults().Pending(), func(f fault.PendingFault) string { return f.Text }), "; ")
	case "overwrite": // in a channel, for a role or a user, permissions to allow or, with a minus, to deny
		for _, name := range strings.Fields(rest)[2:] {
			if denied, minus := strings.CutPrefix(name, "-"); minus {
				stage.Overwrite(words[1], words[2], 0, may(denied))
			} else {
				stage.Overwrite(words[1], words[2], may(name), 0)
			}
		}
	case "permit": // a role permissions, in place of others
		stage.Permit(words[1], may(words[2])|may(words[3]))
	case "unrole":
		stage.RemoveRole(words[1])
	case "restrict": // a channel by age
		stage.Restrict(words[1], true)
	case "grant": // a person permissions beside those of everybody, in place of others; administrators have 8
		p.s.d.Change(func() { p.s.d.Person(words[1]).Granted = may(words[2]) | may(words[3]) })
	case "rename":
		stage.Rename(words[1], words[2])
	case "role":
		c.id = stage.AddRole(words[1], strings.Fields(rest)[1:]...)
	case "group":
		c.id = stage.AddGroup(words[1], words[2])
	case "server":
		c.id = stage.AddServer(words[1], words[2])
	case "channel":
		c.id = stage.AddChannel(words[1], world.ChannelKind(number(words[2])))
	case "secret": // a private thread in #games
		c.id = stage.StartPrivateThread(games, "secret", words[1], strings.Fields(rest)[1:]...)
	case "person":
		c.id = p.s.AddPerson(words[1]).ID()
	case "privilege":
		stage.Privilege(number(words[1]))
	case "threads": // may be awake
		stage.LimitThreads(number(words[1]))
	case "shut": // a thread to all but its owner
		p.s.d.Change(func() { p.s.d.Place(words[1]).Closed = true })
	case "own-apps": // are for their people alone in a channel
		stage.Overwrite(words[1], p.s.d.Place(words[1]).Guild.ID, 0, world.UseExternalApps)
	case "system": // channel of the server
		p.s.d.Change(func() { p.s.d.Server.System = words[1] })
	case "language": // of a person
		return said(p.s.Provoke(fmt.Appendf(nil, `{"do":"world","what":"language","person":%q,"language":%q}`, words[1], words[2])))
	case "community": // with a language
		p.s.d.Change(func() { p.s.d.Server.Locale = words[1] })
	case "befriend":
		stage.Befriend()
	case "deny-in": // a channel
		stage.Deny(words[1], may(words[2]))
	case "commands":
		c.is = strings.Join(p.s.Commands(), ", ")
	case "broken": // rules
		c.is = strings.Join(world.List(p.s.Violations(), func(x discord.Exchange) string { return x.Wrong + x.WrongAnswer }), " / ")
		c.has = c.is
	case "traffic": // the status and the fault of the newest exchange
		all := p.s.Traffic()
		raw, _ := json.Marshal(all)
		c.has, c.is = string(raw), strings.TrimSpace(fmt.Sprint(all[len(all)-1].Status, " ", all[len(all)-1].Fault))
	case "counts": // requests, those over a limit, sessions, interactions, nonces
		requests, limited := p.s.Counted(), p.s.Limited()
		p.s.d.Lock()
		defer p.s.d.Unlock()
		c.is = fmt.Sprint(requests, limited, p.s.d.Gateway.Held(), len(p.s.d.World.Interactions), len(p.s.d.Nonces))
	case "serve":
		p.serve()
	case "over": // to the address go interactions
		p.s.SendTo(p.id("address"))
		return said(p.s.AwaitBot(within(p.t)))
	case "events": // go to the address
		p.s.SendEventsTo(p.id("address"))
	case "heard": // events, or not
		return said(p.s.AwaitEvents(within(p.t)))
	case "trusts", "deaf", "tired":
		p.name(verb, words[1])
	case "wrong": // signatures
		p.mu.Lock()
		defer p.mu.Unlock()
		c.is = fmt.Sprint(p.wrong)
	case "page": // of a person
		p.pages = append(p.pages, live(p.t, p.s, words[1], words[2]))
	case "open": // another channel on the page
		_ = p.pages[len(p.pages)-1].WriteMessage(websocket.TextMessage, []byte(words[1]))
	case "leave-pages": // all that ann has
		for _, page := range p.pages {
			_ = page.Close()
		}
		await(p.t, p.s, "ann's pages to be gone", func() bool { return p.s.d.Person("ann").Pages == 0 })
	case "shows": // the page does, soon
		for range 100 {
			_, raw, err := p.pages[len(p.pages)-1].ReadMessage()
			if err != nil {
				return c
			}
			if c.has = string(raw); c.as(w) {
				return c
			}
		}
	default:
		if c, ok := p.talk(verb, rest, words); ok {
			return c
		}
		return p.person(verb, words[1:])
	}
	return c
}

// start starts a sandbox that is held to Discord's own description, if DISCORD_OPENAPI
// names it. The bot's requests may break it on purpose; an answer of the sandbox that
// does fails the test. Unless the test says otherwise, limits of requests pass at once.
func start(t *testing.T, c Config) *Server {
	t.Helper()
	c.Haste = cmp.Or(c.Haste, 1e9)
	c.OpenAPI = cmp.Or(c.OpenAPI, os.Getenv("DISCORD_OPENAPI"))
	if c.AnswerWithin == 0 {
		c.AnswerWithin = time.Minute
	}
	s, err := Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.Close()
		for _, x := range s.Violations() {
			if x.WrongAnswer != "" {
				t.Errorf("the answer of %d to %s %s: %s\n%s", x.Status, x.Method, x.Path, x.WrongAnswer, x.Answer)
			}
		}
	})
	return s
}

func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

const testCommands = `[
	{"name":"play","description":"Play","options":[
		{"type":1,"name":"permute","description":"Permute","options":[
			{"type":4,"name":"size","description":"Size","min_value":3,"max_value":20},
			{"type":6,"name":"opponent","description":"Whom"},
			{"type":3,"name":"first","description":"Who begins","choices":[{"name":"Me","value":"me"},{"name":"Random","value":"rnd"}]}]}]},
	{"name":"move","description":"Move","options":[{"type":3,"name":"move","description":"It","required":true,"autocomplete":true},
		{"type":3,"name":"game","description":"Which","autocomplete":true}]},
	{"name":"server","description":"Not in DMs","contexts":[0]},
	{"name":"go","description":"Anything"}]`

// clock stands still between the calls of [clock.pass].
type clock struct{ passed atomic.Int64 }

func (c *clock) read() time.Time { return time.Unix(1.8e9, c.passed.Load()) }

func (c *clock) pass(d time.Duration) { c.passed.Add(int64(d)) }

// The channels of the first server.
const (
	games  = world.GamesID
	lounge = world.LoungeID
)
