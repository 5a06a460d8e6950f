package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// faultAction is an action of a developer, on the page or by [Server.Provoke]: something in the
// sandbox or its world changes.
type faultAction struct {
	Do    string    `json:"do"`
	Fault pageFault `json:"fault"`
	ID    int       `json:"id"` // of a fault to mend; 0 is all
	What  string    `json:"what"`

	// Of the gateway.
	Code  int `json:"code"`
	Op    int `json:"op"`
	Times int `json:"times"`

	// Of the world.
	Person     string `json:"person"`
	Channel    string `json:"channel"`
	Message    string `json:"message"`
	Permission string `json:"permission"`
	Language   string `json:"language"`
}

// pageFault is a Fault with its wait in milliseconds.
type pageFault struct {
	fault.Fault
	Wait int64 `json:"wait"`
}

// serveFault carries out an action of a developer. The answer has a sentence if it was
// refused.
func (pg *pages) serveFault(w http.ResponseWriter, r *http.Request) {
	if !ownOrigin(r) {
		http.Error(w, "Only the sandbox's own page may act.", http.StatusForbidden)
		return
	}
	var a faultAction
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&a); err != nil {
		http.Error(w, "That is not an action.", http.StatusBadRequest)
		return
	}
	sendJSON(w, result{Error: Sentence(pg.actFault(a))})
}

// errUnknown refuses an action that there is not.
var errUnknown = errors.New("that asks for something unknown")

// actFault carries out a [faultAction].
func (pg *pages) actFault(a faultAction) error {
	switch {
	case a.Do == "fail":
		f := a.Fault.Fault
		f.Wait = time.Duration(min(max(a.Fault.Wait, -1), fault.MaxWait.Milliseconds()+1)) * time.Millisecond
		_, err := pg.Faults.Fail(f)
		return err
	case a.Do == "mend" && a.ID == 0:
		pg.Faults.Mend()
	case a.Do == "mend":
		pg.Faults.Mend(a.ID)
	case a.Do == "gateway":
		return pg.gatewayAction(a)
	case a.Do == "start-bot":
		pg.Change(func() { pg.World.Ended = "" })
	default:
		if err := pg.mayAct(a); err != nil {
			return err
		}
		return pg.worldAction(a)
	}
	return nil
}

// gatewayAction makes the gateway misbehave.
func (pg *pages) gatewayAction(a faultAction) error {
	times := max(1, a.Times)
	switch a.What {
	case "reconnect":
		pg.Faults.AskToReconnect()
	case "invalid", "invalid-resumable":
		pg.Faults.InvalidateSession(a.What == "invalid-resumable")
	case "close":
		codes := append(slices.Sorted(maps.Keys(discord.CloseText)), websocket.CloseNormalClosure, websocket.CloseGoingAway, websocket.CloseAbnormalClosure)
		if !slices.Contains(codes, a.Code) {
			return fmt.Errorf("the gateway does not close with %d: take one of %s", a.Code, strings.Trim(fmt.Sprint(codes), "[]"))
		}
		pg.Faults.Disconnect(a.Code)
	case "silence", "speak":
		pg.Faults.Silence(a.What == "silence")
	case "refuse":
		return pg.Faults.RefuseHello(a.Op, times)
	case "repeat":
		pg.Faults.RepeatEvents(times)
	case "swap":
		pg.Faults.SwapEvents()
	default:
		return errors.New("that asks the gateway for something unknown")
	}
	return nil
}

// mayAct refuses a change of a person or a place that is not there, or is of another kind. The last
// channel of a server stays, because people need a place.
func (pg *pages) mayAct(a faultAction) error {
	pg.Lock()
	defer pg.Unlock()
	c, people := pg.Channels[a.Channel], pg.People
	switch a.What {
	case "close-dms", "open-dms", "leave", "join", "install", "uninstall", "private-thread", "language":
		switch {
		case !slices.Contains(people, a.Person):
			return fmt.Errorf("there is nobody named %s: there are %s", rule.Clip(a.Person), strings.Join(people, ", "))
		case a.What == "private-thread" && (c == nil || c.Kind != world.Text):
			return errors.New("a private thread starts in a channel of a server")
		case a.What == "language" && !slices.Contains(rule.Locales, a.Language):
			return fmt.Errorf("there is no language %s: there are %s", rule.Clip(a.Language), strings.Join(rule.Locales, ", "))
		}
	case "deny", "allow":
		switch {
		case world.PermissionNames[a.Permission] == 0:
			return fmt.Errorf("there is no permission %s: there are %s", rule.Clip(a.Permission), world.NamesOf(world.PermissionNames))
		case c == nil || c.Guild != pg.Server:
			return errors.New("the bot's permissions are those of a channel of the server")
		}
	case "hide", "show":
		switch {
		case a.Person != "" && !slices.Contains(people, a.Person):
			return fmt.Errorf("there is nobody named %s: there are %s", rule.Clip(a.Person), strings.Join(people, ", "))
		case c == nil || c.Guild == nil || c.Thread():
			return errors.New("only a channel of a server can be hidden")
		}
	case "archive", "lock", "thread-bot":
		if c == nil || !c.Thread() {
			return errors.New("only a thread can be put to sleep or locked, or take in the bot")
		}
	case "delete-channel":
		if c == nil || c.Guild == nil {
			return errors.New("only a channel or a thread of a server can be deleted")
		}
		other := func(o *world.Channel) bool { return o.Guild == c.Guild && !o.Thread() && o != c }
		if !c.Thread() && !slices.ContainsFunc(pg.Order, other) {
			return errors.New("this is the last channel of the server: it stays")
		}
	}
	return nil
}

// worldAction changes people and places. A thread has the permissions of its channel.
func (pg *pages) worldAction(a faultAction) error {
	p, s := world.PermissionNames[a.Permission], pg.Stage
	switch a.What {
	case "close-dms", "open-dms":
		s.CloseDMs(a.Person, a.What == "close-dms")
	case "leave", "join":
		s.Leave(a.Person, a.What == "leave")
	case "install", "uninstall":
		s.Install(a.Person, a.What == "install")
	case "language":
		s.SetLanguage(a.Person, a.Language)
	case "deny":
		s.Deny(a.Channel, p)
	case "allow":
		s.Allow(a.Channel, p)
	case "hide", "show":
		s.Hide(a.Channel, a.Person, a.What == "hide")
	case "private-thread":
		s.StartPrivateThread(a.Channel, "private", a.Person)
	case "archive", "lock":
		s.Archive(a.Channel, a.What == "lock")
	case "thread-bot":
		s.AddBotToThread(a.Channel)
	case "delete-message":
		if !s.DeleteMessage(a.Message) {
			return errNoSuch
		}
	case "delete-channel":
		s.DeleteChannel(a.Channel)
	case "remove-bot":
		s.RemoveBot()
	case "invite-bot":
		s.InviteBot()
	default:
		return errUnknown
	}
	return nil
}

// bodyToken matches the token of an interaction in a body.
var bodyToken = regexp.MustCompile(`("token"\s*:\s*")(?:[^"\\]|\\.)*"`)

// serveExchange serves one exchange in full, without tokens.
func (pg *pages) serveExchange(w http.ResponseWriter, r *http.Request) {
	nr, _ := strconv.Atoi(r.URL.Query().Get("nr"))
	all := pg.server.Traffic()
	i := slices.IndexFunc(all, func(e discord.Exchange) bool { return e.Nr == nr })
	if i < 0 {
		http.Error(w, "That exchange is no longer remembered.", http.StatusNotFound)
		return
	}
	mask := func(body json.RawMessage) json.RawMessage {
		return bodyToken.ReplaceAll(body, []byte(`${1}…"`))
	}
	sendJSON(w, struct {
		Request json.RawMessage `json:"request"`
		Answer  json.RawMessage `json:"answer"`
	}{mask(all[i].Request), mask(all[i].Answer)})
}

// sendJSON answers the page.
func sendJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(v)
}

// Provoke makes Discord fail, or changes people and places, as a developer does on the page
// and in the same JSON.
func (s *Server) Provoke(wish []byte) error {
	var a faultAction
	d := json.NewDecoder(bytes.NewReader(wish))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		return err
	}
	return s.pages.actFault(a)
}

// Routes lists the requests that can fail, by the names that [Server.Provoke] takes.
func (s *Server) Routes() []string { return discord.Routes() }
