package probe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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

// command is the name of the probe's command.
const command = "parlour-probe"

var commandWithCompletion = body{
	"name": command, "description": "Helps Parlour's probe, which removes it again",
	"options": []body{option("word", body{"autocomplete": true, "required": true})},
}

// buttons are the rows of the message on which the person presses.
func buttons() []body {
	named := func(label string) body {
		return body{"type": 2, "style": 2, "custom_id": "probe:" + label, "label": label}
	}
	numbers := []body{{"label": "One", "value": "one"}, {"label": "Two", "value": "two"}}
	return []body{
		row(named("Button"), named("Form"), named("Panel"), named("Late")),
		row(body{"type": 3, "custom_id": "probe:Menu", "options": numbers, "min_values": 1, "max_values": 2}),
	}
}

// commandStep makes the message with the buttons, which the later steps need.
var commandStep = step{
	ask: "1 of 6: in the channel, type /" + command + " word: and a letter, take the word that is suggested, and send it.",
	rules: listed(`
		A completion has 25 choices at most. = 400, 50035 at data.choices (BASE_TYPE_MAX_LENGTH)
		† Type 7 answers no command. = 400, 50035 at type (INTERACTION_CALLBACK_TYPE_INVALID)
		There is no follow-up before the first answer. = 404, 10015
		† With with_response the answer has the message, also for type 5. = 200, the message
		An interaction has one first answer. = 400, 40060
		The first follow-up after type 5 takes the place of the thinking. = 200, the same message`),
	play: func(f *floor) (did []string) {
		i := f.next(func(i interaction) bool { return i.Type == typeCompletion })
		many := f.answer(i, answerChoices, choices(26))
		f.answer(i, answerChoices, choices(1))
		i = f.next(func(i interaction) bool { return i.Type == typeCommand && i.Data.Name == command })
		update := f.answer(i, answerUpdate, quiet(nil))
		early := f.do("POST", f.hook(i), quiet(nil), nil)
		first, told := f.told(i, answerDefer, body{})
		second := f.answer(i, answerMessage, quiet(nil))
		follow := f.followWithPicture(i)
		return []string{many.String(), update.String(), early.String(), withMessage(first, told.ID != ""), second.String(),
			same(follow, f.panel.ID == told.ID)}
	},
}

// followWithPicture follows up with the message that has the buttons, and a picture.
func (f *floor) followWithPicture(i interaction) answer {
	got := f.send(f.withPicture("POST", f.hook(i), alt, quiet(body{"components": buttons()})), &f.panel)
	f.needed("POST", got)
	if i.Member != nil {
		f.who = i.Member.User.ID
	}
	f.all.posted(f.Channel, f.panel.ID) // it stays for the other steps
	return got
}

// listed reads rules, one a line with what the sandbox does. One that is a guess is marked by †.
func listed(text string) (all []rule) {
	for line := range strings.Lines(strings.TrimSpace(text)) {
		says, sandbox, _ := strings.Cut(strings.TrimSpace(line), " = ")
		says, guess := strings.CutPrefix(says, "† ")
		all = append(all, rule{says: says, sandbox: sandbox, guess: guess})
	}
	return all
}

// withMessage words an answer that has a message or none.
func withMessage(got answer, has bool) string {
	return got.also(word(has, "the message", "no message"))
}

// same words an answer with the same message or another one.
func same(got answer, is bool) string {
	return got.String() + word(is, ", the same message", ", another message")
}

var buttonStep = step{
	ask: "2 of 6: press Button.",
	rules: listed(`
		† With with_response an answer of type 6 has the message. = 200, the message
		After type 6, @original is the message that was pressed. = 200, the same message
		A follow-up for one person does not exist for /channels. = 404, 10008`),
	play: func(f *floor) []string {
		i := f.pressed("probe:Button")
		first, told := f.told(i, answerDeferUpdate, nil)
		var m, own message
		original := f.do("GET", f.original(i), nil, &m)
		f.need("POST", f.hook(i), quiet(body{"flags": private}), &own)
		look := f.do("GET", in(f.Channel)+"/"+own.ID, nil, nil)
		f.do("DELETE", f.hook(i)+"/messages/"+own.ID, nil, nil)
		return []string{withMessage(first, told.ID != ""), same(original, m.ID == f.panel.ID), look.String()}
	},
}

var menuStep = step{
	ask: "3 of 6: in the menu pick Two, then One.",
	rules: listed(`
		A menu sends its picks in the order picked. = two, one
		An update of type 7 that lists no attachments removes them. = 1 picture, then 0`),
	play: func(f *floor) []string {
		i := f.pressed("probe:Menu")
		picks := strings.Join(i.Data.Values, ", ")
		f.needAnswer(i, answerUpdate, quiet(body{"components": buttons()}))
		var m message
		f.need("GET", f.original(i), nil, &m)
		return []string{picks, fmt.Sprintf("%d picture, then %d", len(f.panel.Attachments), len(m.Attachments))}
	},
}

// needAnswer gives a first answer without which the rule cannot be tried.
func (f *floor) needAnswer(i interaction, kind int, data any) {
	f.needed("POST", f.answer(i, kind, data))
}

// form makes the data of a modal with one input.
func form(title string, least, most int) body {
	input := body{"type": 4, "style": 1, "custom_id": "word", "label": "A word", "min_length": least, "max_length": most}
	return body{"custom_id": "probe:modal", "title": title, "components": []body{row(input)}}
}

// labels makes the data of a modal with n labels, the first for a word.
func labels(n int) body {
	all := []body{{"type": 18, "label": "A word", "component": body{"type": 4, "style": 1, "custom_id": "word"}}}
	for len(all) < n {
		id := fmt.Sprint("box ", len(all))
		all = append(all, body{"type": 18, "label": id, "component": body{"type": 23, "custom_id": id}})
	}
	return body{"custom_id": "probe:modal", "title": "Probe", "components": all}
}

var formStep = step{
	ask: "4 of 6: press Form, write a word and send it.",
	rules: listed(`
		† The least length of an input is not greater than its greatest. = 400, 50035 at data.components.0.components.0.min_length (TEXT_INPUT_COMPONENT_BAD_RANGE)
		The title of a modal has 45 characters at most. = 400, 50035 at data.title (BASE_TYPE_MAX_LENGTH)
		† A modal has five labels at most. = 400, 50035 at data.components (BASE_TYPE_BAD_LENGTH)
		Type 7 answers the modal of a button. = 204`),
	play: func(f *floor) []string {
		i := f.pressed("probe:Form")
		lengths := f.answer(i, answerModal, form("Probe", 5, 2))
		title := f.answer(i, answerModal, form(strings.Repeat("t", 46), 1, 20))
		six := f.answer(i, answerModal, labels(6))
		if !six.OK() { // else the person fills in that one
			f.needAnswer(i, answerModal, form("Probe", 1, 20))
		}
		i = f.next(func(i interaction) bool { return i.Type == typeSubmit })
		update := f.answer(i, answerUpdate, quiet(body{"components": buttons()}))
		return []string{lengths.String(), title.String(), six.String(), update.String()}
	},
}

var panelStep = step{
	ask: "5 of 6: press Panel, and then Close in the message that only you see.",
	rules: listed(`
		The token of the last press on an ephemeral message deletes it. = 204; 404, 10008`),
	play: func(f *floor) []string {
		close := row(body{"type": 2, "style": 2, "custom_id": "probe:Close", "label": "Close"})
		f.needAnswer(f.pressed("probe:Panel"), answerMessage, quiet(body{"flags": private, "components": []body{close}}))
		i := f.pressed("probe:Close")
		f.needAnswer(i, answerDeferUpdate, nil)
		gone := f.do("DELETE", f.original(i), nil, nil)
		look := f.do("GET", f.original(i), nil, nil)
		return []string{gone.String() + "; " + look.String()}
	},
}

// tooLate is when an answer is surely late.
const tooLate = 3500 * time.Millisecond

var lateStep = step{
	ask: "6 of 6: press Late, and wait until Discord says that the app did not respond.",
	rules: listed(`
		An answer after 3 s is too late. = 404, 10062
		An interaction that was answered too late takes no follow-up. = 404, 10015`),
	play: func(f *floor) []string {
		i := f.pressed("probe:Late")
		f.wait(tooLate)
		late := f.answer(i, answerDeferUpdate, nil)
		follow := f.do("POST", f.hook(i), quiet(body{"flags": private}), nil)
		return []string{late.String(), follow.String()}
	},
}

var directStep = step{
	rules: listed(`
		In the bot's direct messages context is 1, app_permissions are 442368, and there is a user but no member. = context 1, 442368, a user
		In direct messages type 7 changes the message. = 204`),
	play: func(f *floor) []string {
		if f.who == "" {
			f.fail("nobody used the command")
		}
		var place struct{ ID string }
		f.need("POST", "users/@me/channels", body{"recipient_id": f.who}, &place)
		hello := row(body{"type": 2, "style": 2, "custom_id": "probe:Direct", "label": "Here"})
		f.post(place.ID, body{"components": []body{hello}})
		if f.err == nil {
			f.Ask("Last: press the button that the bot has sent you in a direct message.")
		}
		i := f.pressed("probe:Direct")
		update := f.answer(i, answerUpdate, quiet(body{"components": []body{}}))
		where := "no context"
		if i.Context != nil {
			where = fmt.Sprint("context ", *i.Context)
		}
		return []string{where + ", " + i.AppPermissions + word(i.Member == nil && i.User != nil, ", a user", ", a member"), update.String()}
	},
}
