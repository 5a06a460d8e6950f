package bot

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/bot/rest"
	"parlour/bot/sandbox/fault"
	rights "parlour/bot/sandbox/world"
	"parlour/commands/message"
	"parlour/commands/publish"
)

// The scripts of what the publisher asks of a channel, line by line with the outcome. Beside that they say what
// people and moderators do, what Discord fails to do, and what time it is, counted from the beginning.
var channelScripts = map[string]string{
	"each of Discord's error codes becomes the error that the publisher knows": `
		fail post 10003 403 => ok
		post games x => gone
		fail post 10004 403 => ok
		post games x => gone
		fail post 10007 403 => ok
		post games x => gone
		fail post 10008 403 twice => ok
		post games x => gone
		fail post 10013 403 => ok
		post games x => gone
		fail post 40003 403 => ok
		post games x => too fast
		fail post 50007 403 => ok
		post games x => closed
		fail post 50278 403 => ok
		post games x => closed
		fail post 50001 403 => ok
		post games x => forbidden
		fail post 50013 403 => ok
		post games x => forbidden
		fail post 50083 403 => ok
		post games x => forbidden
		fail post 160005 403 => ok
		post games x => forbidden
		try once => ok
		fail post 503 => ok
		post games x => an error`,

	"Rouse unarchives a thread, so that its messages can be edited, and changes nothing else": `
		post thread board => ok
		rouse thread => ok
		rouse games => ok
		rouse dm => ok
		patched thread => 0
		archive thread => ok
		edit thread board another => forbidden
		rouse thread => ok
		edit thread board another => ok
		patched thread => 1
		lock thread => ok
		rouse thread => forbidden
		patched thread => 1`,

	"Rouse returns the reason why a thread stays archived": `
		try once => ok
		archive thread => ok
		fail patch 50083 => ok
		rouse thread => forbidden
		fail patch 10003 => ok
		rouse thread => gone
		fail patch 500 => ok
		rouse thread => an error
		fail get 502 => ok
		rouse thread => an error
		allow games => ok
		lock thread => ok
		unarchive thread => ok
		rouse thread => forbidden
		hide games => ok
		rouse thread => forbidden
		end thread => ok
		rouse thread => gone`,

	"Own returns the bot's own messages, newest first, with the ids of their buttons and menus, with a minute's allowance": `
		at 58m59.999s => ok
		post dm before => ok
		at 59m => ok
		post dm perhaps not => ok
		at 1h1s => ok
		ann says 1 dm => ok
		post dm after +buttons => ok
		own dm 1h => "after" a b c, "perhaps not"
		at 1h58m59.999s => ok
		post games before => ok
		at 1h59m => ok
		post games perhaps not => ok
		at 2h1s => ok
		ann says 1 games => ok
		post games after +buttons => ok
		own games 2h => "after" a b c, "perhaps not"
		ann says 99 games => ok
		own games 2h => "after" a b c, "perhaps not"
		ann says 900 games => ok
		own games 2h => "after" a b c
		blind games => ok
		own games 2h => nothing`,

	"Own returns the reason why the bot cannot read a channel": `
		try once => ok
		fail messages 500 => ok
		own games 0s => an error
		hide games => ok
		own games 0s => forbidden
		end games => ok
		own games 0s => gone`,

	"Member tells apart a person who has left, an unknown person, and a server that the bot is not in": `
		member ann => true
		leave ann => ok
		member ann => false
		rejoin ann => ok
		member ann => true
		member 1 => false
		try once => ok
		member ann of 1 => gone
		fail member 503 => ok
		member ann => an error
		fail member 50013 => ok
		member ann => forbidden
		expel bot => ok
		member ann => gone
		invite bot => ok
		member ann => true`,

	"a message that becomes bare loses its picture, and one that does not keeps it; no edit notifies anybody": `
		post games board @ann +ping +file => ok
		edit games board @ann has bid +ping => ok
		sees games => "@ann has bid" 1 file
		edit games board 1. Ann has bid +bare => ok
		sees games => "1. Ann has bid"
		edit games board @ann +ping +file => ok
		sees games => "@ann" 1 file
		notified ann => 1`,

	"a silent message notifies nobody, even if it names somebody": `
		post games @ann +ping +silent => ok
		sees games => "@ann" silent
		notified ann => 0`,

	"a message is deleted once, and one that is gone counts as deleted; a notice cannot be deleted": `
		post thread reminder => ok
		delete thread reminder => ok
		delete thread reminder => ok
		rename thread another name => ok
		sees thread => "" notice
		delete thread last => forbidden
		own thread 0s => nothing
		end thread => ok
		delete thread reminder => ok`,

	"a rename wakes a thread; a third one in ten minutes is not waited for, and the second such is not even sent": `
		hurry => ok
		archive thread => ok
		rename thread first => ok
		name thread => first
		fail patch 400 200001 => ok
		rename thread rude => name
		hides thread => 1440
		rename thread anew => ok
		hides thread => 10080
		rename thread third => later
		rename thread third => later
		patched thread => 4
		name thread => anew
		rouse thread => ok
		give up => ok
		rename thread third => later`,

	"a message whose nonce Discord remembers, and that was deleted since, is posted once more, and no more often": `
		repost games board => ok
		repost games board => again
		remove board => ok
		repost games board => ok
		repost games board => again
		sees games => "board"`,

	"a message whose first tries arrived, though their answers were lost, is there once": `
		retry at once => ok
		fail post 500 after twice => ok
		post games one => ok
		fail post cut twice => ok
		post games two => ok
		fail post cut after twice => ok
		post games three => ok
		sees games => "one", "two", "three"`,

	"a guest has only the tokens of what was pressed; one that Discord does not know is forgotten": `
		token five => ok
		guest edit group five x => forbidden
		guest edit group five x => forbidden
		token five => ok
		guest strip group five => forbidden
		guest strip group five => forbidden
		token five => ok
		guest post group x => forbidden
		guest rename group x => forbidden
		guest rouse group => forbidden
		guest direct ann => forbidden`,
}

// What the publisher asks of a channel becomes requests, and what Discord says to them an outcome.
func TestChannel(t *testing.T) {
	t.Parallel()
	for what, text := range channelScripts {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			s := &script{desk: d, ids: map[string]string{"games": d.games, "thread": d.thread(), "dm": d.discord.User("ann").DM(),
				"ann": d.discord.User("ann").ID()}}
			d.discord.Stage().DeleteMessage(s.ids["thread"]) // the table
			for line := range strings.Lines(strings.TrimSpace(text)) {
				what, want, told := strings.Cut(strings.TrimSpace(line), " => ")
				if got := s.does(strings.Fields(what)); got != want || !told {
					t.Errorf("%s => %s, want %s", what, got, want)
				}
			}
		})
	}
}

// A script plays at a desk.
type script struct {
	*desk
	ids map[string]string // of channels and people by name, of messages by their first word, and "last"
}

// routes are where faults happen.
var routes = map[string]string{
	"post": "POST /channels/{channel}/messages", "patch": "PATCH /channels/{channel}", "get": "GET /channels/{channel}",
	"messages": "GET /channels/{channel}/messages", "member": "GET /guilds/{guild}/members/{user}",
}

// outcomes are the errors of package publish that a channel may return, by what scripts call them.
var outcomes = map[error]string{publish.ErrGone: "gone", publish.ErrForbidden: "forbidden", publish.ErrClosed: "closed",
	publish.ErrName: "name", publish.ErrLater: "later", publish.ErrTooFast: "too fast"}

// outcome returns what a script says of an error. None has a token or an address in it.
func (s *script) outcome(err error) string {
	if err == nil {
		return "ok"
	}
	if strings.Contains(err.Error(), "a-fake-token-of-the-sandbox") || strings.Contains(err.Error(), "://") {
		s.t.Errorf("%v has a token or an address", err)
	}
	var all []string
	for known, name := range outcomes {
		if errors.Is(err, known) {
			all = append(all, name)
		}
	}
	return cmp.Or(strings.Join(all, " and "), "an error")
}

// does does what a line says, and returns the outcome.
func (s *script) does(words []string) string {
	s.t.Helper()
	var on publish.Channel = s.channel
	if words[0] == "guest" {
		on, words = guest{s.b}, words[1:]
	}
	arg := func(n int) string {
		if n >= len(words) {
			return ""
		}
		return cmp.Or(s.ids[words[n]], words[n])
	}
	at, text := arg(1), strings.Join(words[min(2, len(words)):], " ")
	ann, stage := s.discord.User("ann"), s.discord.Stage()
	switch words[0] {
	case "post", "repost":
		nonce := fmt.Sprint(len(s.sent("POST", "/messages")))
		if words[0] == "repost" {
			nonce = "b88yvxpngg0k-1"
		}
		id, err := on.Post(s.ctx, at, nonce, s.message(words[2:]))
		if err == nil && s.ids[words[2]] == id {
			return "again"
		}
		s.ids[words[2]] = id
		return s.outcome(err)
	case "edit":
		err := on.Edit(s.ctx, at, arg(2), s.message(words[3:]))
		for _, x := range s.sent(http.MethodPatch, "/"+arg(2)) {
			if !strings.Contains(string(x.Request), `"allowed_mentions":{"parse":[],"users":[]}`) {
				s.t.Errorf("an edit may mention people: %s", x.Request)
			}
		}
		return s.outcome(err)
	case "strip":
		return s.outcome(on.Strip(s.ctx, at, arg(2)))
	case "delete":
		return s.outcome(on.Delete(s.ctx, at, arg(2)))
	case "rename":
		return s.outcome(on.Rename(s.ctx, at, text, text != "anew"))
	case "rouse":
		return s.outcome(on.Rouse(s.ctx, at))
	case "direct":
		_, err := on.Direct(s.ctx, at)
		return s.outcome(err)
	case "own":
		since := s.duration(arg(2))
		found, err := on.Own(s.ctx, at, s.began.Add(since))
		if err != nil {
			return s.outcome(err)
		}
		var all []string
		for _, p := range found {
			all = append(all, strings.Join(append([]string{strconv.Quote(p.Content)}, p.Buttons...), " "))
		}
		return cmp.Or(strings.Join(all, ", "), "nothing")
	case "member":
		is, err := on.Member(s.ctx, cmp.Or(arg(3), s.discord.GuildID()), at)
		if err != nil && !is {
			return s.outcome(err)
		}
		return fmt.Sprint(is)

	case "name", "hides":
		var found struct {
			Name   string
			Thread struct {
				After int `json:"auto_archive_duration"`
			} `json:"thread_metadata"`
		}
		err := s.do(s.ctx, rest.Request{Method: http.MethodGet, Path: "channels/" + at, Bucket: "read"}, &found)
		if words[0] == "hides" {
			return fmt.Sprint(found.Thread.After)
		}
		return cmp.Or(found.Name, s.outcome(err))
	case "patched":
		return fmt.Sprint(len(s.sent(http.MethodPatch, "/channels/"+at)))
	case "notified":
		return fmt.Sprint(len(ann.Notifications()))
	case "sees":
		return s.sees(at)

	case "ann": // says so much
		n, _ := strconv.Atoi(words[2])
		for range n {
			if _, err := ann.Say(arg(3), "chatter"); err != nil {
				s.t.Fatal(err)
			}
		}
	case "archive", "lock":
		stage.Archive(at, words[0] == "lock")
	case "unarchive": // a moderator can lock a thread that is not archived
		return s.outcome(s.do(s.ctx, rest.Request{Method: http.MethodPatch, Path: "channels/" + at, Bucket: "rouse", Body: []byte(`{"archived":false}`)}, nil))
	case "allow":
		stage.Allow(at, rights.ManageThreads)
	case "hide":
		stage.Deny(at, rights.ViewChannel)
	case "blind":
		stage.Deny(at, rights.ReadMessageHistory)
	case "end":
		stage.DeleteChannel(at)
	case "remove":
		stage.DeleteMessage(at)
	case "expel":
		stage.RemoveBot()
	case "invite":
		stage.InviteBot()
	case "leave", "rejoin":
		stage.Leave(words[1], words[0] == "leave")
	case "token":
		s.b.tokens.Put(at, token{Text: "dead", At: s.b.Now()})
	case "at":
		now := s.began.Add(s.duration(at))
		s.now.Store(&now)
	case "try":
		s.oneTry()
	case "retry":
		s.adjust(func(c *rest.Config) { c.Backoff, c.PerSecond, c.Pace = 2, unlimited, unlimited })
	case "hurry":
		s.unhurried()
	case "give":
		s.cancel()
	case "fail":
		f := fault.Fault{Route: routes[at]}
		for _, word := range words[2:] {
			switch n, err := strconv.Atoi(word); {
			case word == "twice":
				f.Times = 2
			case word == "cut":
				f.Cut = true
			case word == "after":
				f.After = true
			case err != nil:
				s.t.Fatalf("no fault has %q", word)
			case n > 999:
				f.Code = n
			default:
				f.Status = n
			}
		}
		s.fail(f)
	default:
		s.t.Fatalf("no line begins with %q", words[0])
	}
	return "ok"
}

// duration reads a duration in a script.
func (s *script) duration(text string) time.Duration {
	s.t.Helper()
	d, err := time.ParseDuration(text)
	if err != nil {
		s.t.Fatal(err)
	}
	return d
}

// message returns the message with some words and, by words with a plus, what else it has.
func (s *script) message(words []string) (m message.Message) {
	ann := s.discord.User("ann")
	var said []string
	for _, w := range words {
		switch w {
		case "+file":
			m.File = &message.File{Name: "board.txt", Data: []byte("x")}
		case "+ping":
			m.Pings = append(m.Pings, ann.ID())
		case "+silent":
			m.Silent = true
		case "+bare":
			m.Bare = true
		case "+buttons":
			m.Rows = [][]message.Control{
				{{ID: "a", Label: "A"}, {ID: "b", Label: "B", Disabled: true}},
				{{ID: "c", Label: "C", Options: []message.MenuOption{{Label: "D", Value: "d"}}}},
			}
		default:
			if strings.HasPrefix(w, "+") {
				s.t.Fatalf("no message has %q", w)
			}
			said = append(said, w)
		}
	}
	m.Content = strings.ReplaceAll(strings.Join(said, " "), "@ann", ann.Mention())
	return m
}

// sees tells of the messages that ann sees in a channel. Of the last one it keeps the id.
func (s *script) sees(channel string) string {
	ann := s.discord.User("ann")
	var all []string
	for _, m := range ann.Sees(channel) {
		s.ids["last"] = m.ID
		one := strconv.Quote(strings.ReplaceAll(m.Content, ann.Mention(), "@ann"))
		for _, is := range []struct {
			what string
			so   bool
		}{{"1 file", len(m.Attachments) == 1}, {"silent", m.Silent}, {"notice", m.Notice != ""}, {"buttons", len(m.Rows) > 0}} {
			if is.so {
				one += " " + is.what
			}
		}
		all = append(all, one)
	}
	return strings.Join(all, ", ")
}

// Every method of a channel makes requests with the channel's priority: one, but for Invite, which
// posts and edits. They are made again after any failure, which makes nothing twice; Strip alone
// is tried once.
func TestChannelRequestsHaveItsPriority(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ann, thread := d.discord.User("ann").ID(), d.thread()
	posted, deleted := d.says(thread, message.Message{Content: "a board"}), d.says(thread, message.Message{Content: "a reminder"})
	table := d.says(d.games, message.Message{Content: "a table"})
	m := message.Message{Content: "x"}
	requests := map[string]func(channel) error{
		"Post":   func(c channel) error { _, err := c.Post(d.ctx, d.games, "n", m); return err },
		"Edit":   func(c channel) error { return c.Edit(d.ctx, thread, posted, m) },
		"Strip":  func(c channel) error { return c.Strip(d.ctx, thread, posted) },
		"Thread": func(c channel) error { _, err := c.Thread(d.ctx, rights.GuildID, d.games, table, "t"); return err },
		"Direct": func(c channel) error { _, err := c.Direct(d.ctx, ann); return err },
		"Rouse":  func(c channel) error { return c.Rouse(d.ctx, thread) },
		"Own":    func(c channel) error { _, err := c.Own(d.ctx, thread, time.Now()); return err },
		"Delete": func(c channel) error { return c.Delete(d.ctx, thread, deleted) },
		"Rename": func(c channel) error { return c.Rename(d.ctx, thread, fmt.Sprint("a name ", c.priority), true) },
		"Invite": func(c channel) error {
			_, err := c.Invite(d.ctx, thread, fmt.Sprint("i", c.priority), []string{ann})
			return err
		},
		"Member": func(c channel) error { _, err := c.Member(d.ctx, d.discord.GuildID(), ann); return err },
		"Layout": func(c channel) error { _, err := c.Layout(d.ctx, d.discord.GuildID()); return err },
	}
	var tried []rest.Request
	d.adjust(func(c *rest.Config) {
		c.Tried = func(r rest.Request, _ int, _ time.Duration) { tried = append(tried, r) }
	})
	for i := range reflect.TypeFor[publish.Channel]().NumMethod() {
		name := reflect.TypeFor[publish.Channel]().Method(i).Name
		for _, c := range []channel{d.channel, {d.b, rest.Low}} {
			tried = nil
			if err := requests[name](c); err != nil {
				t.Errorf("%s = %v", name, err)
			}
			if want := map[string]int{"Invite": 2, "Layout": 4}[name]; len(tried) != max(want, 1) {
				t.Errorf("%s made the requests %+v", name, tried)
			}
			for _, r := range tried {
				if r.Priority != c.priority || r.Method == http.MethodPost && !r.Idempotent || r.Once != (name == "Strip") {
					t.Errorf("%s in a channel of priority %d makes the request %+v", name, c.priority, r)
				}
			}
		}
	}
}

// Reminders go out at the pace, boards before them, and what is tidied when there is room. The default pace
// leaves boards most of Discord's 50 requests a second.
func TestRemindersArePaced(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	s := d.b.service
	got := []any{s.Channel, s.Patient.(countedChannel).Channel, s.Idle, s.Spare, d.b.restConfig().Pace}
	if pace := d.b.Pace; pace < 10 || pace > 30 || !slices.Equal(got, []any{channel{d.b, rest.Normal}, channel{d.b, rest.Low}, channel{d.b, rest.Last}, channel{d.b, rest.Spare}, pace}) {
		t.Errorf("the channels and the pace are %+v", got)
	}
}
