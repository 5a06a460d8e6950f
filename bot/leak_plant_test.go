package bot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"parlour/bot"
	"parlour/games"
	"parlour/games/permutations"
	"parlour/storage"
)

// plants are leaks of every kind, by what they leak in.
var plants = map[string]plant{
	"alt text":           altering(`"description":"`, `"description":"%s `),
	"content":            altering(`"content":"`, `"content":"%s `),
	"a custom_id":        altering(`:more"`, `:more:%s"`),
	"a label":            altering(`"label":"`, `"label":"%s `),
	"a file name":        altering("board.png", "%s.png"),
	"a picture":          altering("IEND\xaeB`\x82", "IEND\xaeB`\x82%s"),
	"a completion":       altering(`"name":"`, `"name":"%s `),
	"a line of the log":  func(_ testing.TB, _ *run, c *bot.Config) { c.Store = chatty{c.Store, c} },
	"an error":           func(_ testing.TB, _ *run, c *bot.Config) { c.Store = chattyError{c.Store} },
	"the order":          proxied(func(p *proxy, r *http.Request) { p.late = r }),
	"what is not sent":   proxied(func(*proxy, *http.Request) {}),
	"a request too many": proxied(func(p *proxy, r *http.Request) { p.pass(r); p.pass(r) }),
	"what all see":       seen(func(v, own *permutations.Side) { v.Bid = own.Bid }),
	"the hand":           seen(func(v, own *permutations.Side) { v.Hand = own.Hand }),
}

// A leak of each kind is found, and none where there is none.
func TestPlantedLeaksAreFound(t *testing.T) {
	t.Parallel()
	var all []script
	for name, p := range plants {
		s := script{title: name, seed: 1, players: 2, auctions: 1, plant: p, tour: true}
		if name == "an error" {
			s.mishap = (*run).breakStore
		}
		s.redealt = name == "the hand"
		all = append(all, s)
	}
	all = append(all, script{title: "nothing", seed: 1, players: 2, auctions: 1, tour: true, redealt: true})
	each(t, all, func(t *testing.T, s script) {
		if _, err := s.leak(t); (err != nil) != (s.plant != nil) || err != nil && !errors.Is(err, errLeak) {
			t.Errorf("of a leak in %s the comparison says: %v", s.title, err)
		}
	})
}

// chatty is a store that writes down what is bid.
type chatty struct {
	storage.Store
	c *bot.Config
}

func (s chatty) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	if len(entries) > 0 {
		s.c.Log.Info("a ply", "move", entries[0].Move)
	}
	return s.Store.Append(ctx, h, entries...)
}

// chattyError is a store whose errors say what was bid.
type chattyError struct{ storage.Store }

func (s chattyError) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	h, err := s.Store.Append(ctx, h, entries...)
	if err != nil && len(entries) > 0 {
		err = fmt.Errorf("append %q: %w", entries[0].Move, err)
	}
	return h, err
}

// seen has everybody see of the seat of the secret what its owner does.
func seen(show func(public, own *permutations.Side)) plant {
	return func(_ testing.TB, g *run, _ *bot.Config) {
		g.deal.seen = func(s games.State, seat games.Seat, v permutations.View) permutations.View {
			if seat == games.Spectator && g.secret.Load() != nil {
				show(&v.Sides[g.seat], &view(s, g.seat).Sides[g.seat])
			}
			return v
		}
	}
}

// A proxy stands between the bot and the sandbox, and does something else with a request
// than to pass it on.
type proxy struct {
	t    testing.TB
	to   string
	late *http.Request // goes after the next one
}

// altering puts the secret into every message and every answer, in place of %s.
func altering(old, new string) plant {
	return func(t testing.TB, g *run, c *bot.Config) {
		newProxy(t, c, func(p *proxy, r *http.Request) *http.Response {
			secret, ok := g.secret.Load().(string)
			if ok && (strings.Contains(r.URL.Path, "/messages") || strings.HasSuffix(r.URL.Path, "/callback")) {
				body := bytes.ReplaceAll(bodyOf(r), []byte(old), []byte(strings.Replace(new, "%s", secret, 1)))
				r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			}
			return p.pass(r)
		})
	}
}

// proxied does something with the edits of public messages, when the card that is bid is
// the higher one.
func proxied(do func(*proxy, *http.Request)) plant {
	return func(t testing.TB, g *run, c *bot.Config) {
		newProxy(t, c, func(p *proxy, r *http.Request) *http.Response {
			if r.Method == http.MethodPatch && strings.Contains(r.URL.Path, "/channels/") && g.higher.Load() {
				do(p, r)
				return nil
			}
			answer := p.pass(r)
			if late := p.late; late != nil {
				p.late = nil
				p.pass(late)
			}
			return answer
		})
	}
}

// newProxy puts a proxy between the bot and the sandbox. A request that it has no answer
// for is answered all the same.
func newProxy(t testing.TB, c *bot.Config, do func(*proxy, *http.Request) *http.Response) {
	p := &proxy{t: t, to: c.API}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bodyOf(r) // to be there when the request has ended
		answer := do(p, r)
		if answer == nil {
			fmt.Fprint(w, "{}")
			return
		}
		w.Header().Set("Content-Type", answer.Header.Get("Content-Type"))
		w.WriteHeader(answer.StatusCode)
		_, _ = io.Copy(w, answer.Body)
	}))
	t.Cleanup(server.Close)
	c.API = server.URL
}

// bodyOf reads the body of a request, which can be read again.
func bodyOf(r *http.Request) []byte {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body
}

// pass passes a request on and returns the answer.
func (p *proxy) pass(r *http.Request) *http.Response {
	body := bodyOf(r)
	to, err := http.NewRequestWithContext(context.WithoutCancel(r.Context()), r.Method, p.to+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		p.t.Error(err)
		return nil
	}
	to.Header = r.Header.Clone()
	answer, err := http.DefaultClient.Do(to)
	if err != nil {
		p.t.Error(err)
		return nil
	}
	defer answer.Body.Close()
	got, _ := io.ReadAll(answer.Body)
	answer.Body = io.NopCloser(bytes.NewReader(got))
	return answer
}
