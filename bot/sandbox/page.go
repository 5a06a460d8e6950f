package sandbox

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// pages is the web page: it shows one person's view, and carries out the actions of people
// and developers. It uses the whole [Server], as a test does.
type pages struct {
	*discord.Discord
	server *Server
}

//go:embed page
var pageFiles embed.FS

// pagePolicy lets the page load its own files and nothing else.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// routes serves the page, its socket and its actions.
func (pg *pages) routes(mux *http.ServeMux) {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // the files are part of the binary
	}
	serve := http.FileServerFS(files)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", pagePolicy)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Referrer-Policy", "no-referrer")
		if as := r.URL.Query().Get("as"); r.URL.Path == "/" && !slices.Contains(pg.People, as) {
			http.Redirect(w, r, "/?as="+pg.People[0], http.StatusFound)
			return
		}
		serve.ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /page/live", pg.live)
	mux.HandleFunc("POST /page/act", pg.serveAct)
	mux.HandleFunc("POST /page/upload", pg.serveUpload)
	mux.HandleFunc("POST /page/fault", pg.serveFault)
	mux.HandleFunc("GET /page/routes", func(w http.ResponseWriter, r *http.Request) { sendJSON(w, discord.Routes()) })
	mux.HandleFunc("GET /page/exchange", pg.serveExchange)
}

// ownOrigin reports whether a request comes from the sandbox's own page.
func ownOrigin(r *http.Request) bool {
	u, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && u.Scheme == "http" && u.Host == r.Host
}

// action is one action of a person on the page.
type action struct {
	As      string            `json:"as"`
	Do      string            `json:"do"`
	Channel string            `json:"channel"`
	Message string            `json:"message"`
	Line    string            `json:"line"`    // a command as typed, or text
	Command string            `json:"command"` // or its words, "play permute"
	Options []actionOption    `json:"options"` // with the values given
	Focused string            `json:"focused"`
	ID      string            `json:"id"` // custom_id, or a modal's id
	Values  []string          `json:"values"`
	Fields  map[string]filled `json:"fields"`
}

type actionOption struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// result is the answer to an action.
type result struct {
	Error   string       `json:"error,omitempty"`
	Message string       `json:"message,omitempty"`
	Modal   *world.Modal `json:"modal,omitempty"`
	Choices []Choice     `json:"choices,omitempty"`
}

// serveAct carries out an action of a person, and answers when the bot has answered.
func (pg *pages) serveAct(w http.ResponseWriter, r *http.Request) {
	if !ownOrigin(r) {
		http.Error(w, "Only the sandbox's own page may act.", http.StatusForbidden)
		return
	}
	var a action
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&a)
	if err != nil || !slices.Contains(pg.People, a.As) {
		http.Error(w, "That is not an action.", http.StatusBadRequest)
		return
	}
	u := pg.server.User(a.As)
	var out result
	if a.Do == "complete" {
		choices, err := u.complete(r.Context(), a.Channel, func(c *world.Channel) (*world.Invocation, string, error) {
			v, err := pg.invoke(a, u.u, c)
			return v, a.Focused, err
		})
		out.Choices, out.Error = choices, Sentence(err)
	} else {
		m, err := pg.act(r.Context(), u, a)
		out.Error = Sentence(err)
		if m != nil {
			out.Message, out.Modal = m.ID, m.Modal
		}
	}
	sendJSON(w, out)
}

// act carries out every action but a completion.
func (pg *pages) act(ctx context.Context, u *User, a action) (*Message, error) {
	switch a.Do {
	case "slash":
		return u.Slash(ctx, a.Channel, a.Line)
	case "run":
		return u.command(ctx, a.Channel,
			func(c *world.Channel) (*world.Invocation, error) { return pg.invoke(a, u.u, c) })
	case "on-message":
		return u.UseOnMessage(ctx, a.Message, a.Command)
	case "on-user":
		return u.UseOnUser(ctx, a.Channel, a.ID, a.Command)
	case "say":
		return u.Say(a.Channel, a.Line)
	case "click":
		return u.Click(ctx, a.Message, a.ID)
	case "choose":
		return u.Choose(ctx, a.Message, a.ID, a.Values...)
	case "submit":
		return u.SubmitPicks(ctx, u.Form(a.ID), picks(a.Fields))
	case "dismiss":
		return nil, u.Dismiss(a.Message)
	}
	return nil, errUnknown
}

// invoke makes an invocation from options that were given one by one.
func (pg *pages) invoke(a action, u *world.User, c *world.Channel) (*world.Invocation, error) {
	v, _, err := pg.ParseCommand(a.Command, u, c)
	if err != nil {
		return nil, err
	}
	for _, o := range a.Options {
		i := slices.IndexFunc(v.Defs, func(d rule.Option) bool { return d.IsCalled(o.Name, u.Locale) })
		if i < 0 {
			return nil, errors.New("there is no option " + rule.Clip(o.Name))
		}
		if slices.ContainsFunc(v.Values, func(g world.Given) bool { return g.Def.IsCalled(o.Name, u.Locale) }) {
			return nil, world.ErrTwice(o.Name)
		}
		v.Values = append(v.Values, world.Given{Def: v.Defs[i], Text: o.Value})
	}
	return v, nil
}

// Sentence words an error for a person.
func Sentence(err error) string {
	var api *rule.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &api) && api.Code == 50035:
		return "That is too long, or not allowed here."
	case errors.As(err, &api):
		return api.Message
	}
	first, size := utf8.DecodeRuneInString(err.Error())
	return string(unicode.ToUpper(first)) + err.Error()[size:]
}

// UseOnMessage uses a command on a message, which a client offers under "Apps" in the menu of
// the message. It returns what [User.Slash] returns.
func (u *User) UseOnMessage(ctx context.Context, messageID, command string) (*Message, error) {
	return u.useOn(ctx, rule.OnMessage, command, func() (world.Target, *world.Channel, error) {
		m := u.d.Message(messageID)
		if m == nil || m.Only != nil || m.Notice() || !u.d.Sees(u.u, m.Channel) {
			return world.Target{}, nil, errNoSuch
		}
		return world.Target{Message: m}, m.Channel, nil
	})
}

// UseOnUser uses a command on a person or a bot, which a client offers under "Apps" in their
// menu. They are named as in an option: ann, @ann, an id.
func (u *User) UseOnUser(ctx context.Context, channelID, whom, command string) (*Message, error) {
	return u.useOn(ctx, rule.OnUser, command, func() (world.Target, *world.Channel, error) {
		c, err := u.where(channelID)
		if err != nil {
			return world.Target{}, nil, err
		}
		t, ok := u.d.Pick(u.u, c, world.Users, whom, nil)
		if !ok {
			return world.Target{}, nil, fmt.Errorf("there is nobody named %q here", rule.Clip(whom))
		}
		return t, c, nil
	})
}

// useOn finds a target with the lock held, and sends a command of a type on it to the bot.
func (u *User) useOn(ctx context.Context, kind int, command string,
	find func() (world.Target, *world.Channel, error)) (*Message, error) {
	return u.send(ctx, func() (*world.Interaction, error) {
		t, c, err := find()
		if err != nil {
			return nil, err
		}
		if c.Archived {
			return nil, errAsleep
		}
		offered := u.d.Offered(kind, u.u, c)
		n := slices.IndexFunc(offered, func(cmd *rule.Command) bool { return cmd.Name == command })
		if n < 0 {
			names := world.List(offered, func(cmd *rule.Command) string { return cmd.Name })
			return nil, fmt.Errorf("there is no command %q here; there are %q", rule.Clip(command), names)
		}
		cmd := offered[n]
		data := map[string]any{
			"id": cmd.ID, "name": cmd.Name, "type": cmd.Type, "target_id": t.ID(),
			"resolved": u.d.Resolve([]world.Target{t}, u.u, c),
		}
		if cmd.GuildID != "" {
			data["guild_id"] = cmd.GuildID
		}
		return &world.Interaction{
			Kind: world.KindCommand, User: u.u, Channel: c, Owners: world.OwnersOf(cmd, u.u, c), Data: data,
			Title: cmd.Name, Target: t,
		}, nil
	})
}

// pushPause gathers changes that come close together into one push.
const pushPause = 30 * time.Millisecond

// live sends the page what a person sees, again after every change, until the page is
// closed. The page says which channel it shows.
func (pg *pages) live(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if !slices.Contains(pg.People, q.Get("as")) {
		http.NotFound(w, r)
		return
	}
	conn, err := pg.Sockets.Upgrade(w, r, ownOrigin)
	if err != nil {
		return
	}
	defer pg.Sockets.Drop(conn)
	u := pg.server.User(q.Get("as"))
	u.enter(q.Get("fresh") != "")
	defer u.leave()
	p := &page{pages: pg, u: u, conn: conn, open: q.Get("open"), opened: make(chan struct{}, 1),
		gone: make(chan struct{})}
	go p.read()
	p.push()
	_ = conn.Close()
	<-p.gone
}

// enter counts a page of the person. A fresh page reloads their client, unless another
// page of theirs still shows their ephemeral messages.
func (u *User) enter(fresh bool) {
	u.d.Lock()
	alone := u.u.Pages == 0
	u.u.Pages++
	u.d.Unlock()
	if fresh && alone {
		u.Reload()
	}
}

func (u *User) leave() { u.d.Change(func() { u.u.Pages-- }) }

// page is the socket of one open page.
type page struct {
	pages  *pages
	u      *User
	conn   *websocket.Conn
	open   string        // the channel it shows, "" for the first; the lock guards it
	opened chan struct{} // it asks to show another
	gone   chan struct{} // closed when nothing more is read
}

// read reads the channels that the page asks to show.
func (p *page) read() {
	defer close(p.gone)
	for {
		_, text, err := p.conn.ReadMessage()
		if err != nil {
			return
		}
		p.pages.Lock()
		p.open = string(text)
		p.pages.Unlock()
		select {
		case p.opened <- struct{}{}:
		default: // it looks again soon
		}
	}
}

// push writes a view whenever it has changed.
func (p *page) push() {
	var last []byte
	for {
		now, changed, err := p.look()
		if err != nil {
			return
		}
		if !bytes.Equal(now, last) {
			if err := discord.WriteJSON(p.conn, json.RawMessage(now)); err != nil {
				return
			}
			last = now
		}
		if !p.wait(changed) {
			return
		}
	}
}

// look returns the view as it is now, and a channel that is closed at the next change.
// If the open channel is gone, the view opens another.
func (p *page) look() ([]byte, <-chan struct{}, error) {
	p.pages.Lock()
	defer p.pages.Unlock()
	v := p.pages.view(p.u, p.open)
	p.open = v.Open
	raw, err := json.Marshal(v)
	return raw, p.pages.Next(), err
}

// wait waits for a change, or until the page shows another channel. It returns false
// at the end.
func (p *page) wait(changed <-chan struct{}) bool {
	var pause <-chan time.Time
	for {
		select {
		case <-p.opened:
			return true
		case <-changed:
			changed, pause = nil, time.After(pushPause)
		case <-pause:
			return true
		case <-p.gone:
			return false
		case <-p.pages.Ended():
			return false
		}
	}
}
