package commands_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"parlour/commands"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/games/permute"
	"parlour/storage"
)

var commandName = regexp.MustCompile(`^[a-z0-9_-]{1,32}$`)

// checkDefinition checks a command and returns how many characters it has.
func checkDefinition(t testing.TB, d commands.Definition) int {
	t.Helper()
	n := checkName(t, d.Name, d.Description)
	required := true
	for _, o := range d.Options {
		n += checkName(t, o.Name, o.Description)
		if o.Required && !required {
			t.Errorf("/%s: the required option %s follows one that is not", d.Name, o.Name)
		}
		required = o.Required
		if len(o.Choices) > 25 || len(o.Choices) > 0 && o.Completes {
			t.Errorf("/%s %s has %d choices, completes: %v", d.Name, o.Name, len(o.Choices), o.Completes)
		}
		if o.Flag && (o.Person || o.Completes || len(o.Choices) > 0) {
			t.Errorf("/%s %s is a flag and more", d.Name, o.Name)
		}
		for _, c := range o.Choices {
			n += checkChoice(t, c)
		}
	}
	return n
}

// checkChoice checks a choice and returns how many characters it has.
func checkChoice(t testing.TB, c message.MenuOption) int {
	t.Helper()
	n := utf8.RuneCountInString(c.Label)
	if n < 1 || n > 100 || len(c.Value) < 1 || len(c.Value) > 100 || strings.HasPrefix(c.Label, "palette.") {
		t.Errorf("the choice %q is called %q", c.Value, c.Label)
	}
	return n + len(c.Value)
}

func checkName(t testing.TB, name, description string) int {
	t.Helper()
	n := utf8.RuneCountInString(description)
	if !commandName.MatchString(name) || n < 1 || n > 100 || strings.Contains(description, ".option.") || strings.HasPrefix(description, "command.") {
		t.Errorf("%q is described as %q", name, description)
	}
	return len(name) + n
}

// checkMessage checks Discord's limits on a message, also on one of Components V2.
func checkMessage(t testing.TB, m message.Message) {
	t.Helper()
	most, count := 2000, 0
	if m.Sections != nil || m.Better != nil {
		most, count = 4000, 2+len(m.Rows)+len(m.Controls()) // the words and the gallery are two
		for _, s := range m.Sections {
			if count++; s.Button.ID != "" {
				count++
			}
			if s.Says == "" || s.Button.Menu() {
				t.Errorf("a section says %q beside %+v", s.Says, s.Button)
			}
		}
	}
	if n := utf8.RuneCountInString(m.Said()); m.Content == "" || n > most || count > 40 {
		t.Errorf("a message has %d components and %d characters, want at most 40, and 1 to %d: %s", count, n, most, m.Said())
	}
	for _, p := range []*message.Picture{m.Picture, m.Better} {
		if p != nil && (p.Alt == "" || utf8.RuneCountInString(p.Alt) > 1024) {
			t.Errorf("a picture has the words %q", p.Alt)
		}
	}
	if a := m.Animation; a != nil && (a.Alt == "" || utf8.RuneCountInString(a.Alt) > 1024 || len(a.Frames) == 0 || a.Lost == "" ||
		utf8.RuneCountInString(m.Content+"\n"+a.Lost) > 2000) {
		t.Errorf("an animation of %d frames has the words %q, or %q", len(a.Frames), a.Alt, a.Lost)
	}
	if len(m.Rows) > 5 {
		t.Errorf("a message has %d rows, want at most 5", len(m.Rows))
	}
	for _, row := range m.Rows {
		if len(row) == 0 || len(row) > 5 {
			t.Errorf("a row has %d controls", len(row))
		}
		for _, c := range row {
			checkControl(t, c, len(row))
		}
	}
	ids := map[string]bool{}
	for _, c := range m.Controls() {
		checkControl(t, c, 1)
		if ids[c.ID] {
			t.Errorf("two controls carry %q", c.ID)
		}
		ids[c.ID] = true
	}
}

func checkControl(t testing.TB, c message.Control, inRow int) {
	t.Helper()
	most := 80
	if c.Menu() {
		most = 150
	}
	if len(c.ID) == 0 || len(c.ID) > 100 || c.Label == "" || utf8.RuneCountInString(c.Label) > most {
		t.Errorf("a control carries %q and says %q", c.ID, c.Label)
	}
	if len(c.Options) > 25 || c.People > 25 || c.Menu() && inRow > 1 {
		t.Errorf("a menu has %d options in a row of %d", len(c.Options), inRow)
	}
	values := map[string]bool{}
	for _, o := range c.Options {
		if o.Label == "" || utf8.RuneCountInString(o.Label) > 100 || o.Value == "" || len(o.Value) > 100 || utf8.RuneCountInString(o.About) > 100 || values[o.Value] {
			t.Errorf("a menu has the option %+v", o)
		}
		values[o.Value] = true
	}
}

// checkForm checks a form against Discord's limits.
func checkForm(t testing.TB, f message.Form) {
	t.Helper()
	within := func(what, said string, most int) {
		if said == "" || utf8.RuneCountInString(said) > most {
			t.Errorf("%s of a form is %q, want 1 to %d characters", what, said, most)
		}
	}
	within("the id", f.ID, 100)
	within("the title", f.Title, 45)
	if len(f.Fields) == 0 || len(f.Fields) > 5 {
		t.Errorf("the form %q has %d fields, want 1 to 5", f.Title, len(f.Fields))
	}
	names := map[string]bool{}
	for _, field := range f.Fields {
		within("a label", field.Label, 45)
		within("a line beneath", cmp.Or(field.About, "none"), 100)
		within("a hint", cmp.Or(field.Hint, "none"), 100)
		most := 25
		if field.Kind == message.FieldBoxes {
			most = 10
		}
		if lists := field.Kind == message.FieldMenu || field.Kind == message.FieldBoxes; names[field.Name] || len(field.Options) > most || lists && field.Options == nil ||
			field.Kind != message.FieldLine && (len(field.Given) > field.Most || field.Most > 25) || field.Most < max(field.Least, 1) {
			t.Errorf("the form %q has the field %+v", f.Title, field)
		}
		names[field.Name] = true
		values := map[string]bool{}
		for _, o := range field.Options {
			within("an option", o.Label, 100)
			within("a value", o.Value, 100)
			within("what is beneath an option", cmp.Or(o.About, "none"), 100)
			if values[o.Value] {
				t.Errorf("the field %q offers %q twice", field.Label, o.Value)
			}
			values[o.Value] = true
		}
	}
}

// wide is a game for two in which a move is one of 240 values and the first move ends the game.
type wide struct{}

func (wide) Info() games.Info {
	return games.Info{Name: "wide", Title: "Wide", Rules: 1, MinSeats: 2, MaxSeats: 2,
		Locale: fstest.MapFS{"locale/en.json": {Data: []byte(`{"wide.value": "value {{.N}}", "wide.ask": "Which value?", "wide.about": "Wide."}`)}}}
}
func (wide) Start(games.Setup) (games.State, error) { return wideState{}, nil }
func (wide) Parse(text string) (games.Move, error)  { return games.Move(text), nil }
func (wide) Example() games.Example                 { return games.Example{} }
func (wide) Scenes() []games.Scene                  { return nil }

type wideState struct{ played games.Move }

func (s wideState) ToMove() []games.Seat {
	if s.played != "" {
		return nil
	}
	return []games.Seat{0}
}
func (wideState) In() []games.Seat                        { return []games.Seat{0, 1} }
func (wideState) MarshalJSON() ([]byte, error)            { return []byte("{}"), nil }
func (wideState) Legal(games.Seat) []games.Move           { return nil }
func (s wideState) Shown(games.Seat, []string) games.View { return wideView(s) }
func (s wideState) Step(seat games.Seat, picked []string) games.Step {
	var all []games.Choice
	for n := range 240 {
		if v := fmt.Sprint(n); seat == 0 && len(picked) == 0 {
			say := games.Say("wide.value", "N", n)
			all = append(all, games.Choice{Value: v, Label: say, Short: say, Move: games.Move(v)})
		}
	}
	return games.Step{Ask: games.Say("wide.ask"), Choices: all}
}
func (s wideState) Play(_ games.Seat, m games.Move) (games.State, error) { return wideState{m}, nil }
func (s wideState) View(games.Seat) games.View                           { return wideView(s) }
func (s wideState) Result() (games.Result, bool) {
	return games.Result{Places: []int{1, 2}, Scores: []int{1, 0}, Reason: games.Say("r")}, s.played != ""
}

type wideView struct{ played games.Move }

func (v wideView) String() string   { return string(v.played) }
func (wideView) Words() games.Words { return games.Words{} }

// wordy is the game [wide] with the longest board allowed and a long last ply.
type wordy struct{ wide }

func (wordy) Start(games.Setup) (games.State, error) { return wordyState{}, nil }

type wordyState struct{ wideState }

func (wordyState) View(games.Seat) games.View            { return wordyView{} }
func (wordyState) Shown(games.Seat, []string) games.View { return wordyView{} }

type wordyView struct{}

func (wordyView) String() string { return strings.Repeat("O", 700) }
func (wordyView) Words() games.Words {
	return games.Words{Last: slices.Repeat([]games.Text{games.Say("wide.value", "N", strings.Repeat("*", 100))}, 6)}
}

// roomy is the game [wide] under a long name, with as many options and values as a table may have to show.
type roomy struct {
	wide
	number, options int
}

func (g roomy) Info() games.Info {
	info, _ := roomyInfos.LoadOrStore([2]int{g.number, g.options}, sync.OnceValue(g.info))
	return info.(func() games.Info)()
}

// roomyInfos keeps them, since they are asked for at every step.
var roomyInfos sync.Map

func (g roomy) info() games.Info {
	name := fmt.Sprintf("a-game-of-many-options-%02d", g.number)
	said := fmt.Sprintf(`%q: "%s"`, name+".about", strings.Repeat("é", 100))
	info := games.Info{
		Name: name, Title: fmt.Sprintf("A Game of Many Options, Number %02d", g.number), Designer: "A Designer",
		Source: "https://example.org/" + name, Rules: 1, MinSeats: 2, MaxSeats: 6, Chance: true, Hidden: true,
	}
	for i := range g.options {
		o := games.Option{Name: fmt.Sprintf("option-%d", i), Default: "value-00", Shown: i == 0}
		for v := range 25 {
			o.Values = append(o.Values, fmt.Sprintf("value-%02d", v))
		}
		info.Options = append(info.Options, o)
		key := name + ".option." + o.Name
		said += fmt.Sprintf(`, %q: "%s", %q: "%d and {{.Value}} %s"`, key, strings.Repeat("é", 90), key+".each", i, strings.Repeat("é", 25))
	}
	info.Locale = fstest.MapFS{"locale/en.json": {Data: []byte("{" + said + "}")}}
	return info
}

// roomyOptions is how many options a roomy game has, more than one message has menus.
const roomyOptions = 9

// forty returns a world with forty games of many options, and those that there are.
func forty(t *testing.T) *talk {
	w := newTalk(t)
	w.with(func(c *commands.Config) {
		for i := range 40 {
			c.Games = append(c.Games, roomy{number: i, options: roomyOptions})
		}
	})
	return w
}

// All commands fit Discord's limits. With forty more games half of the characters are left, and ten options, which no
// game adds to.
func TestCommandsFitFortyGames(t *testing.T) {
	t.Parallel()
	list := forty(t).service.Definitions("")
	if len(list) == 0 || len(list) > 100 {
		t.Errorf("there are %d commands, want 1 to 100", len(list))
	}
	for _, d := range list {
		if n := checkDefinition(t, d); n > 8000/2 || len(d.Options) > 25-10 {
			t.Errorf("/%s has %d characters and %d options, want at most half of 8,000 and ten less than 25", d.Name, n, len(d.Options))
		}
	}
}

// Every game of forty is found by a part of its title, and its options by their words.
//
//test:unwatched
func TestFortyGamesAreCompleted(t *testing.T) {
	t.Parallel()
	w := forty(t)
	if n := len(w.suggestions("ann", "play", "game", "")); n != 25 {
		t.Errorf("%d games are suggested, want 25", n)
	}
	for _, g := range w.service.Games {
		info := g.Info()
		if found := w.suggestions("ann", "play", "game", strings.ToUpper(info.Title[len(info.Title)/2:])); len(found) == 0 {
			t.Errorf("%s is not suggested", info.Title)
		}
		if len(info.Options) == 0 {
			continue
		}
		found := w.suggestions("ann", "play", "options", "", "game", info.Title)
		if first := info.Options[0]; len(found) < len(info.Options) || found[0].Value != first.Name+"="+first.Values[0] {
			t.Errorf("the options of %s are completed with %v", info.Title, found)
		}
		if g, made := g.(roomy); made && g.number > 0 {
			continue
		}
		for _, o := range found { // its label is understood as its value is
			if more := w.suggestions("ann", "play", "options", o.Label+", ", "game", info.Name); len(more) == 0 && len(info.Options) > 1 {
				t.Errorf("after %q nothing is suggested", o.Label)
			}
		}
	}
}

// suggestions returns the choices that complete the text typed into an option beside others, each a name and a value.
func (w *talk) suggestions(who, command, option, typed string, others ...string) []message.MenuOption {
	w.t.Helper()
	options := map[string]string{option: typed}
	for i := 0; i < len(others); i += 2 {
		options[others[i]] = others[i+1]
	}
	reply := w.service.Handle(w.t.Context(), commands.Request{
		By: person(who), Guild: "guild", Channel: "games", Lang: "en-GB", Command: command, Focus: option, Options: options,
	})
	values := map[string]bool{}
	for _, o := range reply.Choices {
		if checkChoice(w.t, o); values[o.Value] {
			w.t.Errorf("%s is suggested twice for %q", o.Value, typed)
		}
		values[o.Value] = true
	}
	if reply.Kind != commands.Completion || len(reply.Choices) > 25 {
		w.t.Errorf("there are %d suggestions of %s: for %.20q", len(reply.Choices), option, typed)
	}
	return reply.Choices
}

// Every suggestion for an option of time fits Discord and is accepted when it is chosen,
// whatever was typed.
//
//test:unwatched
func TestSuggestionsAreAccepted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ command, option string }{
		{"settings", "zone"}, {"settings", "quiet"}, {"settings", "remind"}, {"settings", "digest"}, {"away", "until"},
	} {
		w := newTalk(t)
		for _, typed := range []string{"", "n", "2", "22-8", "mon", "3 days", "\u202e", "*", strings.Repeat("9 ", 3000)} {
			w.steps(t, "ann /settings zone:utc quiet:none digest:none", "ann /away until:1 day")
			all := w.suggestions("ann", c.command, c.option, typed)
			if typed == "" && len(all) < 5 {
				t.Errorf("at first %s: has the suggestions %v", c.option, all)
			}
			for _, o := range all {
				w.steps(t, "ann /"+c.command+" "+c.option+":"+o.Value)
				if said := w.lastSaid("ann"); !strings.HasPrefix(said, "Boards are ") && !strings.HasPrefix(said, "You're away") && !strings.HasPrefix(said, "Welcome back") {
					t.Errorf("%s:%s was suggested for %.20q and answered with %s", c.option, o.Value, typed, said)
				}
			}
		}
	}
}

// /settings shows all settings in at most 900 characters.
func TestSettingsAreShort(t *testing.T) {
	w := newTalk(t)
	w.tell(t, `
		ann /settings dms:off palette:contrast zone:America/Argentina/ComodRivadavia quiet:22:30-07:30 remind:15 25 50 75 95 digest:08:30
		ann /away until:14 days
		ann /settings
		+ contrast
		+ off
		+ Comod
		+ 22:30–07:30
		+ 15, 25, 50, 75, 95%
		+ 08:30
		+ away
	`)
	if said := w.lastSaid("ann"); utf8.RuneCountInString(said) > 900 {
		t.Errorf("what is set takes more than 900 characters:\n%s", said)
	}
}

// The table of every game, its options and its rules' menu fit into messages, which the world
// checks.
//
//test:unwatched
func TestTablesOfFortyGamesFit(t *testing.T) {
	t.Parallel()
	for _, g := range append(all.Games(), roomy{options: roomyOptions}) {
		info := g.Info()
		t.Run(info.Name, func(t *testing.T) {
			t.Parallel()
			w := forty(t)
			var chosen []string
			for _, o := range info.Options {
				chosen = append(chosen, o.Name+"="+o.Values[len(o.Values)/2*2%len(o.Values)])
			}
			line := "long1 /play game:" + info.Name + " first:them turn-time:3d total-time:60d options:"
			if w.step(t, line+strings.Join(chosen, ",")) != nil || len(w.Posts) == 0 {
				w.steps(t, line)
			}
			if len(info.Options) > 0 {
				w.steps(t, "long1 clicks Options on 1")
				var asked []message.Field
				for more := true; more; {
					asked = append(asked, w.form.Fields...)
					w.steps(t, "long1 fills")
					if _, more = world.Find(w.last("long1"), world.Label("More choices")); more {
						w.steps(t, "long1 clicks More choices")
					}
				}
				for _, o := range info.Options {
					if !slices.ContainsFunc(asked, func(f message.Field) bool {
						return f.Name == o.Name || slices.ContainsFunc(f.Options, func(box message.MenuOption) bool { return box.Value == o.Name })
					}) {
						t.Errorf("no form of options asks for %s", o.Name)
					}
				}
			}
			for i := 2; i <= info.MaxSeats; i++ {
				w.steps(t, fmt.Sprintf("long%d clicks Join on 1", i))
			}
			w.steps(t, "eve /rules", "long1 /play game:"+info.Name+" opponent:long2")
		})
	}
}

// /help has six lines and leads to the rules of every game, however many there are. So does /rules
// where it is not clear which game is meant. The world checks the messages.
//
//test:unwatched
func TestHelpHoldsManyGames(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	for _, n := range []int{1, 2, 5, 20, 21, 24, 25, 26, 50, 60} {
		w.with(func(c *commands.Config) {
			c.Games = nil
			for i := range n {
				c.Games = append(c.Games, roomy{number: i})
			}
		})
		for _, asks := range []string{"ann /rules", "ann /help"} {
			w.steps(t, asks)
			var offered []string
			for _, c := range slices.Concat(w.last("ann").Rows...) {
				b, err := message.ParseButton(c.ID)
				if err != nil || b.Verb != "learn" {
					t.Errorf("a button carries %q, want one that opens rules", c.ID)
				}
				offered = append(offered, b.Steps...)
				for _, o := range c.Options {
					offered = append(offered, o.Value)
				}
			}
			if len(offered) != n || offered[0] != "a-game-of-many-options-00" {
				t.Errorf("with %d games %s offers the rules of %v", n, asks, offered)
			}
		}
		if lines := strings.Count(w.lastSaid("ann"), "\n") + 1; lines < 8 || lines > 7+n {
			t.Errorf("with %d games /help has %d lines, want seven and a line for each game that has room", n, lines)
		}
	}
}

// The values of a long step are on pages of up to four menus.
func TestLongMenus(t *testing.T) {
	w := newTalk(t)
	w.with(func(c *commands.Config) { c.Games = []games.Game{wide{}} })
	var values [3]string
	for n := range 240 {
		values[n/100] += fmt.Sprint(" ", n)
	}
	w.tell(t, `
		ann /play game:wide opponent:ben first:me > ben Accept on 1
		ann clicks Move on 2
		+ : 0 1 2 3
		+ [More choices] [Type it]
		ann clicks More choices
		+ [Earlier choices] [More choices]
		ann clicks More choices
		+ 239}
		+ [Earlier choices]
		- [More choices]
		ann clicks Earlier choices
		ann picks 150
		ann clicks Confirm
		| Played. You win!
	`)
	var seen []string
	for _, m := range w.private("ann")[1:4] {
		for _, c := range slices.Concat(m.Rows...) {
			for _, o := range c.Options {
				seen = append(seen, o.Value)
			}
		}
	}
	for n, v := range seen {
		if v != strconv.Itoa(n) || len(seen) != 240 {
			t.Fatalf("the pages have %d values, the %dth is %s", len(seen), n, v)
		}
	}
}

// The picture of a panel is of the move in the making: with the step at first, then with
// what is picked, and what may be picked next.
func TestPanelPicturesTheMoveInTheMaking(t *testing.T) {
	w := newTalk(t)
	shown := func(does string) permute.View {
		w.steps(t, does)
		return w.last("ann").Picture.View.(permute.View)
	}
	w.steps(t, "duel permute")
	w.steps(t, "ann clicks 3 on 2")
	if v := shown("ann clicks Back"); v.Making == nil || len(v.Making.Picked) != 0 || len(v.Making.Step.Choices) != 64 || v.Picked != nil {
		t.Errorf("the first picture has the move %+v and the face %v, want 64 choices and no face", v.Making, v.Picked)
	}
	shown("ann clicks 3")
	if p := w.last("ann").Picture; p.Area != 3 || p.Margins {
		t.Errorf("the picture of an area has the area %d, and names them beside the board: %v", p.Area, p.Margins)
	}
	if v := shown("ann picks d3"); v.Making == nil || !slices.Equal(v.Making.Picked, []string{"d3"}) || v.Picked == nil || v.Picked.String() != "d3" || len(v.Outcomes) != 2 {
		t.Errorf("the second picture has the move %+v, the face %v and %d outcomes, want d3 and 2", v.Making, v.Picked, len(v.Outcomes))
	}
	if v := shown("ann picks C-e3"); v.Making != nil || v.Last != "Cd3-e3" {
		t.Errorf("the preview has the move %+v and the last move %s, want it made", v.Making, v.Last)
	}
}

// tryout is a game of this project's own, as an experiment.
type tryout struct{ permute.Game }

func (g tryout) Info() games.Info {
	info := g.Game.Info()
	info.Name, info.Title, info.Experiment = "tryout", "Tryout"+games.ExperimentMark, true
	info.Locale = fstest.MapFS{"locale/en.json": {Data: []byte(`{"tryout.about": "Turn and see.", "tryout.rules": "Try it.", "tryout.option.size.each": "{{.Value}}"}`)}}
	return info
}

// Wherever an experiment is offered, described or named, it is called one.
func TestExperimentsSaySo(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.with(func(c *commands.Config) { c.Games = append(slices.Clone(c.Games), tryout{}) })
	w.tell(t, `
		ann types /play game:try
		= Tryout (experiment): Turn and see. = tryout
		= (1)
		ann /help
		+ [Tryout (experiment)]
		ann /rules game:tryout
		= ## Tryout \(experiment\)
		+ This is Parlour's own experiment, not a published game. The idea came from <https://
		- full rules
		ann /play game:tryout
		+ wants to play Tryout \(experiment\).
		+ Parlour's own experiment. Turn and see. 
	`)
}

// place is the id of a channel that makes links as long as Discord's.
const place = "123456789012345678901234567890123456789012345678901"

// Games of all kinds, with short and with long and strange names, stay within Discord's limits,
// which [checkMessage] checks for every message. The words for a board are complete, in public
// and in private, as alternative text and as text.
//
//test:unwatched
func TestAllGamesFitDiscord(t *testing.T) {
	t.Parallel()
	type seating struct {
		play   string
		people int
	}
	seatings := []seating{{"permutu options:start=quick", 6}}
	for _, g := range all.Games() {
		info := g.Info()
		for _, people := range slices.Compact([]int{info.MinSeats, info.MaxSeats}) {
			seatings = append(seatings, seating{largest(info), people})
		}
	}
	for i, c := range seatings {
		for _, name := range []string{"p", "long"} { // see person
			if name == "p" && i > 0 && c.people == seatings[i-1].people {
				continue // short names once at least for each number of seats
			}
			t.Run(fmt.Sprint(c.play, c.people, name), func(t *testing.T) {
				t.Parallel()
				w := newTalk(t)
				var who []string
				for i := range c.people {
					who = append(who, fmt.Sprint(name, i))
				}
				w.steps(t, who[0]+" in "+place+" /play game:"+c.play+" first:me")
				for _, p := range who[1:] {
					w.steps(t, p+" in "+place+" clicks Join on 1")
				}
				w.steps(t, who[0]+" clicks Start on 1")
				w.playSome(t, who, name == "p")
			})
		}
	}
}

// largest returns how a game is asked for whose options that a table always says, such as the size of a
// board, have their last values.
func largest(info games.Info) string {
	var options []string
	for _, o := range info.Options {
		if o.Shown {
			options = append(options, o.Name+"="+o.Values[len(o.Values)-1])
		}
	}
	if len(options) == 0 {
		return info.Name
	}
	return info.Name + " options:" + strings.Join(options, ",")
}

// playSome plays up to 250 random legal moves. It checks the words for one board in three, and all others are made
// past the service.
func (w *talk) playSome(t *testing.T, who []string, short bool) {
	t.Helper()
	c, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	e := match.NewEnv(all.Games(), w.store, w.Now, zeros{})
	for i := range 250 {
		m := w.load(t, "1")
		owe := m.State.ToMove()
		if i%3 == 0 || len(owe) == 0 {
			w.checkSaid(t, c, m.State, who, short)
		}
		if len(owe) == 0 {
			return
		}
		seat := owe[rng.IntN(len(owe))]
		if i%10 == 0 {
			w.steps(t, who[seat]+" /games", who[seat]+" clicks More on last")
		}
		move := gametest.Stroll(rng, m.State, seat)
		if i%3 == 2 {
			w.steps(t, who[seat]+" plays "+string(move))
		} else if m, err = e.Change(t.Context(), "1", func(m *match.Match) ([]games.Ply, error) { return m.Play(seat, move) }); err != nil {
			t.Fatal(err)
		} else if m.Phase == storage.Over {
			w.publish([]match.Unshown{m.Unshown()})
		}
	}
}

// checkSaid checks the words for the newest board and for the board of a seat, of both as
// alternative text and as text. For short names nothing may be left out.
func (w *talk) checkSaid(t *testing.T, c *locale.Catalogue, s games.State, who []string, short bool) {
	t.Helper()
	seat := games.Seat(len(w.Posts) % len(who))
	checkWords(t, c, w.newest().Picture.Alt, s, games.Spectator, short, nil)
	w.steps(t, who[seat]+" /board game:1", "dan in "+place+" /board game:1 text:true", who[seat]+" /board game:1 text:true")
	own := w.panel[who[seat]]
	checkWords(t, c, own[len(own)-2].Picture.Alt, s, seat, short, nil)
	checkWords(t, c, own[len(own)-1].Content, s, seat, short, locale.Markdown)
	checkWords(t, c, w.lastSaid("dan"), s, games.Spectator, short, locale.Markdown)
}

// name stands for a person's name in words that are looked for.
const name = "\x00"

// scoreIn returns the score of a position as a text should have it: with the question for a move before
// it, it leaves out what that says.
func scoreIn(text string, v locale.Voice, s games.State, words games.Words) games.Text {
	for _, seat := range s.ToMove() {
		asks := strings.Split(v.Say(s.Step(seat, nil).Ask), name)
		if strings.Contains(text, asks[len(asks)-1]) {
			return s.Shown(seat, nil).Words().Score
		}
	}
	return words.Score
}

// checkWords checks that the words for a board have the last ply, the players to move, the lines of the
// score that fit if whole is set, the whole board, and what its lower case means, in this order. Names may be
// cut, so only the text between them is compared.
func checkWords(t *testing.T, c *locale.Catalogue, text string, s games.State, seat games.Seat, whole bool, escape func(string) string) {
	t.Helper()
	view := s.View(seat)
	words := view.Words()
	v := c.Voice("en", []string{name, name, name, name, name, name}, escape)
	must := v.All(words.Last)
	if owe := s.ToMove(); len(owe) > 0 {
		must = append(must, v.Say(games.Say("alt.turn", "Players", owe)))
	} else {
		must = append(must, "It's over. ")
	}
	n, rest := utf8.RuneCountInString(text), text
	if n > 1024 {
		t.Fatalf("what is said has %d characters, want at most 1,024:\n%s", n, text)
	}
	says := func(want string, mayLack bool) {
		left := rest
		for _, part := range strings.Split(want, name) {
			at := strings.Index(left, part)
			if at < 0 && mayLack {
				return
			}
			if at < 0 {
				t.Fatalf("%q is not said, or not in its place, in\n%s", part, text)
			}
			left = left[at+len(part):]
		}
		rest = left
	}
	says(strings.Join(must, name), false)
	if whole {
		for i, line := range strings.Split(v.Say(scoreIn(text, v, s, words)), "\n") {
			says(line, i > 0 && n+1+utf8.RuneCountInString(line)+strings.Count(line, name) > 1024) // names have two characters
		}
	}
	board := view.String()
	if spoken, ok := view.(games.Spoken); ok {
		board = v.Say(spoken.InWords())
	}
	says(board, false)
	says(v.Say(words.Signs), false)
}

// If the words for a board are too long they are cut, and the board is not.
func TestLongAltTextKeepsTheBoard(t *testing.T) {
	w := newTalk(t)
	w.with(func(c *commands.Config) { c.Games = []games.Game{wordy{}} })
	w.steps(t, "ann in "+place+" /play game:wide opponent:ben first:me", "ben clicks Accept on 1", "ann presses 1:1:0:text")
	board := strings.Repeat("O", 700)
	for _, said := range []string{w.Posts[1].Versions[0].Picture.Alt, w.lastSaid("ann")} {
		if n := utf8.RuneCountInString(said); n != 1024 || !strings.HasPrefix(said, "Wide: ") || !strings.Contains(said, "…\n") ||
			!strings.Contains(said, "\n"+board) {
			t.Errorf("what is said has %d characters, want 1,024 with the whole board:\n%s", n, said)
		}
	}
}

// Whatever anybody but the planner sees tells nothing of a plan, up to the move for which it was
// made.
func TestPlanIsSecret(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.tell(t, `
		duel permute options:size=9,swap=off
		ben presses 1:1:0:plan:Cd3-d4:confirm:f6:A-f7
		+ Planned.
		ann /board
		ann /board text:true
		ann /games
		ann /record
		ann clicks More on 2
		ann /draw
		cleo /board
		cleo /record
		cleo clicks More on 2
		cleo clicks 1 on 2
		ann presses 1:1:0:forget
		cleo presses 1:1:0:forget
		ann presses 1:1:0:plan:Cd3-d4:confirm:f6:A-f7
		ann types /move move:A
	`)
	seen := append(w.private("ann"), w.private("cleo")...)
	for _, p := range w.Posts {
		seen = append(seen, p.Versions...)
	}
	for _, msg := range seen {
		if text := told(msg) + fmt.Sprintf("%+v", msg); strings.Contains(text, "f6-f7") || strings.Contains(text, "f6:A-f7") || strings.Contains(text, "lan, only") {
			t.Errorf("somebody else sees\n%s", text)
		}
	}
	w.tell(t, `
		ann plays Cd3-d4
		+ Ben turns ↺ f6, keeps f7.
		+ <@ann>
	`)
}

// Every step of a plan fits into the buttons of Discord, with the opponent's longest moves.
//
//test:unwatched
func TestPlansFitIntoButtons(t *testing.T) {
	t.Parallel()
	words, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	writer, rng := message.NewWriter(words, palettes), rand.New(rand.NewPCG(1, 2))
	for _, g := range all.Games() {
		info := g.Info()
		if info.Hidden || info.MinSeats > 2 || info.MaxSeats < 2 {
			continue
		}
		w := newTalk(t)
		w.steps(t, "duel "+largest(info))
		for range 8 {
			m := w.load(t, "1")
			seat := m.State.ToMove()[0]
			tryPlans(t, writer, rng, m, 1-seat)
			w.steps(t, m.Players[seat].ID+" /move move:"+string(longest(m.State, seat, rng)))
		}
	}
}

// longest returns the longest of a few moves of a seat drawn at random.
func longest(s games.State, seat games.Seat, rng *rand.Rand) games.Move {
	best := games.Move("")
	for range 6 {
		if m := gametest.Stroll(rng, s, seat); len(m) > len(best) {
			best = m
		}
	}
	return best
}

// tryPlans walks through the panels of a plan at random.
func tryPlans(t *testing.T, writer *message.Writer, rng *rand.Rand, m *match.Match, planner games.Seat) {
	t.Helper()
	r := message.Reader{ID: m.Players[planner].ID, Lang: "en", Guild: "guild", Own: storage.Person{ID: m.Players[planner].ID}}
	theirs := longest(m.State, 1-planner, rng)
	after, err := m.State.Play(1-planner, theirs)
	if err != nil {
		t.Fatal(err)
	}
	for _, stage := range []struct {
		theirs games.Move
		state  games.State
		seat   games.Seat
	}{{"", m.State, 1 - planner}, {theirs, after, planner}} {
		for steps, done := []string(nil), false; !done; {
			done = games.Made(stage.state, stage.seat, steps) != "" // then it is the preview
			msg, err := writer.To(r, m).PlanPanel(stage.theirs, steps, 0)
			if err != nil {
				t.Fatalf("%s: the plan after %q and %v: %v", m.Info.Title, stage.theirs, steps, err)
			}
			if checkMessage(t, msg); !done {
				choices := stage.state.Step(stage.seat, steps).Options()
				steps = append(steps, choices[rng.IntN(len(choices))].Value)
			}
		}
	}
}
