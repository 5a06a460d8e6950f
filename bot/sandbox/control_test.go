package sandbox

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox/world"
)

// rig starts a sandbox of mia and noah with its control. The function that it returns asks the control, or what is at a
// path of // in the sandbox, and returns the status and the answer.
func rig(t *testing.T) (ask func(method, path, body string) (int, string)) {
	t.Helper()
	s, err := Start(Config{Cast: &world.Cast{
		Bot: "Tally", People: []world.CastPerson{{Name: "mia", Display: "Mia"}, {Name: "noah", Display: "Noah"}},
		Servers: []world.CastServer{{Name: "Office", Channels: []string{"general"}}, {Name: "Attic", Channels: []string{"general", "hall"}, People: []string{"noah"}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	ServeControl(s)
	client := http.Client{Timeout: time.Minute}
	return func(method, path, body string) (int, string) {
		t.Helper()
		at, raw := strings.CutPrefix(path, "//")
		if at = "/" + at; !raw {
			at = "/control" + strings.TrimSuffix(path, "/")
		}
		r, err := http.NewRequestWithContext(t.Context(), method, s.URL()+at, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(body, "web page") {
			r.Header.Set("Origin", "http://elsewhere.example")
		}
		got, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer got.Body.Close()
		text, err := io.ReadAll(got.Body)
		if err != nil {
			t.Error(err)
		}
		return got.StatusCode, string(text)
	}
}

// A request with its body has a status and parts of an answer. $id is that of the newest message.
func TestControl(t *testing.T) {
	ask, id := rig(t), ""
	hold := func(script string) {
		t.Helper()
		for line := range strings.Lines(strings.TrimSpace(script)) {
			asked, want, told := strings.Cut(strings.TrimSpace(strings.ReplaceAll(line, "$id", id)), " = ")
			if !told {
				t.Fatalf("a line says what it is answered with: %s", line)
			}
			words := strings.SplitN(asked+" ", " ", 3)
			code, text := ask(words[0], words[1], strings.TrimSpace(words[2]))
			if m := regexp.MustCompile(`"id":"(\d+)","channel"`).FindStringSubmatch(text); m != nil {
				id = m[1]
			}
			text = strings.ToLower(fmt.Sprintf("= %d %s", code, text))
			for part := range strings.SplitSeq(strings.ToLower("= "+want), " ~ ") {
				if !strings.Contains(text, part) {
					t.Errorf("%s: %s has no %s", line, text, part)
				}
			}
		}
	}
	hold(`
		GET / = 200 ~ "application":"1100000000000000002" ~ "name":"mia"
		GET /mia/pings = 200 {"pings":[]}
		GET /broken = 200 {"broken":[]}
		GET /traffic = 200 {"traffic":[]}
		POST /mia/say {"in": "#general", "text": "Hello <@1100000000000000101>"} = 200 ~ "author":"mia"
		GET /noah/sees?in=Office%23general = 200 {"messages":[{"id":"$id"
		GET /noah/sees?in=Attic%23general = 200 {"messages":[]}
		GET /noah/pings = 200 ~ "text":"Hello @Noah"
		GET /noah/wait?gone=1 = 200
		GET /noah/wait?seconds=0&gone=$id = 504
		GET /mia/places = 200 {"places":[{"id":"1100000000000000011" ~ "server":"Office" ~ "withBot":true}]}
		GET /mia/sees?in=dm = 200 {"messages":[]}
		GET /mia/sees?in=1100000000000000200 = 200 {"messages":[]}
		GET /mia/sees?in=%23general = 200 {"messages":[{"id":"$id"
		GET /mia/sees?in=1100000000000000011 = 200 {"messages":[{"id":"$id"
		POST /ann/say {} = 404 ~ nobody of that name
		POST /mia/say {"in": "#general"} = 422 ~ empty
		POST /mia/say {"in": "#hall", "text": "Hello"} = 400 ~ no place \"#hall\" that mia sees
		POST /mia/say {"into": "#general"} = 400 ~ unknown field \"into\"
		POST /mia/fly {} = 400 ~ nobody can do that
		POST /mia/slash {"in": "#general", "line": "/dust"} = 422 ~ no command /dust here
		POST /mia/click {"message": "1", "button": "OK"} = 422 ~ no such message
		POST /mia/submit {"form": "1"} = 422 ~ that modal is not yours
		GET /mia/wait?in=dm&seconds=-1 = 400 ~ seconds is a number
		GET /mia/wait?in=dm&seconds=NaN = 400 ~ seconds is a number
		GET /mia/wait?in=dm&seconds=0 = 504 ~ deadline
		GET /mia/wait?in=dm&text=x&seconds=0 = 504 ~ deadline
		GET /ready?seconds=0 = 504 ~ not connected
		POST /mia/say web page {} = 403 ~ No web page
		POST /discord {"do": "gateway", "what": "dance"} = 422 ~ something unknown
		POST /discord {"do": "fail", "what": "x", "faults": 1} = 422 ~ unknown field
		POST /discord {"do": "world", "what": "leave", "person": "ann"} = 422 ~ nobody named ann: there are mia, noah
		POST /mia/reload = 200`)
	done, wait := make(chan string), "/noah/wait?in=Office%23general&text=again&seconds=60&after="+id
	go func() {
		_, got := ask("GET", wait, "")
		done <- got
	}()
	hold(`POST /mia/say {"in": "#general", "text": "Hello again"} = 200`)
	if got := <-done; !strings.Contains(got, `"content":"Hello again"`) {
		t.Errorf("noah waited for hello again: %s", got)
	}
	hold(`
		GET /routes = 200 ~ "GET /gateway"
		POST /discord {"do": "fail", "fault": {"route": "GET /gateway", "status": 503}} = 200 {}
		POST /discord {"do": "world", "what": "leave", "person": "mia"} = 200 {}
		GET //api/v10/gateway = 503
		GET //api/v10/gateway = 200
		GET /mia/places = 200 {"places":[{"id":"1100000000000000200","name":"","kind":1,"withbot":true}]}`)
}
