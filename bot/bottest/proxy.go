package bottest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"parlour/bot"
)

// A Proxy stands between a bot and the sandbox, and may change, delay or drop a request.
type Proxy struct {
	t      testing.TB
	to     string
	client *http.Client // one connection a request: a kept one may be closed by the other side as a PATCH goes out
}

// NewProxy puts a proxy between a bot and the sandbox. If do returns no answer, the proxy answers with an
// empty object.
func NewProxy(t testing.TB, c *bot.Config, do func(*Proxy, *http.Request) *http.Response) {
	p := &Proxy{t, c.API, &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.Clone(context.WithoutCancel(r.Context()))  // it may be sent on after the original has ended
		if body, err := io.ReadAll(r.Body); err != nil { // its sender has given it up half-way, so nobody gets it
			panic(http.ErrAbortHandler)
		} else {
			SetBody(r, body)
		}
		answer := do(p, r)
		w.Header()["Date"] = nil // none of the proxy's own, whose clock is another
		if answer == nil {
			fmt.Fprint(w, "{}")
			return
		}
		w.Header().Set("Content-Type", answer.Header.Get("Content-Type"))
		w.Header().Set("Date", answer.Header.Get("Date"))
		w.WriteHeader(answer.StatusCode)
		_, _ = io.Copy(w, answer.Body)
	}))
	t.Cleanup(server.Close)
	c.API = server.URL
}

// BodyOf returns the body of a request, and leaves it readable.
func BodyOf(r *http.Request) []byte {
	body, _ := io.ReadAll(r.Body)
	SetBody(r, body)
	return body
}

// SetBody gives a request a body.
func SetBody(r *http.Request, body []byte) {
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
}

// Pass sends a request on and returns the answer.
func (p *Proxy) Pass(r *http.Request) *http.Response {
	to, err := http.NewRequestWithContext(r.Context(), r.Method, p.to+r.URL.RequestURI(), bytes.NewReader(BodyOf(r)))
	if err != nil {
		p.t.Error(err)
		return nil
	}
	to.Header = r.Header.Clone()
	answer, err := p.client.Do(to)
	if err != nil {
		p.t.Error(err)
		return nil
	}
	defer answer.Body.Close()
	got, _ := io.ReadAll(answer.Body)
	answer.Body = io.NopCloser(bytes.NewReader(got))
	return answer
}
