package sandbox

import (
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// serve gives the bot an address, at which it takes posts.
func (p *script) serve() {
	served := httptest.NewServer(http.HandlerFunc(p.serveHTTP))
	p.t.Cleanup(served.Close)
	p.name("address", served.URL)
}

// serveHTTP does what the bot does when it is asked, of which "body" answers the post. A bot that "trusts" does not look
// at signatures, one that is "deaf" does not know what a PING is, and one that is "tired" fails once.
func (p *script) serveHTTP(w http.ResponseWriter, r *http.Request) {
	var i struct{ Type int }
	body, err := io.ReadAll(r.Body)
	if err = errors.Join(err, json.Unmarshal(body, &i)); err != nil {
		p.t.Error(err)
	}
	key, err := hex.DecodeString(p.s.PublicKey())
	if err != nil || len(key) != ed25519.PublicKeySize {
		p.t.Errorf("the public key is %q", p.s.PublicKey())
		return
	}
	sig, _ := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	right := ed25519.Verify(key, append([]byte(r.Header.Get("X-Signature-Timestamp")), body...), sig)
	p.mu.Lock()
	trusts, deaf, tired := p.names["trusts"] == "yes", p.names["deaf"] == "yes", p.names["tired"] == "yes" && right
	if !right {
		p.wrong++
	} else {
		p.names["tired"] = "no"
	}
	p.mu.Unlock()
	switch {
	case !right && !trusts:
		http.Error(w, "wrong signature", http.StatusUnauthorized)
	case tired:
		http.Error(w, "not yet", http.StatusServiceUnavailable)
	case i.Type == 1 && !deaf:
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"type":1}`)
	case right || deaf:
		p.reply = w
		p.ask(body)
		p.wantDone()
	}
}

// body answers a post with a status, a type of content with - for none, and the content. Status 0 cuts the connection.
func (p *script) body(words []string, rest string) (c came) {
	_, content, _ := strings.Cut(rest, " ")
	kind, content, _ := strings.Cut(content, " ")
	if kind != "" && kind != "-" {
		p.reply.Header().Set("Content-Type", kind)
	}
	status, err := strconv.Atoi(words[1])
	if status == 0 {
		conn, _, _ := http.NewResponseController(p.reply).Hijack()
		_ = conn.Close()
		return said(err)
	}
	p.reply.Header().Set("Location", "/")
	p.reply.WriteHeader(status)
	_, _ = io.WriteString(p.reply, content)
	return said(err)
}

func TestEndpoint(t *testing.T) {
	scripts(t, Config{}, `
		## A bot answers in the body or by REST, and the gateway hears nothing
		on move?: body 200 application/json {"type":8,"data":{"choices":[{"name":"A","value":"a"}]}}
		on go: body 200 application/json {"type":4,"data":{"content":"gone"}}
		on server: body 202
		on server: answer 4 {"content":"by REST"}
		serve
		over
		read GUILD_CREATE
		ann /go = Parlour: gone
		ann /server = Parlour: by REST
		ann complete /move move:x = A=a
		broken =
		GET /applications/@me ~ "verify_key":"$key" ~ "interactions_endpoint_url":"$address"
		PATCH /applications/@me {"interactions_endpoint_url":null} ~ "interactions_endpoint_url":null
		off
		on go: answer 4 {"content":"by the gateway"}
		ann /go = Parlour: by the gateway

		## A wrong signature comes first, and now and then, and a bot that takes it breaks a rule
		on go: body 200 application/json {"type":4,"data":{"content":"gone"}}
		serve
		over
		wrong = 1
		61× ann /go = Parlour: gone
		wrong = 5
		broken =
		traffic ~ "path":"INTERACTION_CREATE, wrongly signed","status":401
		trusts yes
		20× ann /go = Parlour: gone
		broken ~ refused with 401, not with 200

		## An address is verified before it is kept
		serve
		trusts yes
		PATCH /applications/@me {"interactions_endpoint_url":"$address"} → 50035
		broken ~ refused with 401, not with 200
		trusts no
		deaf yes
		PATCH /applications/@me {"interactions_endpoint_url":"$address"} → 50035
		broken ~ A PING is answered with 200, {"type": 1}
		deaf no
		PATCH /applications/@me {"interactions_endpoint_url":"$address"}
		PATCH /applications/@me {"tags":["x"]} → 999999
		broken ~ does not imitate

		## A bot hears at its address that it was added, by whom and where
		deaf yes # the 1 that is a PING of interactions is an event here
		tired yes
		on any: body 204 application/json
		serve
		events
		remove-bot
		invite-bot
		heard
		traffic ~ "path":"PING of events" ~ "path":"APPLICATION_AUTHORIZED" ~ "integration_type":0
		... ~ "system_channel_id":"$games"
		... ~ "id":"$ann" ~ "type":1
		broken =
`)
	for _, c := range []struct{ answers, broken string }{
		{"204", "not with 204"}, {"401", "not with 401"}, {"302", "not with 302"}, {"202 - {}", "202 has no body"},
		{"200", "has a body of JSON"}, {`200 - {"type":4,"data":{"content":"x"}}`, "Content-Type application/json"},
		{`200 application/json {"type":1}`, "type"}, {`200 application/json {"type":8,"data":{"choices":[]}}`, "cannot be answered with type 8"},
		{`200 application/json {"type":4,"data":{"content":"«2001x»"}}`, "2000 or fewer"}, {"503", ""}, {"0", ""},
	} {
		broken := "broken ="
		if c.broken != "" {
			broken = "broken ~ " + c.broken
		}
		scripts(t, Config{}, `
			## Another answer is none, and breaks a rule unless the bot failed
			on go: body `+c.answers+`
			serve
			over
			ann /go → The application did not respond
			`+broken)
	}
	for _, c := range []struct{ answers, broken string }{
		{"200 application/json", "An event is answered with 204"}, {"204", "Content-Type"},
	} {
		scripts(t, Config{}, `
			## An event is answered as Discord asks
			deaf yes
			on any: body `+c.answers+`
			serve
			events
			invite-bot
			heard
			broken ~ `+c.broken+`
			traffic !~ "path":"APPLICATION_AUTHORIZED"`)
	}
	scripts(t, Config{}, `
		## A bot that trusts everybody breaks a rule before it hears of an event
		deaf yes
		trusts yes
		on any: body 204 application/json
		serve
		events
		invite-bot
		heard
		broken ~ A wrong signature is refused with 401
`)
	scripts(t, Config{AnswerWithin: 50 * time.Millisecond}, `
		## The bot has three seconds, over HTTP too
		on go: fail {"wait":60}
		on go: GET /users/@me
		on go: body 200 application/json {"type":4,"data":{"content":"late"}}
		serve
		over
		ann /go → The application did not respond
`)
}
