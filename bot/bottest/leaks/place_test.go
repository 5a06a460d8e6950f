package leaks_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/world"
	"parlour/games"
	"parlour/imaging/pages"
)

// secretOf is what others may not see of what a person is told. It is in the words, the
// labels, the alt text and the bytes of the picture of every private reply of [secretive].
func secretOf(name string) string { return "secret of " + name }

// secretive are buttons that give one person what others may not see.
func secretive() map[string]bottest.ToyButton {
	hand := func(r commands.Request) commands.Reply {
		own := secretOf(r.By.Name)
		return commands.Reply{Message: message.Message{
			Content: "Your hand: " + own,
			Picture: &message.Picture{Drawing: games.Drawing{Preview: own, Ribbon: &games.Ribbon{Title: own}}, Alt: own},
			Rows:    [][]message.Control{{{ID: "toy hand", Label: own}}},
		}}
	}
	list := func(r commands.Request) commands.Reply {
		reply, own := hand(r), secretOf(r.By.Name)
		reply.Message.Sections = []message.Section{{Says: own, Button: message.Control{ID: "toy look", Label: own}}}
		reply.Message.Better = &message.Picture{Drawing: games.Drawing{Preview: own}, Alt: own}
		return reply
	}
	refusal := func(r commands.Request) commands.Reply {
		return commands.Reply{Message: message.Message{Content: "You have the " + secretOf(r.By.Name) + ", so you can't."}}
	}
	form := func(r commands.Request) commands.Reply {
		reply := hand(r)
		reply.Form = &message.Form{ID: "toy hand", Title: secretOf(r.By.Name), Fields: []message.Field{{Name: message.TypedField, Label: secretOf(r.By.Name), Most: 10}}}
		return reply
	}
	vanish := func(r commands.Request) commands.Reply {
		reply := hand(r)
		reply.Vanish, reply.Due = true, []match.Unshown{bottest.ToyMatch}
		return reply
	}
	solo := func(r commands.Request) commands.Reply { // ann plays alone, and others get their own
		if r.By.Name != "Ann" || r.Alone {
			return hand(r)
		}
		board := message.Message{Content: "A solo board", Picture: &message.Picture{Alt: "a board"}, Rows: [][]message.Control{{{ID: "toy solo", Label: "Step"}}}}
		return commands.Reply{Message: board, Public: true, Shows: &bottest.ToyMatch}
	}
	return map[string]bottest.ToyButton{
		"look": bottest.Private(hand), "hand": bottest.Update(list), "refusal": bottest.Update(refusal), "solo": bottest.Update(solo),
		"form": bottest.Private(form), "write": bottest.Update(form), "vanish": bottest.Update(vanish),
	}
}

// stamped draws one pixel, and writes behind it what the picture is a preview of, who won, and all that a profile has.
func stamped(p message.Picture) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1)))
	b.WriteString(p.Preview)
	if p.Ribbon != nil {
		b.WriteString(p.Ribbon.Title)
	}
	if page, is := p.Page.(pages.Profile); is {
		err = errors.Join(err, json.NewEncoder(&b).Encode(page))
	}
	return b.Bytes(), err
}

// The places in which an answer may be late.
const (
	nowhere       = "nowhere"
	inHandler     = "in the handler"
	inDrawing     = "in the drawing"
	inFirstAnswer = "in the first answer"
	inPublication = "in the publication"
)

// A search presses every button in every place, with a delay in one place, and looks at all
// that leaves the bot and at all that others see.
type search struct {
	*bottest.ToyRig
	watch  *watch
	delay  string
	group  string // a channel of people where the bot can only answer
	places map[string]place
	began  atomic.Bool // the places are there, so the leak begins
	says   bool        // the message that is pressed says what was done, while a publication lasts
	leaks  []string
	kept   int // how many secrets reached the one person whom they are for
}

// atFriends is a place in a group of friends, where the bot is a guest.
const atFriends = "a table of friends"

// A place is a message to press.
type place struct {
	sandbox.Message
	owner string // the one person who sees it; "" if all do
}

// A change of a request on its way to Discord is a leak: it returns another body.
type change func(r *http.Request, body []byte) []byte

// newSearch starts a bot with a delay and a leak, which may be nil.
func newSearch(t *testing.T, delay string, leak change) *search {
	t.Helper()
	s := &search{watch: &watch{channels: map[string]string{}}, delay: delay}
	s.ToyRig = bottest.NewToyRig(t, secretive(), func(c *bot.Config) {
		c.Tick = bottest.Never
		c.Draw = s.draw
		if delay != nowhere {
			c.DeferAfter = time.Millisecond
		}
		if delay == inPublication {
			c.Linger = time.Millisecond
		}
		if leak != nil {
			bottest.NewProxy(t, c, s.leaking(leak))
		}
	})
	eve := s.Discord.User("eve").DM()
	s.group = s.Discord.Stage().AddGroup("ann", "ben", "eve")
	s.Discord.Stage().Install("ann", true)
	s.Discord.Stage().Install("eve", true)
	s.Slash("ann", s.group, "/play game:magic")
	s.places = map[string]place{
		atFriends:                {s.AwaitWords("eve", s.group, "Who's in?"), ""},
		"eve's panel of friends": {s.Slash("eve", s.group, "/help"), "eve"},
		"a board":                {s.Board, ""},
		"a table":                {bottest.Public(s.Discord.User("eve").Sees(s.Discord.Channel("games")))[0], ""},
		"eve's panel":            {s.Slash("eve", s.Channel, "/help"), "eve"},
		"ann's panel":            {s.Slash("ann", s.Channel, "/help"), "ann"},
		"a board in eve's DM":    {sandbox.Message{ID: s.Posts(eve, map[string]any{"content": "a board"}), Channel: eve}, "eve"},
	}
	s.Idle()
	for _, name := range bottest.Everyone {
		s.watch.channels[s.Discord.User(name).DM()] = name
	}
	s.Toy.Change(func(t *bottest.Toy) { t.Shows = s.publish })
	s.began.Store(true)
	return s
}

// leaking changes the requests of the bot on their way.
func (s *search) leaking(leak change) func(*bottest.Proxy, *http.Request) *http.Response {
	return func(p *bottest.Proxy, r *http.Request) *http.Response {
		if body := bottest.BodyOf(r); s.began.Load() {
			bottest.SetBody(r, leak(r, body))
		}
		return p.Pass(r)
	}
}

// draw draws, and waits for the first answer if that is the delay.
func (s *search) draw(p message.Picture) ([]byte, error) {
	if s.delay == inDrawing && p.Preview != "" {
		s.watch.untilCalled(s)
	}
	return stamped(p)
}

// publish fails, so that a reply that vanishes is said after all. If the delay is there, it
// waits until the bot has said it before.
func (s *search) publish(context.Context) error {
	if s.delay == inPublication && s.says {
		s.watch.untilSaid(s)
	}
	return bottest.ErrToy
}

// press has a person press a button in a place, and looks for what others got to see.
func (s *search) presses(who, button, at string) {
	s.Helper()
	p := s.places[at]
	returned := make(chan struct{})
	s.says = button == "vanish" && p.owner == who
	s.watch.begin(who, p.Channel, p.owner == who)
	s.Toy.Change(func(t *bottest.Toy) {
		t.Wait = func() {
			defer close(returned)
			if s.delay == inHandler || s.delay == inFirstAnswer {
				s.watch.untilCalled(s)
			}
		}
	})
	s.Discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		answered := s.watch.see(w, r)
		if s.delay == inFirstAnswer && strings.HasSuffix(r.URL.Path, "/callback") {
			world.Pass(s, returned, "the end of the handler")
		}
		return answered
	})
	ctx, cancel := context.WithCancel(s.Ctx)
	defer cancel()
	pressed := make(chan struct{})
	go func() {
		defer close(pressed)
		_, _ = s.Discord.User(who).Press(ctx, "toy "+button, p.ID) // a fault may leave it unanswered
	}()
	world.Pass(s, returned, "the end of the handler")
	s.watch.answer()
	s.Idle()
	cancel()
	world.Pass(s, pressed, "the end of the press")
	s.watch.end("", "")
	s.judge(who, fmt.Sprintf("%s presses %s on %s, with a delay %s", who, button, at, s.delay))
}

// judge notes what others than a person got or see of the secrets of that person.
func (s *search) judge(who, doing string) {
	name := strings.ToUpper(who[:1]) + who[1:]
	for _, o := range s.watch.all {
		switch {
		case o.action != s.watch.action || !strings.Contains(o.text, secretOf(name)):
		case o.to == who:
			s.kept++
		default:
			s.leaks = append(s.leaks, fmt.Sprintf("%s, and %s gets\n%s", doing, o.to, excerpt(o.text, strings.Index(o.text, secretOf(name)))))
		}
	}
	board := s.places["a board"]
	for _, other := range bottest.Everyone {
		u := s.Discord.User(other)
		for _, channel := range []string{board.Channel, s.Discord.Channel("games"), s.group, u.DM()} {
			for _, m := range u.Sees(channel) {
				if other != who && strings.Contains(allOf(m), secretOf(name)) {
					s.leaks = append(s.leaks, fmt.Sprintf("%s, and %s sees %q", doing, other, bottest.Said(m)))
				}
			}
		}
	}
}

// allOf returns all that a message has, as one text.
func allOf(m sandbox.Message) string {
	all := fmt.Sprintf("%+v", m) + string(m.Components)
	for _, a := range m.Attachments {
		all += string(a.Data)
	}
	return all
}

// pressFaults are what Discord may do during a press.
var pressFaults = []fault.Fault{
	{Route: "POST /interactions/{interaction}/{token}/callback", Cut: true, After: true},
	{Route: "POST /interactions/{interaction}/{token}/callback", Status: 500},
	{Route: "PATCH /webhooks/{app}/{token}/messages/{message}", Status: 500},
	{Route: "PATCH /webhooks/{app}/{token}/messages/{message}", Status: 404, Code: 10015},
	{Route: "POST /webhooks/{app}/{token}", Status: 500},
	{Route: "POST /webhooks/{app}/{token}", Cut: true, After: true},
}

// run presses every button in every place, as a player and as an onlooker. With faults, one
// of Discord's meets each press.
func (s *search) run(faults ...fault.Fault) {
	s.Helper()
	n := 0
	for _, button := range slices.Sorted(maps.Keys(s.Toy.Buttons)) {
		for _, at := range slices.Sorted(maps.Keys(s.places)) {
			for _, who := range []string{"eve", "ann"} {
				if at == "a board in eve's DM" && who != "eve" {
					continue // nobody else can reach it
				}
				if n++; len(faults) > 0 {
					s.Plan(faults[n%len(faults)])
				}
				s.presses(who, button, at)
				s.Discord.Faults().Mend()
			}
		}
	}
}

// What is for one person reaches nobody else: not in words, labels, alt text or pictures, not
// from a board, a panel or a direct message, not by a forged press, and wherever the answer
// is late.
func TestNothingLeaksWhereverAnAnswerIsLate(t *testing.T) {
	t.Parallel()
	for _, delay := range []string{nowhere, inHandler, inDrawing, inFirstAnswer, inPublication} {
		t.Run(delay, func(t *testing.T) {
			t.Parallel()
			s := newSearch(t, delay, nil)
			s.run()
			s.run(pressFaults...)
			for _, leak := range s.leaks {
				t.Error(leak)
			}
			isLate := delay != nowhere && delay != inPublication
			if s.kept < 50 || isLate && s.watch.deferred < 40 {
				t.Errorf("%d secrets reached their person, and %d answers were deferred", s.kept, s.watch.deferred)
			}
			if did := s.Toy.Did(); !strings.Contains(did, "delivered") || !strings.Contains(did, "not published") {
				t.Errorf("no board changed by its press, or none was published: %s", did)
			}
		})
	}
}

// swapping replaces a text in the requests whose path has a part and whose body has another.
func swapping(path, has, old, new string) change {
	return func(r *http.Request, body []byte) []byte {
		if !strings.Contains(r.URL.Path, path) || !bytes.Contains(body, []byte(has)) {
			return body
		}
		return bytes.ReplaceAll(body, []byte(old), []byte(new))
	}
}

// The search finds each kind of leak that a late answer could make, in a server and among friends.
func TestLeaksOfLateAnswersAreFound(t *testing.T) {
	t.Parallel()
	intoTheBoard := func(r *http.Request, body []byte) []byte {
		if strings.Contains(r.URL.Path, "/webhooks/") && r.Method == http.MethodPost {
			r.Method, r.URL.Path = http.MethodPatch, r.URL.Path+"/messages/@original"
		}
		return body
	}
	own := secretOf("Ann")
	for name, c := range map[string]struct {
		delay string
		leak  change
	}{
		"a follow-up for all":             {inHandler, swapping("/webhooks/", "", `"flags":64`, `"flags":0`)},
		"a follow-up in place of a board": {inHandler, intoTheBoard},
		"a deferred answer for all":       {inDrawing, swapping("/callback", `"type":5`, `"flags":64`, `"flags":0`)},
		"an answer for all":               {nowhere, swapping("/callback", `"type":4`, `"flags":64`, `"flags":0`)},
		"an update in place of an answer": {nowhere, swapping("/callback", "allowed_mentions", `{"type":4,`, `{"type":7,`)},
		"a late update":                   {inFirstAnswer, swapping("/callback", "", `{"type":5,"data":{"flags":64}}`, `{"type":6}`)},
		"a list for all":                  {nowhere, swapping("/callback", `"type":4`, `"flags":32832`, `"flags":32768`)},
		"the words of a public board":     {inPublication, swapping("/", "A solo board", "A solo board", "A solo board and the "+own)},
		"the alt text of a public board":  {inDrawing, swapping("/", "A solo board", "a board", own)},
		"the label of a public board":     {inHandler, swapping("/", "A solo board", `"label":"Step"`, `"label":"`+own+`"`)},
		"the picture of a public board":   {nowhere, swapping("/", "A solo board", "IEND\xaeB`\x82", "IEND\xaeB`\x82"+own)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSearch(t, c.delay, c.leak)
			s.Toy.Change(func(toy *bottest.Toy) { // a board that became one of Components V2 could not change any more
				maps.DeleteFunc(toy.Buttons, func(button string, _ bottest.ToyButton) bool { return (button == "hand") != (name == "a list for all") })
			})
			maps.DeleteFunc(s.places, func(at string, _ place) bool { return at != "a board" && at != atFriends })
			s.run()
			for _, at := range []string{"a board", atFriends} {
				if !slices.ContainsFunc(s.leaks, func(leak string) bool { return strings.Contains(leak, " on "+at+",") }) {
					t.Errorf("the leak is not found on %s", at)
				}
			}
		})
	}
}
