package probe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"parlour/bot/gateway"
	"parlour/commands/match"
)

// interaction is what rules read of an interaction.
type interaction struct {
	ID, Token string
	Type      int
	Data      struct {
		Name     string
		CustomID string `json:"custom_id"`
		Values   []string
	}
	Context        *int
	AppPermissions string `json:"app_permissions"`
	Member, User   *struct {
		ID   string
		User struct{ ID string }
	}
}

// The types of interactions and of answers.
const (
	typeCommand, typeComponent, typeCompletion, typeSubmit                   = 2, 3, 4, 5
	answerMessage, answerDefer, answerDeferUpdate, answerUpdate, answerModal = 4, 5, 6, 7, 9
	answerChoices                                                            = 8
)

// private is the flag of a message that one person sees.
const private = 64

// A step asks a person to press something, and tries rules with what they pressed.
type step struct {
	ask   string // "" if play asks by itself
	rules []rule // without a function; play returns what Discord did for each, in order
	play  func(*floor) []string
}

// A floor is where a person presses: the interactions arrive there.
type floor struct {
	*try       // the step that is tried now
	all   *try // undone after all steps
	came  chan interaction
	panel message // the message with the buttons, empty before the first step
	who   string  // the person
}

// steps are the presses, in turn.
var steps = []step{commandStep, buttonStep, menuStep, formStep, panelStep, lateStep, directStep}

// press asks a person to press one thing after another, and returns a row for each rule.
func (p *prober) press(ctx context.Context) (rows []Row) {
	ctx, cancel := context.WithCancel(ctx)
	all := p.begin(ctx)
	defer func() { p.clean(ctx, all.undo) }()
	f := &floor{try: all, all: all, came: make(chan interaction, 100)}
	var at gateway.Endpoint
	f.need("GET", "gateway/bot", nil, &at)
	ended, opened := p.listen(ctx, at, f)
	defer func() { cancel(); <-ended }()
	f.needed("POST", f.enrol(commandWithCompletion, nil))
	ready := all.err
	if ready == nil {
		ready = p.await(ctx, opened)
	}
	for _, s := range steps {
		f.try = p.begin(ctx)
		f.err = ready
		did := s.carryOut(f)
		for i, r := range s.rules {
			if i < len(did) {
				rows = append(rows, r.row(did[i], nil))
				continue
			}
			rows = append(rows, r.row("", f.err))
		}
		p.clean(ctx, f.undo)
	}
	return rows
}

// carryOut plays a step. Of what it returns nothing was tried after an error.
func (s step) carryOut(f *floor) []string {
	if f.err != nil {
		return nil
	}
	if s.ask != "" {
		f.Ask(s.ask)
	}
	did := s.play(f)
	if f.err != nil {
		return nil
	}
	return did
}

// listen opens the gateway at an address. ended is closed when it has ended, opened when it is open.
func (p *prober) listen(ctx context.Context, at gateway.Endpoint, f *floor) (ended, opened chan struct{}) {
	ended, opened = make(chan struct{}), make(chan struct{}, 1)
	go func() {
		defer close(ended)
		_ = gateway.Run(ctx, gateway.Config{
			Token: p.Token, Times: gateway.UsualTimes(), Log: p.Log, Plan: gateway.Plan{Of: 1}, Set: &match.ShardSet{},
			Where:   func(context.Context) (gateway.Endpoint, error) { return at, nil },
			Changed: func(match.Shard, bool) {},
			Opening: func(match.Shard) <-chan struct{} {
				select {
				case opened <- struct{}{}:
				default:
				}
				ready := make(chan struct{})
				close(ready)
				return ready
			},
			Interaction: func(data json.RawMessage) {
				var i interaction
				if json.Unmarshal(data, &i) == nil {
					f.came <- i
				}
			},
		})
	}()
	return ended, opened
}

// await waits until the gateway is open.
func (p *prober) await(ctx context.Context, opened <-chan struct{}) error {
	select {
	case <-opened:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(p.PressIn):
		return errors.New("the gateway did not open")
	}
}

// next waits for an interaction that is accepts. Others are dropped, and completions that it does
// not accept are answered.
func (f *floor) next(is func(interaction) bool) (got interaction) {
	late := time.NewTimer(f.PressIn)
	defer late.Stop()
	for f.err == nil {
		select {
		case got = <-f.came:
			if is(got) {
				return got
			}
			if got.Type == typeCompletion {
				f.answer(got, answerChoices, choices(1))
			}
		case <-late.C:
			f.fail("nobody pressed it in time")
		case <-f.Skip:
			f.fail("it was skipped")
		case <-f.ctx.Done():
			f.err = f.ctx.Err()
		}
	}
	return got
}

// pressed waits for a component with a custom_id.
func (f *floor) pressed(id string) interaction {
	return f.next(func(i interaction) bool { return i.Type == typeComponent && i.Data.CustomID == id })
}

// answer gives the first answer to an interaction.
func (f *floor) answer(i interaction, kind int, data any) answer {
	return f.do("POST", "interactions/"+i.ID+"/"+i.Token+"/callback", body{"type": kind, "data": data}, nil)
}

// told is [floor.answer] with the message that it made, or an empty one.
func (f *floor) told(i interaction, kind int, data any) (answer, message) {
	var told struct{ Resource struct{ Message message } }
	path := "interactions/" + i.ID + "/" + i.Token + "/callback?with_response=true"
	return f.do("POST", path, body{"type": kind, "data": data}, &told), told.Resource.Message
}

// hook is the path of what follows an answer.
func (f *floor) hook(i interaction) string { return "webhooks/" + f.app + "/" + i.Token }

// original is the path of the message of the first answer.
func (f *floor) original(i interaction) string { return f.hook(i) + "/messages/@original" }

// quiet makes the data of an answer, which notifies nobody.
func quiet(more body) body {
	return body{"content": mark + ".", "allowed_mentions": body{"parse": []string{}}}.with(more)
}

// choices makes the data of a completion with n choices.
func choices(n int) body {
	all := []body{}
	for i := range n {
		all = append(all, body{"name": fmt.Sprint("word ", i), "value": fmt.Sprint("word", i)})
	}
	return body{"choices": all}
}
