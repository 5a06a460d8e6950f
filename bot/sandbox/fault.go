package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"
)

// Fault is a way in which the next requests of the bot fail. After a cut a library may
// send a GET once more by itself, and so use up another fault.
type Fault struct {
	// Route names the requests, as [Routes] does: "POST /channels/{channel}/messages".
	// "" is every request.
	Route string `json:"route"`
	// Times is how many requests fail: 0 is one, -1 is all until [Faults.Mend].
	Times int `json:"times"`
	// After lets the request take effect first, so that only its answer is lost or
	// late. Without it the request takes no effect, or takes it after the wait.
	After bool `json:"after"`
	// Status is the status of the answer: 400 to 499 or 500 to 504. 0 is the status that
	// belongs to Code; without a Code the real answer is sent.
	Status int `json:"status"`
	// Code is Discord's code of an error, such as 50013.
	Code int `json:"code"`
	// Cut cuts the connection instead of an answer.
	Cut bool `json:"cut"`
	// Wait is how long a 429 asks to wait; 0 is 1 s. For any other fault it is how late
	// the answer or the cut comes.
	Wait time.Duration `json:"-"`
	// Global makes a 429 the limit of the whole bot.
	Global bool `json:"global"`
	// HTML answers with a web page, as the network in front of Discord does. A 502 is
	// always one.
	HTML bool `json:"html"`
}

// PendingFault is a fault that has not struck as often as planned, of a request or of
// the gateway.
type PendingFault struct {
	ID   int    `json:"id"`
	Text string `json:"text"` // in words, with how many are left
}

// pending is a fault that has not struck as often as planned.
type pending struct {
	id, left int // left is -1 until [Faults.Mend]
	// It strikes one of these, which is set.
	request *Fault
	hello   int // the operation or the close code that answers a hello
	event   eventFate
}

// Faults makes Discord fail on demand: the REST API ([Faults.Fail], [Faults.Limit])
// and the gateway ([Faults.Disconnect], [Faults.Silence] and others). [Faults.Mend]
// ends what was planned.
type Faults struct {
	*gatewayFaults
	state    *state
	gateway  *gateway
	troubles *troubles
	rest     *rest
}

func newFaults(st *state, g *gateway, t *troubles, rs *rest) *Faults {
	return &Faults{gatewayFaults: &gatewayFaults{state: st, gateway: g, troubles: t}, state: st, gateway: g, troubles: t, rest: rs}
}

// troubles are the faults to come, oldest first. [Faults] plans them; [rest] and
// [gateway] let them strike.
type troubles struct {
	state *state
	list  []*pending
	last  int // id
}

func newTroubles(st *state) *troubles { return &troubles{state: st} }

// Fail makes the next requests fail, and returns the fault's id for [Faults.Mend]. Of
// several faults of a route the oldest strikes first. A fault that makes no sense is
// refused with a sentence.
func (f *Faults) Fail(next Fault) (id int, err error) {
	next.fill()
	if err := next.check(Routes()); err != nil {
		return 0, err
	}
	return f.troubles.plan(pending{left: cmp.Or(next.Times, 1), request: &next}), nil
}

// plan keeps a fault for later and returns its id.
func (t *troubles) plan(p pending) int {
	t.state.lock()
	defer t.state.unlock()
	t.last++
	p.id = t.last
	t.list = append(t.list, &p)
	t.state.bump()
	return p.id
}

// Pending returns the faults that have not struck as often as planned, oldest first.
func (f *Faults) Pending() []PendingFault {
	f.state.lock()
	defer f.state.unlock()
	return f.troubles.pending()
}

// pending is [Faults.Pending] with the lock held.
func (t *troubles) pending() []PendingFault {
	out := []PendingFault{}
	for _, p := range t.list {
		out = append(out, PendingFault{p.id, p.text()})
	}
	return out
}

// Mend ends faults early, by id. Without ids it ends all of them and the gateway's
// silence.
func (f *Faults) Mend(ids ...int) {
	f.state.lock()
	defer f.state.unlock()
	f.troubles.mend(ids)
	if len(ids) == 0 {
		f.gateway.catchUp()
		f.gateway.hush(false)
	}
	f.state.bump()
}

// Await waits until all faults have struck as often as planned. It does not wait for
// faults that last until [Faults.Mend], nor for an answer that is late.
func (f *Faults) Await(ctx context.Context) error {
	err := f.state.await(ctx, func() bool {
		return !f.troubles.left()
	})
	if err != nil {
		return fmt.Errorf("waiting for faults to come: %w: %v", err, f.Pending())
	}
	return nil
}

// mend ends the faults with these ids, or all of them without ids. The lock is held.
func (t *troubles) mend(ids []int) {
	t.list = slices.DeleteFunc(t.list, func(p *pending) bool {
		return len(ids) == 0 || slices.Contains(ids, p.id)
	})
}

// left reports whether a fault is still to strike that does not last until [Faults.Mend].
// The lock is held.
func (t *troubles) left() bool {
	return slices.ContainsFunc(t.list, func(p *pending) bool { return p.left > 0 })
}

// strike uses up one time of the oldest fault that fit accepts, and returns it, or nil
// if there is none. The lock is held.
func (t *troubles) strike(fit func(p *pending) bool) *pending {
	i := slices.IndexFunc(t.list, fit)
	if i < 0 {
		return nil
	}
	p := t.list[i]
	if p.left > 0 {
		p.left--
	}
	if p.left == 0 {
		t.list = slices.Delete(t.list, i, i+1)
	}
	t.state.bump()
	return p
}

// next returns the fault that strikes a request of a route. The zero Fault does
// nothing.
func (t *troubles) next(route string) Fault {
	t.state.lock()
	defer t.state.unlock()
	p := t.strike(func(p *pending) bool {
		return p.request != nil && (p.request.Route == "" || p.request.Route == route)
	})
	if p == nil {
		return Fault{}
	}
	return *p.request
}

// Routes returns the routes of the sandbox, sorted.
func Routes() []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(routes)), maps.Keys(openRoutes))
	slices.Sort(all)
	return all
}

// fill sets the fields that follow from others.
func (f *Fault) fill() {
	known := knownError(f.Code)
	switch {
	case f.Code == 0 || f.Status != 0:
	case known != nil:
		f.Status = known.status
	case f.Code/1000 == 10: // the codes for something unknown
		f.Status = http.StatusNotFound
	default:
		f.Status = http.StatusBadRequest
	}
	if f.Status == http.StatusBadGateway {
		f.HTML = true
	}
	if f.Status == http.StatusTooManyRequests && f.Wait == 0 {
		f.Wait = time.Second
	}
}

// maxWait is the longest wait of a fault.
const maxWait = 24 * time.Hour

// check refuses a fault that makes no sense.
func (f *Fault) check(routes []string) error {
	refused := f.Status >= 400 && f.Status < 500
	limited := f.Status == http.StatusTooManyRequests
	switch {
	case f.Route != "" && !slices.Contains(routes, f.Route):
		return fmt.Errorf("there is no route %s: take one such as POST /channels/{channel}/messages, or none for every request", clip(f.Route))
	case f.Times < -1:
		return errors.New("a fault comes once or more often, or -1 times, which is until it is mended")
	case f.Wait < 0 || f.Wait > maxWait:
		return errors.New("a fault waits for nothing up to a day")
	case f.Status != 0 && !refused && (f.Status < 500 || f.Status > 504):
		return fmt.Errorf("an answer of %d is no fault: take 400 to 499, or 500 to 504", f.Status)
	case f.Cut && f.Status != 0:
		return errors.New("a connection that is cut has no answer: take the cut or the status")
	case f.Status == 0 && !f.Cut && f.Wait == 0:
		return errors.New("a fault needs a status, a code, a cut or a wait")
	case f.After && refused:
		return fmt.Errorf("a request that is answered with %d had no effect: only 500 to 504, a cut or a wait come after one", f.Status)
	case f.Global && (!limited || f.HTML):
		return errors.New("only a 429 in Discord's JSON is for the whole bot")
	case f.HTML && !limited && f.Status < 500:
		return errors.New("only a 429 and 500 to 504 come as a web page")
	case f.Code != 0 && (f.HTML || f.Status >= 500):
		return errors.New("only an answer of 400 to 499 in JSON has one of Discord's codes")
	}
	return nil
}

// what words the effect of a fault on one request: "429 as a web page". It is "" for
// no effect.
func (f Fault) what() string {
	var text string
	switch {
	case f.Cut:
		text = "no answer"
	case f.Status == 0 && f.Wait == 0:
		return ""
	case f.Status == 0:
		text = "the answer"
	default:
		text = fmt.Sprint(f.Status)
	}
	if f.Code != 0 {
		text += fmt.Sprintf(" with code %d", f.Code)
	}
	if f.Global {
		text += " for the whole bot"
	}
	if f.HTML {
		text += " as a web page"
	}
	if d := f.delay(); d > 0 {
		text += fmt.Sprintf(" %v late", d)
	}
	if f.After {
		text += " after it took effect"
	}
	return text
}

// text words a fault, and how often it still strikes.
func (p *pending) text() string {
	var what, one string
	switch {
	case p.request != nil:
		what, one = p.request.what(), cmp.Or(p.request.Route, "request")
	case p.hello != 0:
		what, one = fmt.Sprintf("op %d", p.hello), "hello"
		if p.hello >= 4000 {
			what = fmt.Sprintf("close code %d", p.hello)
		}
	default:
		what, one = string(p.event), "event"
	}
	switch p.left {
	case -1:
		return fmt.Sprintf("%s to every %s", what, one)
	case 1:
		return fmt.Sprintf("%s to the next %s", what, one)
	}
	return fmt.Sprintf("%s to the next %d × %s", what, p.left, one)
}
