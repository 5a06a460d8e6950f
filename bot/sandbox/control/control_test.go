package control

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/world"
)

// told is an answer of the control.
type told struct {
	answer
	Routes          []string
	Broken, Traffic *[]json.RawMessage
}

// rig starts a sandbox of mia and noah with its control. The function that it returns asks
// the control, and returns the status and the answer; base is the sandbox's address.
func rig(t *testing.T) (ask func(method, path, body string) (int, told), base string) {
	t.Helper()
	s, err := sandbox.Start(sandbox.Config{Cast: &world.Cast{
		Bot: "Tally", People: []world.CastPerson{{Name: "mia", Display: "Mia"}, {Name: "noah", Display: "Noah"}},
		Servers: []world.CastServer{{Name: "Office", Channels: []string{"general"}}, {Name: "Attic", Channels: []string{"general", "hall"}, People: []string{"noah"}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	Serve(s)
	client := http.Client{Timeout: time.Minute}
	ask = func(method, path, body string) (int, told) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, s.URL()+"/control"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(body, "web page ") {
			r.Header.Set("Origin", "http://elsewhere.example")
		}
		got, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer got.Body.Close()
		var a told
		text, err := io.ReadAll(got.Body)
		if err == nil {
			err = json.Unmarshal(text, &a)
		}
		if err != nil {
			t.Errorf("%s %s: %q, %v", method, path, text, err)
		}
		return got.StatusCode, a
	}
	return ask, s.URL()
}

// What one person says another reads, and can wait for.
func TestPeopleTalk(t *testing.T) {
	ask, _ := rig(t)
	code, said := ask("POST", "/mia/say", `{"in": "#general", "text": "Hello <@1100000000000000101>"}`)
	if code != 200 || said.Message == nil || said.Message.Author != "mia" {
		t.Fatalf("mia says hello: %d, %+v", code, said)
	}
	code, seen := ask("GET", "/noah/sees?in=Office%23general", "")
	if code != 200 || len(*seen.Messages) != 1 || (*seen.Messages)[0].ID != said.Message.ID {
		t.Errorf("noah sees in the office: %d, %+v", code, seen)
	}
	if code, seen = ask("GET", "/noah/sees?in=Attic%23general", ""); code != 200 || len(*seen.Messages) != 0 {
		t.Errorf("noah sees in the attic: %d, %+v", code, seen)
	}
	if _, got := ask("GET", "/noah/pings", ""); len(*got.Pings) != 1 || (*got.Pings)[0].Text != "Hello @Noah" {
		t.Errorf("noah has the pings %+v", got.Pings)
	}
	done := make(chan told)
	go func() {
		_, got := ask("GET", "/noah/wait?in=Office%23general&text=again&seconds=60&after="+said.Message.ID, "")
		done <- got
	}()
	if code, _ := ask("POST", "/mia/say", `{"in": "#general", "text": "Hello again"}`); code != 200 {
		t.Errorf("mia says hello again: %d", code)
	}
	if code, _ := ask("GET", "/noah/wait?gone=1", ""); code != 200 {
		t.Errorf("noah waits until a message is gone that never was: %d", code)
	}
	if code, _ := ask("GET", "/noah/wait?seconds=0&gone="+said.Message.ID, ""); code != 504 {
		t.Errorf("noah waits until a message is gone that is there: %d", code)
	}
	if got := <-done; got.Message == nil || got.Message.Content != "Hello again" {
		t.Errorf("noah waited for hello again: %+v", got)
	}
}

// A place is named by its id, by its channel, or as the direct messages with the bot.
func TestPlaces(t *testing.T) {
	ask, _ := rig(t)
	_, got := ask("GET", "/mia/places", "")
	if len(*got.Places) != 2 || (*got.Places)[0].Server != "Office" || !(*got.Places)[1].WithBot {
		t.Errorf("mia sees the places %+v", got.Places)
	}
	for _, name := range []string{"dm", "%23general", (*got.Places)[0].ID} {
		if code, got := ask("GET", "/mia/sees?in="+name, ""); code != 200 || len(*got.Messages) != 0 {
			t.Errorf("mia sees in %s: %d, %+v", name, code, got)
		}
	}
}

// A list of nothing is [] in JSON, and not null.
func TestEmptyLists(t *testing.T) {
	ask, _ := rig(t)
	_, pings := ask("GET", "/mia/pings", "")
	_, broken := ask("GET", "/broken", "")
	_, traffic := ask("GET", "/traffic", "")
	if pings.Pings == nil || broken.Broken == nil || traffic.Traffic == nil {
		t.Errorf("of nothing mia has the pings %v, and there are the broken requests %v and the traffic %v", pings.Pings, broken.Broken, traffic.Traffic)
	}
}

// Each mistake is a sentence, and its status tells of what kind it is.
func TestWhatIsRefused(t *testing.T) {
	ask, _ := rig(t)
	for _, c := range []struct {
		method, path, body string
		code               int
		want               string
	}{
		{"POST", "/ann/say", `{}`, 404, "nobody of that name"},
		{"POST", "/mia/say", `{"in": "#general"}`, 422, "empty"},
		{"POST", "/mia/say", `{"in": "#hall", "text": "Hello"}`, 400, `no place "#hall" that mia sees`},
		{"POST", "/mia/say", `{"into": "#general"}`, 400, `unknown field "into"`},
		{"POST", "/mia/fly", `{}`, 400, "nobody can do that"},
		{"POST", "/mia/slash", `{"in": "#general", "line": "/dust"}`, 422, "no command /dust here"},
		{"POST", "/mia/click", `{"message": "1", "button": "OK"}`, 422, "no such message"},
		{"POST", "/mia/submit", `{"form": "1"}`, 422, "that modal is not yours"},
		{"GET", "/mia/wait?in=dm&seconds=-1", "", 400, "seconds is a number"},
		{"GET", "/mia/wait?in=dm&seconds=NaN", "", 400, "seconds is a number"},
		{"GET", "/mia/wait?in=dm&seconds=0", "", 504, "deadline"},
		{"GET", "/mia/wait?seconds=0", "", 504, "deadline"},
		{"GET", "/ready?seconds=0", "", 504, "not connected"},
		{"POST", "/mia/say", "web page {}", 403, "No web page"},
		{"GET", "", "web page", 200, ""},
		{"POST", "/discord", `{"do": "gateway", "what": "dance"}`, 422, "something unknown"},
		{"POST", "/discord", `{"do": "fail", "what": "x", "faults": 1}`, 422, "unknown field"},
		{"POST", "/discord", `{"do": "world", "what": "leave", "person": "ann"}`, 422, "nobody named ann: there are mia, noah"},
		{"GET", "/broken", "", 200, ""},
		{"GET", "/traffic", "", 200, ""},
		{"POST", "/mia/reload", "", 200, ""},
	} {
		code, got := ask(c.method, c.path, c.body)
		if code != c.code || !strings.Contains(strings.ToLower(got.Error), strings.ToLower(c.want)) {
			t.Errorf("%s %s %s: %d, %q, want %d, %q", c.method, c.path, c.body, code, got.Error, c.code, c.want)
		}
	}
}

// A program makes Discord fail, and changes people and places, as a developer does on the page.
func TestDiscordFails(t *testing.T) {
	ask, base := rig(t)
	_, got := ask("GET", "/routes", "")
	if !slices.Contains(got.Routes, "GET /gateway") {
		t.Fatalf("the requests that can fail are %q", got.Routes)
	}
	for _, wish := range []string{
		`{"do": "fail", "fault": {"route": "GET /gateway", "status": 503}}`,
		`{"do": "world", "what": "leave", "person": "mia"}`,
	} {
		if code, got := ask("POST", "/discord", wish); code != 200 || got.Error != "" {
			t.Errorf("%s: %d, %+v", wish, code, got)
		}
	}
	for _, want := range []int{503, 200} {
		r, err := http.Get(base + "/api/v10/gateway")
		if err != nil {
			t.Fatal(err)
		}
		if r.Body.Close(); r.StatusCode != want {
			t.Errorf("the request that fails once has the status %d, want %d", r.StatusCode, want)
		}
	}
	if _, got := ask("GET", "/mia/places", ""); len(*got.Places) != 1 {
		t.Errorf("mia, who left, sees %+v", got.Places)
	}
}
