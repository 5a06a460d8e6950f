package sandbox

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/discord"
)

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
	p := &page{pages: pg, u: u, conn: conn, open: q.Get("open"), opened: make(chan struct{}, 1), gone: make(chan struct{})}
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

func (u *User) leave() {
	u.d.Lock()
	defer u.d.Unlock()
	u.u.Pages--
	u.d.Bump()
}

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
