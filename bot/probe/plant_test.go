package probe

import (
	"bytes"
	"encoding/json"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot/sandbox/world"
)

// A plant changes an answer of the sandbox after its request took effect.
type plant func(*http.Response)

// planter is a proxy before a sandbox that plants one difference.
type planter struct {
	*httptest.Server
	on   atomic.Bool              // whether requests are counted
	n    atomic.Int64             // requests so far
	only func(*http.Request) bool // which requests are counted
	at   int64                    // the one whose answer is changed; 0 for none
	with plant
}

func newPlanter(t *testing.T, r *rig) *planter {
	t.Helper()
	to, err := url.Parse(r.s.URL())
	if err != nil {
		t.Fatal(err)
	}
	p := &planter{only: func(*http.Request) bool { return true }}
	p.Server = httptest.NewServer(&httputil.ReverseProxy{
		ErrorLog: log.New(io.Discard, "", 0), // of requests that ended with a test
		Rewrite:  func(q *httputil.ProxyRequest) { q.SetURL(to) },
		ModifyResponse: func(got *http.Response) error {
			if p.on.Load() && p.only(got.Request) && p.n.Add(1) == p.at {
				p.with(got)
			}
			return nil
		},
	})
	t.Cleanup(p.Close)
	r.c.API = p.URL
	return p
}

// become replaces the answer.
func become(got *http.Response, status int, body []byte) {
	got.StatusCode, got.ContentLength = status, int64(len(body))
	got.Header.Set("Content-Length", strconv.Itoa(len(body)))
	got.Header.Set("Content-Type", "application/json")
	got.Body = io.NopCloser(bytes.NewReader(body))
}

// plants are the kinds of differences.
var plants = map[string]plant{
	"refused becomes done": func(got *http.Response) {
		if got.StatusCode >= 400 {
			become(got, 200, []byte("{}"))
		}
	},
	"done becomes refused": func(got *http.Response) {
		if got.StatusCode < 300 {
			become(got, 400, []byte(`{"code":50035,"message":"no"}`))
		}
	},
	"another code": func(got *http.Response) {
		if got.StatusCode >= 400 {
			become(got, got.StatusCode, []byte(`{"code":99999,"message":"no"}`))
		}
	},
	"another id": func(got *http.Response) {
		text, _ := io.ReadAll(got.Body)
		var fields map[string]any
		if json.Unmarshal(text, &fields) == nil && fields["id"] != nil {
			fields["id"] = "5"
			text, _ = json.Marshal(fields)
		}
		become(got, got.StatusCode, text)
	},
	"other fields": func(got *http.Response) {
		if got.StatusCode >= 300 {
			return
		}
		got.Header.Del("X-RateLimit-Limit")
		got.Header.Set("Date", time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat))
		text, _ := io.ReadAll(got.Body)
		become(got, got.StatusCode, twist(text))
	},
}

// twist changes what rules read of an answer, and leaves its id.
func twist(text []byte) []byte {
	var list []json.RawMessage
	if json.Unmarshal(text, &list) == nil {
		return []byte(`[{"id":"5","type":1},{"id":"6","type":4}]`)
	}
	var fields map[string]any
	if json.Unmarshal(text, &fields) != nil {
		return text
	}
	for name, v := range map[string]any{
		"flags": 0, "mentions": []any{}, "mention_roles": []any{}, "embeds": []any{}, "type": 3, "components": []any{}, "member_count": 9,
		"thread_metadata": map[string]any{"archived": true, "auto_archive_duration": 1}, "resource": nil,
	} {
		if _, has := fields[name]; has {
			fields[name] = v
		}
	}
	if files, has := fields["attachments"].([]any); has && len(files) == 0 {
		fields["attachments"] = []any{map[string]any{"id": "9"}}
	} else if has {
		fields["attachments"] = []any{}
	}
	out, _ := json.Marshal(fields)
	return out
}

// TestPlantedDifferencesAreFound plants differences in each answer of each rule that needs no
// person. One of them at least must show.
//
//test:unwatched
func TestPlantedDifferencesAreFound(t *testing.T) {
	r := newRig(t)
	p := newPlanter(t, r)
	c := r.c
	c.fill()
	b, err := begin(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range b.alone() {
		if aboutGateway(rule.says) {
			continue // see TestAPlantedGatewayIsFound
		}
		var none []json.RawMessage // a plant in an id leaves a command
		r.request("PUT", "/applications/"+world.AppID+"/guilds/"+world.GuildID+"/commands", "[]", &none)
		if !p.found(t, b, rule) {
			t.Errorf("no plant makes a difference to: %s", rule.says)
		}
	}
}

// found tries a rule with one plant after another, those in its last answer first, until one shows.
func (p *planter) found(t *testing.T, b *prober, r rule) bool {
	defer func() { p.at = 0 }()
	row, requests := p.try(t, b, r)
	if row.Untried != "" || row.Differs() {
		t.Fatalf("without a plant there is %+v", row)
	}
	for p.at = requests; p.at > 0; p.at-- {
		for _, p.with = range plants {
			if row, _ := p.try(t, b, r); row.Differs() {
				return true
			}
		}
	}
	return false
}

// try tries a rule and counts its requests, those of its preparation and its cleaning left out.
func (p *planter) try(t *testing.T, b *prober, r rule) (Row, int64) {
	t.Helper()
	_ = b.Wait(t.Context(), 11*time.Minute) // for the limits of old messages and renames
	before := b.begin(t.Context())
	if r.begin != nil {
		r.begin(before)
	}
	try := b.begin(t.Context())
	p.n.Store(0)
	p.on.Store(true)
	did := r.try(try)
	p.on.Store(false)
	requests := p.n.Load()
	b.clean(t.Context(), append(before.undo, try.undo...))
	return r.row(did, try.err), requests
}

// arrives are the rules about what a press tells; see TestWhatArrivesIsCompared.
var arrives = map[string]bool{
	"A menu sends its picks in the order picked.":                                                               true,
	"In the bot's direct messages context is 1, app_permissions are 442368, and there is a user but no member.": true,
}

// TestPlantedDifferencesInPressesAreFound plants differences in each answer while ann presses.
//
//test:unwatched
func TestPlantedDifferencesInPressesAreFound(t *testing.T) {
	rows, requests := pressWith(t, 0, nil)
	unseen := map[string]bool{}
	for _, row := range rows {
		if row.Untried != "" || row.Differs() {
			t.Fatalf("without a plant there is %+v", row)
		}
		unseen[row.Rule] = !arrives[row.Rule]
	}
	maps.DeleteFunc(unseen, func(_ string, is bool) bool { return !is })
	for at := int64(1); at <= requests && len(unseen) > 0; at++ {
		for _, with := range plants {
			rows, _ := pressWith(t, at, with)
			for _, row := range rows {
				if row.Differs() {
					delete(unseen, row.Rule)
				}
			}
		}
	}
	if len(rows) < 20 {
		t.Errorf("only %d rules were tried", len(rows))
	}
	for rule := range unseen {
		t.Errorf("no plant makes a difference to: %s", rule)
	}
}

// pressWith has ann press everything with one plant, and counts the answers to interactions.
func pressWith(t *testing.T, at int64, with plant) ([]Row, int64) {
	t.Helper()
	r := newRig(t)
	defer r.s.Close()
	p := newPlanter(t, r)
	p.at, p.with = at, with
	p.only = func(q *http.Request) bool { // answers, follow-ups and looks
		return strings.Contains(q.URL.Path, "/interactions/") || strings.Contains(q.URL.Path, "/webhooks/") || q.Method == http.MethodGet
	}
	c := r.c
	ann := &person{t: t, s: r.s, ann: r.s.User("ann")}
	if at > 0 {
		skip := make(chan struct{}, 1)
		ann.skip, c.Skip = skip, skip
	}
	c.Ask = ann.ask
	c.fill()
	b, err := begin(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	p.on.Store(true)
	rows := b.press(t.Context())
	return rows, p.n.Load()
}
