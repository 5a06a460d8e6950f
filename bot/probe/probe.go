// Package probe tries on Discord itself what docs/sandbox.md says of Discord, because no test
// of Parlour's reaches it.
//
// Policy:
//
//   - A rule is a sentence, what the sandbox does, and a function that tries it and returns
//     what happened in the same words. Two different texts are a difference.
//   - Rules marked as guesses come first.
//   - A rule that cannot be tried, for lack of a right or of somebody to press a button, is
//     "not tried". That is no difference.
//   - It keeps within limits: it paces its requests, keeps to the limits that answers name,
//     waits after a 429, and asks for one 429 of each kind at most.
//   - It cleans up after each rule, also when it is stopped. Its posts notify nobody. Only
//     threads may stay, asleep, where the bot may not delete them; the report counts them.
//   - The report holds no token, no id, no name and no words that people wrote.
//
// [Run] makes the [Report]. A person presses what [Config.Ask] says, unless [Config.Alone] is
// set.
package probe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Config is what [Run] needs. Token and Channel are required.
type Config struct {
	Token   string
	API     string // where Discord is, "http://127.0.0.1:8080"; empty for Discord itself
	Channel string // the id of a text channel of a private server
	Alone   bool   // asks nobody to press anything
	Long    bool   // tries also what takes minutes

	PressIn time.Duration                                    // how long each press is waited for; default a minute
	Skip    <-chan struct{}                                  // a person skips a press; may be nil
	Ask     func(what string)                                // tells a person what to press; may be nil
	Tell    func(what string)                                // tells the rule that is tried now; may be nil
	Now     func() time.Time                                 // default time.Now
	Wait    func(ctx context.Context, d time.Duration) error // default waits for d
	Log     *slog.Logger                                     // of the gateway; default nowhere
}

// fill sets the defaults.
func (c *Config) fill() {
	if c.PressIn == 0 {
		c.PressIn = time.Minute
	}
	if c.Ask == nil {
		c.Ask = func(string) {}
	}
	if c.Tell == nil {
		c.Tell = func(string) {}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Wait == nil {
		c.Wait = pause
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
}

// A rule is one thing that the sandbox says of Discord.
type rule struct {
	says    string // the rule, in a sentence
	sandbox string // what the sandbox does, in the words of try
	guess   bool   // nobody knows whether Discord does it

	// begin prepares what try needs long after, before all other rules; may be nil.
	begin func(*try)
	// try tries the rule and returns what Discord did.
	try func(*try) string
}

// tried is a rule that a function tries.
func tried(says, sandbox string, try func(*try) string) rule {
	return rule{says: says, sandbox: sandbox, try: try}
}

// guess marks a rule as one of which nobody knows whether Discord does it.
func guess(r rule) rule {
	r.guess = true
	return r
}

// prober is one [Run].
type prober struct {
	Config
	line       *line
	identified time.Time // when the newest session was begun

	me, app, guild, owner string // ids
	left                  left   // what could not be cleaned up
	kept                  map[string]remembered
}

// Run tries all rules and returns what Discord did. An error says why nothing can be tried; what
// becomes of a single rule is in the report.
func Run(ctx context.Context, c Config) (Report, error) {
	c.fill()
	p, err := begin(ctx, c)
	if err != nil {
		return Report{}, err
	}
	rules := p.alone()
	var undo []func(*try)
	for _, r := range rules {
		if r.begin != nil {
			t := p.begin(ctx)
			r.begin(t)
			undo = append(undo, t.undo...)
		}
	}
	var out Report
	for _, r := range rules {
		if ctx.Err() != nil {
			break
		}
		out.Rows = append(out.Rows, p.carryOut(ctx, r))
	}
	if !c.Alone && ctx.Err() == nil {
		out.Rows = append(out.Rows, p.press(ctx)...)
	}
	p.clean(ctx, append([]func(*try){sweep}, undo...))
	slices.SortStableFunc(out.Rows, func(a, b Row) int { return b.rank() - a.rank() })
	out.left = p.left
	return out, ctx.Err()
}

// begin makes a probe and looks where it is.
func begin(ctx context.Context, c Config) (*prober, error) {
	l, err := newLine(c)
	if err != nil {
		return nil, err
	}
	p := &prober{Config: c, line: l, kept: map[string]remembered{}}
	return p, p.look(ctx)
}

// alone lists the rules that need no person, guesses first. What takes longest comes last.
func (p *prober) alone() []rule {
	all := slices.Concat(scripted(), messages, files, rights, threads, commands, paths, limits, gateways, nonces)
	slices.SortStableFunc(all, func(a, b rule) int { return order(b) - order(a) })
	return all
}

// order puts guesses first, and what was begun before all others last.
func order(r rule) int {
	switch {
	case r.begin != nil:
		return 0
	case r.guess:
		return 2
	}
	return 1
}

// carryOut tries a rule and cleans up after it.
func (p *prober) carryOut(ctx context.Context, r rule) Row {
	p.Tell(r.says)
	t := p.begin(ctx)
	did := r.try(t)
	p.clean(ctx, t.undo)
	return r.row(did, t.err)
}

// row says what became of a rule.
func (r rule) row(did string, err error) Row {
	row := Row{Rule: r.says, Sandbox: r.sandbox, Discord: did, Guess: r.guess}
	switch {
	case err != nil:
		row.Discord, row.Untried = "", err.Error()
	case lacksRight(did) && !lacksRight(r.sandbox):
		row.Discord, row.Untried = "", noRight
	}
	return row
}

// noRight says why a rule cannot be tried.
const noRight = "the bot lacks a right for it"

// lacksRight reports whether an answer tells of a right that the bot lacks.
func lacksRight(did string) bool {
	return strings.Contains(did, "403, 50001") || strings.Contains(did, "403, 50013")
}

// look finds out where it is, and whether it can work there.
func (p *prober) look(ctx context.Context) error {
	t := p.begin(ctx)
	var me, app struct{ ID string }
	var place struct {
		GuildID string `json:"guild_id"`
		Type    int
	}
	var guild struct {
		Owner string `json:"owner_id"`
	}
	t.need("GET", "users/@me", nil, &me)
	t.need("GET", "applications/@me", nil, &app)
	t.need("GET", "channels/"+p.Channel, nil, &place)
	if t.err == nil && (place.GuildID == "" || place.Type != 0) {
		return errors.New("the channel is not a text channel of a server: choose one of a private server")
	}
	t.need("GET", "guilds/"+place.GuildID, nil, &guild)
	p.me, p.app, p.guild, p.owner = me.ID, app.ID, place.GuildID, guild.Owner
	return t.err
}

// pause waits for d, and returns an error as soon as the context is done.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// body is the JSON of a request.
type body map[string]any

// with sets more fields of a body, and returns it.
func (b body) with(more body) body {
	maps.Copy(b, more)
	return b
}

// Row is what became of one rule.
type Row struct {
	Rule    string
	Sandbox string // what the sandbox does
	Discord string // what Discord did, empty if the rule was not tried
	Untried string // why it was not
	Guess   bool   // the sandbox's side is a guess
}

// Differs reports whether Discord did something else than the sandbox does.
func (r Row) Differs() bool { return r.Untried == "" && r.Discord != r.Sandbox }

// rank puts guesses first.
func (r Row) rank() int {
	if r.Guess {
		return 1
	}
	return 0
}

// Report is what became of all rules, guesses first.
type Report struct {
	Rows []Row
	left left
}

// Differences returns how many rows differ.
func (r Report) Differences() (n int) {
	for _, row := range r.Rows {
		if row.Differs() {
			n++
		}
	}
	return n
}

// Write writes the report as a table in Markdown, with token nowhere in it. A guess is marked
// by †.
func (r Report) Write(w io.Writer, token string) error {
	var b strings.Builder
	b.WriteString("| | rule | the sandbox | Discord |\n|---|---|---|---|\n")
	untried := 0
	for _, row := range r.Rows {
		verdict, did := "same", row.Discord
		switch {
		case row.Untried != "":
			verdict, did = "not tried", row.Untried
			untried++
		case row.Differs():
			verdict = "**differs**"
		}
		dagger := ""
		if row.Guess {
			dagger = " †"
		}
		fmt.Fprintf(&b, "| %s | %s%s | %s | %s |\n", verdict, cell(row.Rule), dagger, cell(row.Sandbox), cell(did))
	}
	n := r.Differences()
	fmt.Fprintf(&b, "\n%d rules: %d the same, %d different, %d not tried.\n", len(r.Rows), len(r.Rows)-n-untried, n, untried)
	if l := r.left; l != (left{}) {
		fmt.Fprintf(&b, "What the probe could not delete: %d messages, %d threads (asleep now), %d commands.\n", l.messages, l.threads, l.commands)
	}
	_, err := io.WriteString(w, clean(b.String(), token))
	return err
}

// longNumber matches an id.
var longNumber = regexp.MustCompile(`\d{15,}`)

// clean replaces the token and all ids.
func clean(text, token string) string {
	if token != "" {
		text = strings.ReplaceAll(text, token, "[the token]")
	}
	return longNumber.ReplaceAllString(text, "[id]")
}

// cell makes a text fit into a cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ").Replace(text)
}
