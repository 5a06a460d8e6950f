package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/world"
)

// do carries out a developer's action on the page, and returns the sentence of the
// answer.
func do(t *testing.T, s *Server, body string) string {
	t.Helper()
	r, text := fetch(t, "POST", s.URL()+"/page/fault", body, "Origin", s.URL())
	var out struct{ Error string }
	if err := json.Unmarshal([]byte(text), &out); err != nil || r.StatusCode != 200 {
		t.Fatalf("%s is answered with %d %s", body, r.StatusCode, text)
	}
	return out.Error
}

func TestPageFails(t *testing.T) {
	s, b := play(t, Config{}, nil)
	said := do(t, s, `{"do":"fail","fault":{"route":"POST /channels/{channel}/messages","times":2,"after":false,"status":429,"wait":1500}}`)
	if all := s.Faults().Pending(); said != "" || len(all) != 1 || all[0].Text != "429 to the next 2 × "+postRoute {
		t.Fatalf("the page is told %q; to come is %+v", said, all)
	}
	status, body := b.send("POST", gamesPosts, "application/json", []byte(`{"content":"x"}`))
	if status != 429 || !strings.Contains(string(body), `"retry_after":1.5`) {
		t.Errorf("the fault answers %d %s", status, body)
	}
	do(t, s, `{"do":"fail","fault":{"code":50013}}`)
	do(t, s, `{"do":"fail","fault":{"cut":true,"after":true}}`)
	do(t, s, fmt.Sprintf(`{"do":"mend","id":%d}`, s.Faults().Pending()[1].ID))
	if all := s.Faults().Pending(); len(all) != 2 || all[1].Text != "no answer after it took effect to the next request" {
		t.Errorf("with one mended to come is %+v", all)
	}
	do(t, s, `{"do":"mend"}`)
	if all := s.Faults().Pending(); len(all) != 0 {
		t.Errorf("with all mended to come is %+v", all)
	}
	for body, want := range map[string]string{
		`{"do":"fail","fault":{}}`:                             "A fault needs a status, a code, a cut or a wait",
		`{"do":"fail","fault":{"wait":-9223372036854775808}}`:  "A fault waits for nothing up to a day",
		`{"do":"fail","fault":{"wait":9223372036854775807}}`:   "A fault waits for nothing up to a day",
		`{"do":"fail","fault":{"status":500,"route":"GET /"}}`: "There is no route GET /",
		`{"do":"nonsense"}`:                                    "That asks for something unknown",
		`{"do":"gateway","what":"nonsense"}`:                   "That asks the gateway for something unknown",
		`{"do":"gateway","what":"close","code":1}`:             "The gateway does not close with 1: take one of 4000",
		`{"do":"gateway","what":"refuse","op":3}`:              "A hello is refused with op 7, op 9 or a final code such as 4004, not with 3",
	} {
		if got := do(t, s, body); !strings.HasPrefix(got, want) {
			t.Errorf("%s is answered with %q, want %q", body, got, want)
		}
	}
}

func TestPageFaultIsForTheOwnPageAlone(t *testing.T) {
	s := start(t, Config{})
	for _, origin := range []string{"", "http://evil.example", "null"} {
		if r, _ := fetch(t, "POST", s.URL()+"/page/fault", `{"do":"fail","fault":{"status":500}}`, "Origin", origin); r.StatusCode != 403 {
			t.Errorf("a fault from %q: %d, want 403", origin, r.StatusCode)
		}
	}
	if r, _ := fetch(t, "POST", s.URL()+"/page/fault", `{`, "Origin", s.URL()); r.StatusCode != 400 {
		t.Errorf("a body that is no JSON: %d, want 400", r.StatusCode)
	}
	if n := len(s.Faults().Pending()); n != 0 {
		t.Errorf("%d faults came of it", n)
	}
}

func TestPageTroublesTheGateway(t *testing.T) {
	s := start(t, Config{})
	b := mute(t, s)
	steer := func(rest string) {
		t.Helper()
		if got := do(t, s, `{"do":"gateway","what":`+rest+`}`); got != "" {
			t.Errorf("%s is answered with %q", rest, got)
		}
	}
	steer(`"reconnect"`)
	b.wantOp(opReconnect, "null")
	steer(`"silence"`)
	happen(s, "ONE")
	s.d.Lock()
	if !s.d.Gateway.Silent {
		t.Error("the gateway is not silent")
	}
	s.d.Unlock()
	steer(`"speak"`)
	b.want("ONE", 3)
	steer(`"repeat","times":2`)
	steer(`"refuse","op":9`)
	steer(`"swap"`)
	want := []string{"a second copy to the next 2 × event", "op 9 to the next hello", "the place after its follower to the next event"}
	if got := world.List(s.Faults().Pending(), func(f fault.PendingFault) string { return f.Text }); !slices.Equal(got, want) {
		t.Errorf("to come is %q, want %q", got, want)
	}
	do(t, s, `{"do":"mend"}`)
	steer(`"invalid-resumable"`)
	b.wantOp(opInvalidSession, "true")
	b.resume(3)
	b.want("RESUMED", 4)
	steer(`"invalid"`)
	b.wantOp(opInvalidSession, "false")
	b.identify()
	b.want("GUILD_CREATE", 2)
	steer(`"close","code":4004`)
	wantNextClose(t, b, 4004)
}

func TestPageRoutes(t *testing.T) {
	s := start(t, Config{})
	_, body := fetch(t, "GET", s.URL()+"/page/routes", "")
	var got []string
	if err := json.Unmarshal([]byte(body), &got); err != nil || !slices.IsSorted(got) {
		t.Errorf("the routes are %s, %v", body, err)
	}
	for _, want := range []string{postRoute, "GET /users/@me", "POST /interactions/{interaction}/{token}/callback"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not among the routes %s", want, body)
		}
	}
}

// The page shows an exchange whole, but no token.
func TestPageExchange(t *testing.T) {
	tokens := make(chan string, 1)
	s, b := play(t, Config{}, func(i asked) {
		tokens <- i.Token
		i.answer(4, `{"content":"my \"token\": \"mine\" is no token"}`)
	})
	b.slash("ann", games, "/go")
	fail(t, s, fault.Fault{Status: 500})
	b.call("GET", "/users/@me", nil, nil)
	token := next(t, tokens, "the interaction")
	var events int
	for _, x := range s.Traffic() {
		r, body := fetch(t, "GET", fmt.Sprintf("%s/page/exchange?nr=%d", s.URL(), x.Nr), "")
		var got struct{ Request, Answer json.RawMessage }
		if err := json.Unmarshal([]byte(body), &got); err != nil || r.StatusCode != 200 {
			t.Errorf("exchange %d is %d %s", x.Nr, r.StatusCode, body)
		}
		if strings.Contains(body, token) {
			t.Errorf("%s %s shows an interaction's token: %s", x.Method, x.Path, body)
		}
		if strings.HasSuffix(x.Path, "/callback") && !strings.Contains(string(got.Request), `my \"token\": \"mine\" is no token`) {
			t.Errorf("the callback is shown as %s", got.Request)
		}
		if x.Method == discord.GatewayMethod && strings.Contains(body, `"token":"…"`) {
			events++
		}
		if x.Fault != "" && (string(got.Request) != "null" || !strings.Contains(string(got.Answer), "500: Internal")) {
			t.Errorf("the fault is shown as %s, %s", got.Request, got.Answer)
		}
	}
	if events != 1 {
		t.Errorf("%d events have a token that is masked, want that of the interaction", events)
	}
	for _, nr := range []string{"", "0", "x", "99999"} {
		if r, _ := fetch(t, "GET", s.URL()+"/page/exchange?nr="+nr, ""); r.StatusCode != 404 {
			t.Errorf("exchange %q: %d, want 404", nr, r.StatusCode)
		}
	}
}

// The view lists the faults to come, and marks exchanges that a fault struck.
func TestPageShowsFaults(t *testing.T) {
	s, b := play(t, Config{}, nil)
	id := fail(t, s, fault.Fault{Status: 500, Times: 2})
	s.Faults().Silence(true)
	b.call("GET", "/users/@me", nil, nil)
	var v view
	if err := live(t, s, "").ReadJSON(&v); err != nil {
		t.Fatal(err)
	}
	if want := (fault.PendingFault{ID: id, Text: "500 to the next request"}); len(v.Stage.Faults) != 1 || v.Stage.Faults[0] != want || !v.Stage.Silent {
		t.Errorf("the stage is %+v, want %+v and silence", v.Stage, want)
	}
	last := v.Sent[len(v.Sent)-1]
	if traffic := s.Traffic(); last.Fault != "500" || last.Status != 500 || last.Nr != traffic[len(traffic)-1].Nr || v.Broken != 0 {
		t.Errorf("the fault is shown as %+v", last)
	}
}

// doWorld changes people or places by the developers' part of the page.
func doWorld(t *testing.T, s *Server, what string) string {
	t.Helper()
	return do(t, s, `{"do":"world","what":`+what+`}`)
}

func TestWorldActions(t *testing.T) {
	s, b := play(t, Config{}, nil)
	var thread struct{ ID string }
	b.ok("POST", "/channels/"+games+"/threads", `{"name":"t","type":11}`, &thread)
	dm := func() int {
		return b.call("POST", "/channels/"+s.User("ben").DM()+"/messages", `{"content":"x"}`, nil)
	}
	asleep := func() (n int) {
		s.d.Change(func() {
			if c := s.d.Place(thread.ID); c.Archived && !c.Locked {
				n = 1
			}
		})
		return n
	}
	for _, c := range []struct {
		what string
		try  func() int
		want int
	}{
		{`"close-dms","person":"ben"`, dm, 50007},
		{`"open-dms","person":"ben"`, dm, 0},
		{`"leave","person":"ben"`, dm, 50278},
		{`"join","person":"ben"`, dm, 0},
		{`"deny","channel":"` + thread.ID + `","permission":"SendMessages"`, func() int { return b.call("POST", gamesPosts, `{"content":"x"}`, nil) }, 50013},
		{`"allow","channel":"` + games + `","permission":"SendMessages"`, func() int { return b.call("POST", gamesPosts, `{"content":"x"}`, nil) }, 0},
		{`"archive","channel":"` + thread.ID + `"`, asleep, 1},
		{`"lock","channel":"` + thread.ID + `"`, func() int { return b.call("POST", "/channels/"+thread.ID+"/messages", `{"content":"x"}`, nil) }, 50083},
	} {
		if got := doWorld(t, s, c.what); got != "" {
			t.Errorf("%s is answered with %q", c.what, got)
		}
		wantCode(t, c.what, c.try(), c.want)
	}
}

func TestWorldActionsAreDone(t *testing.T) {
	s, b := play(t, Config{}, nil)
	var m struct{ ID string }
	b.ok("POST", gamesPosts, `{"content":"x"}`, &m)
	secret := s.Stage().StartPrivateThread(games, "secret", "ann")
	for what, try := range map[string]func() bool{
		`"install","person":"ben"`:                    func() bool { return s.d.Person("ben").Installed },
		`"uninstall","person":"ben"`:                  func() bool { return !s.d.Person("ben").Installed },
		`"delete-message","message":"` + m.ID + `"`:   func() bool { return s.d.Message(m.ID) == nil },
		`"delete-channel","channel":"` + lounge + `"`: func() bool { return s.d.Channels[lounge] == nil },
		`"thread-bot","channel":"` + secret + `"`:     func() bool { return s.d.Place(secret).Has(world.BotID) },
		`"private-thread","person":"ben","channel":"` + games + `"`: func() bool {
			all := s.d.Order
			return all[len(all)-1].Kind == world.PrivateThread && all[len(all)-1].Owner == s.d.Person("ben").ID
		},
		`"remove-bot"`: func() bool { return !s.d.Server.Bot },
		`"invite-bot"`: func() bool { return s.d.Server.Bot },
	} {
		done := false
		said := doWorld(t, s, what)
		s.d.Change(func() { done = try() })
		if said != "" || !done {
			t.Errorf("%s is answered with %q, and done: %t", what, said, done)
		}
	}
}

func TestWorldActionsAreRefused(t *testing.T) {
	s := start(t, Config{})
	s.Stage().DeleteChannel(lounge)
	for what, want := range map[string]string{
		`"delete-message","message":"1"`:                          "There is no such message",
		`"delete-channel","channel":"` + s.User("ann").DM() + `"`: "Only a channel or a thread of a server can be deleted",
		`"delete-channel","channel":"` + games + `"`:              "This is the last channel of the server: it stays",
		`"leave","person":"mallory"`:                              "There is nobody named mallory: there are ann, ben, cleo, dan, eve",
		`"deny","channel":"` + games + `","permission":"Fly"`:     "There is no permission Fly: there are AddReactions, AttachFiles, ",
		`"deny","channel":"99","permission":"SendMessages"`:       "The bot's permissions are those of a channel of the server",
		`"archive","channel":"` + games + `"`:                     "Only a thread can be put to sleep or locked",
		`"lock","channel":"99"`:                                   "Only a thread can be put to sleep or locked",
		`"thread-bot","channel":"` + games + `"`:                  "Only a thread can be put to sleep or locked, or take in the bot",
		`"private-thread","channel":"` + games + `"`:              "There is nobody named",
		`"nonsense"`: "That asks for something unknown",
	} {
		if got := doWorld(t, s, what); !strings.HasPrefix(got, want) {
			t.Errorf("%s is answered with %q, want %q", what, got, want)
		}
	}
}

// What a developer made of the world is told to the page, and a bot that ended is
// started again from there.
func TestPageShowsTheStage(t *testing.T) {
	s, _ := play(t, Config{}, nil)
	s.Stage().CloseDMs("ben", true)
	s.Stage().Leave("cleo", true)
	s.Stage().Install("dan", true)
	s.Stage().Deny(games, world.AttachFiles)
	ended := make(chan error)
	go func() { ended <- s.Ended(within(t), errors.New("the token is refused")) }()
	await(t, s, "the bot to be seen to have ended", func() bool { return s.d.World.Ended != "" })
	s.d.Lock()
	got, _ := json.Marshal(s.pages.view(&User{s.d, s.d.Person("ann")}, games).Stage)
	s.d.Unlock()
	want := `{"faults":[],"silent":false,"closed":["ben"],"left":["cleo"],"installed":["dan"],"denied":["AttachFiles"],"bot":true,"ended":"The token is refused"}`
	if string(got) != want {
		t.Errorf("the stage is %s, want %s", got, want)
	}
	do(t, s, `{"do":"start-bot"}`)
	if err := next(t, ended, "the page to start the bot"); err != nil {
		t.Errorf("the bot is not started again: %v", err)
	}
}
