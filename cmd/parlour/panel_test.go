package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/commands/message"
	"parlour/commands/world"
)

// An actor does what a person does in their client, as [sandbox.User] does.
type actor interface {
	Slash(ctx context.Context, channel, line string) (*sandbox.Message, error)
	Click(ctx context.Context, message, button string) (*sandbox.Message, error)
	Choose(ctx context.Context, message, menu string, values ...string) (*sandbox.Message, error)
	Sees(channel string) []sandbox.Message
	Await(ctx context.Context, channel string, ok func([]sandbox.Message) bool) ([]sandbox.Message, error)
}

// A person does what people do in their client, in a guise.
type person struct {
	*sandbox.User
	guise guise            // nil for none
	asked time.Time        // when they did something last
	said  *sandbox.Message // the answer to that
}

// A guise does an action as somebody of a kind does: somebody in a hurry, or who keeps a diary.
type guise func(context.Context, action, deed) (*sandbox.Message, error)

// A deed does an action, and returns its answer.
type deed func(context.Context) (*sandbox.Message, error)

// An action is a command that is used or typed, or a press.
type action struct {
	by     string   // empty for a command that is used
	what   string   // its line, or the button or menu
	values []string // that are chosen
}

// The ways to act other than using a command.
const (
	clicks  = "clicks"
	chooses = "chooses"
	types   = "types"
)

func (a action) String() string {
	if a.by == chooses {
		return "chooses " + strings.Join(a.values, " ") + " in " + a.what
	}
	return strings.TrimSpace(a.by + " " + a.what)
}

func (p *person) do(ctx context.Context, a action, do deed) (m *sandbox.Message, err error) {
	p.asked = time.Now()
	if p.guise == nil {
		p.said, err = do(ctx)
	} else {
		p.said, err = p.guise(ctx, a, do)
	}
	return p.said, err
}

func (p *person) Slash(ctx context.Context, channel, line string) (*sandbox.Message, error) {
	return p.do(ctx, action{what: line}, func(ctx context.Context) (*sandbox.Message, error) {
		return p.User.Slash(ctx, channel, line)
	})
}

func (p *person) Click(ctx context.Context, message, button string) (*sandbox.Message, error) {
	return p.do(ctx, action{by: clicks, what: button}, func(ctx context.Context) (*sandbox.Message, error) {
		return p.User.Click(ctx, message, button)
	})
}

func (p *person) Choose(ctx context.Context, message, menu string, values ...string) (*sandbox.Message, error) {
	return p.do(ctx, action{chooses, menu, values}, func(ctx context.Context) (*sandbox.Message, error) {
		return p.User.Choose(ctx, message, menu, values...)
	})
}

func (p *person) Complete(ctx context.Context, channel, line string) (found []sandbox.Choice, err error) {
	_, err = p.do(ctx, action{by: types, what: line}, func(ctx context.Context) (*sandbox.Message, error) {
		found, err = p.User.Complete(ctx, channel, line)
		return nil, err
	})
	return found, err
}

// mostPicks is the most that a person picks on a panel before there should be a preview.
const mostPicks = 100

// walk uses buttons and menus of a panel at random, and its areas and pages, until the panel
// offers Confirm. It knows no game, so any number of steps and of areas will do. A board that
// opens a panel is walked on from too. It returns the last answer and what was pressed for it: if
// the answer has no Confirm, the bot said something else or has played the move at once, and if it
// is nil, the bot only acknowledged.
func walk(m *sandbox.Message, chance world.Chance, use func(*sandbox.Message, sandbox.Component, ...string) (*sandbox.Message, error)) (last *sandbox.Message, by message.Button, err error) {
	for range mostPicks {
		if m == nil || slices.Contains(bottest.Labels(*m), "Confirm") || plays(by) && hasBid(*m) || len(steps(*m)) == 0 {
			return m, by, nil
		}
		c, values := pick(*m, chance)
		next, err := use(m, c, values...)
		by = pressOf(c.CustomID, values...)
		if err != nil {
			return next, by, err
		}
		m = next
	}
	return m, by, fmt.Errorf("after %d picks the panel still says %q", mostPicks, m.Content)
}

// hasBid reports whether a panel says that its bid is made.
func hasBid(m sandbox.Message) bool { return strings.HasPrefix(m.Content, "You bid ") }

// steps returns the menus of a panel or a board, and the buttons that lead to a move: those of
// choices, areas and pages, and those that open the panel.
func steps(m sandbox.Message) []sandbox.Component {
	all := menus(m)
	for _, b := range buttons(m) {
		if b.Label == "Back" || b.Label == "Clear order" {
			continue
		}
		if slices.Contains([]message.Verb{message.VerbMove, message.VerbOpen, message.VerbPick, message.VerbPage}, pressOf(b.CustomID).Verb) {
			all = append(all, b)
		}
	}
	return all
}

// pick chooses among the steps of a panel, and an option if it comes to a menu.
func pick(m sandbox.Message, chance world.Chance) (c sandbox.Component, values []string) {
	if c = world.OneOf(chance, steps(m)...); len(c.Options) > 0 {
		values = []string{world.OneOf(chance, c.Options...).Value}
	}
	return c, values
}

// pressOf returns what a button carries, or a menu with what was picked there, without the number of a page. Of any
// other id it is zero.
func pressOf(id string, values ...string) message.Button {
	b := world.Carried(id)
	if slices.Contains([]message.Verb{message.VerbPick, message.VerbPage, message.VerbOpen}, b.Verb) {
		_, b.Steps, _ = b.Numbered()
	}
	b.Steps = append(b.Steps, values...)
	return b
}

// plays reports whether a press can have played a move: a pick does where nobody is asked again.
func plays(b message.Button) bool {
	return slices.Contains([]message.Verb{message.VerbConfirm, message.VerbPick, message.VerbOpen}, b.Verb)
}

// confirmOf returns what Confirm on a panel carries.
func confirmOf(m sandbox.Message) message.Button { return pressOf(bottest.Control(m, "confirm")) }

// confirm presses Confirm, and checks that the move is played: the panel goes away or says so.
func confirm(ctx context.Context, u actor, panel *sandbox.Message) error {
	said, err := u.Click(ctx, panel.ID, "Confirm")
	switch {
	case err != nil:
		return err
	case said != nil && !saysPlayed(*said):
		return fmt.Errorf("the bot said %q", said.Content)
	case said == nil && there(u, panel):
		return errors.New("the bot acknowledged and said nothing")
	}
	return nil
}

// saysPlayed reports whether an answer says that a move is made. After the last bid it tells the
// bids instead.
func saysPlayed(m sandbox.Message) bool {
	return playedAnswer.MatchString(m.Content)
}

var playedAnswer = regexp.MustCompile(`^(Played\.|Bids: |You bid \d+\. All bids are in\.|.+ takes .+ with \d+)`)

// there reports whether a person still sees a message.
func there(u actor, m *sandbox.Message) bool {
	return slices.ContainsFunc(u.Sees(m.Channel), func(o sandbox.Message) bool { return o.ID == m.ID })
}

// playTyped types a move and confirms it.
func playTyped(ctx context.Context, u actor, channel, line string) error {
	preview, err := u.Slash(ctx, channel, line)
	switch {
	case err != nil:
		return err
	case preview == nil || !slices.Contains(bottest.Labels(*preview), "Confirm"):
		return fmt.Errorf("%s is answered with %+v, want a preview", line, preview)
	}
	return confirm(ctx, u, preview)
}

// use clicks a button, or picks values of a menu.
func use(ctx context.Context, u actor, m *sandbox.Message, c sandbox.Component, values ...string) (*sandbox.Message, error) {
	if len(values) > 0 {
		return u.Choose(ctx, m.ID, c.CustomID, values...)
	}
	return u.Click(ctx, m.ID, c.CustomID)
}

// buttons returns the buttons of a message that can be clicked.
func buttons(m sandbox.Message) []sandbox.Component { return components(m, 2) }

// menus returns the menus of a message that can be used.
func menus(m sandbox.Message) []sandbox.Component { return components(m, 3) }

// components returns the enabled components of a type, by Discord's number.
func components(m sandbox.Message, kind int) []sandbox.Component {
	return slices.DeleteFunc(bottest.Controls(m), func(c sandbox.Component) bool { return c.Type != kind })
}
