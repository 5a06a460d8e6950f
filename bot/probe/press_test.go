package probe

import (
	"context"
	"slices"
	"testing"
	"time"

	"parlour/bot/sandbox"
)

// patience bounds every wait of these tests.
const patience = 30 * time.Second

// person presses what the probe asks for, as ann.
type person struct {
	t     *testing.T
	s     *sandbox.Server
	ann   *sandbox.User
	step  int
	skip  chan<- struct{} // where to skip what goes wrong because of a planted difference; nil for a failure
	other bool            // presses otherwise than was asked
}

// ask is a Config.Ask that presses.
func (p *person) ask(string) {
	p.step++
	n := p.step
	go func() {
		ctx, cancel := context.WithTimeout(p.t.Context(), patience)
		defer cancel()
		p.press(ctx, n)
	}()
}

// press presses what a step asks for. The late answer is an error, which ann expects.
func (p *person) press(ctx context.Context, n int) {
	games := p.s.Channel("games")
	switch n {
	case 1:
		got, err := p.ann.Complete(ctx, games, "/"+command+" word:w")
		if err != nil || len(got) != 1 {
			p.fail("ann is offered %v, %v", got, err)
			return
		}
		p.check(p.ann.Slash(ctx, games, "/"+command+" word:"+got[0].Value))
	case 2:
		p.check(p.ann.Click(ctx, p.with(games, "Button"), "Button"))
	case 3:
		picks := []string{"two", "one"}
		if p.other {
			slices.Reverse(picks)
		}
		p.check(p.ann.Choose(ctx, p.with(games, "Button"), "", picks...))
	case 4:
		m := p.check(p.ann.Click(ctx, p.with(games, "Form"), "Form"))
		if m != nil {
			p.check(p.ann.Submit(ctx, m.Modal, map[string]string{"word": "hello"}))
		}
	case 5:
		if m := p.check(p.ann.Click(ctx, p.with(games, "Panel"), "Panel")); m != nil {
			_, _ = p.ann.Click(ctx, m.ID, "Close")
		}
	case 6:
		_, _ = p.ann.Click(ctx, p.with(games, "Late"), "Late")
	case 7:
		if p.other {
			p.check(p.ann.Press(ctx, "probe:Direct", p.with(games, "Button")))
			return
		}
		p.check(p.ann.Click(ctx, p.with(p.ann.DM(), "Here"), "Here"))
	}
}

func (p *person) fail(format string, args ...any) {
	if p.skip == nil {
		p.t.Errorf(format, args...)
		return
	}
	select {
	case p.skip <- struct{}{}:
	default: // one is under way
	}
}

func (p *person) check(m *sandbox.Message, err error) *sandbox.Message {
	if err != nil {
		p.fail("step %d: %v", p.step, err)
		return nil
	}
	return m
}

// with returns the id of the message with a button.
func (p *person) with(channel, label string) (id string) {
	for _, m := range p.ann.Sees(channel) {
		if slices.ContainsFunc(m.Rows, func(row []sandbox.Component) bool {
			return slices.ContainsFunc(row, func(c sandbox.Component) bool { return c.Label == label })
		}) {
			id = m.ID
		}
	}
	if id == "" {
		p.fail("step %d: there is no button %s", p.step, label)
	}
	return id
}

// TestWhatArrivesIsCompared presses otherwise than was asked, as a Discord does that tells other
// things of a press.
func TestWhatArrivesIsCompared(t *testing.T) {
	r := newRig(t)
	r.c.Ask = (&person{t: t, s: r.s, ann: r.s.User("ann"), other: true}).ask
	seen := 0
	for _, row := range r.run().Rows {
		if row.Differs() != arrives[row.Rule] {
			t.Errorf("%s: %q, in the sandbox %q; %s", row.Rule, row.Discord, row.Sandbox, row.Untried)
		}
		if row.Differs() {
			seen++
		}
	}
	if seen != len(arrives) {
		t.Errorf("%d rules differ, want %d", seen, len(arrives))
	}
}

// TestAPressIsSkipped skips every press.
func TestAPressIsSkipped(t *testing.T) {
	r := newRig(t)
	skip := make(chan struct{}, 20)
	r.c.Skip, r.c.Ask = skip, func(string) { skip <- struct{}{} }
	skipped := 0
	for _, row := range r.run().Rows {
		if row.Untried == "it was skipped" {
			skipped++
		}
	}
	if skipped == 0 {
		t.Error("nothing was skipped")
	}
	r.wantClean()
}
