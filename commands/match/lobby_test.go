package match_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"parlour/storage/storetest"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/magic"
	"parlour/games/permutations"
	"parlour/games/permute"
	"parlour/storage"
	"parlour/storage/bolt"
)

// A gated world is a store, with tables that people open past the gate. It plays a script, a line at a time. After
// the ":" of a line stands the key of the refusal, or nothing if there is none. The table is the one that was opened
// last.
//
//	caps NAME=N …              from now on each person may have so many; there is no other bound
//	A opens …: KEY             A opens a table: "for B", "with LEVEL" for a game with Parlour, "at once" if it
//	                           begins then; "again" opens the same table
//	A blocks B                 A blocks B
//	A takes WHOM               A takes challenges from "nobody", or from those who are "known"
//	A played B in GUILD PHASE  there is a match of theirs
//	ID ends                    a match is over
//	A joins, A sits, A adds Parlour, A says WORD, A closes, A looks: KEY
//	                           A does something at the table; "sits" does not ask whom the table is for
//	A was there                A has a seat at the table, and the gate was not asked
//	A asks B again, B agrees to A: KEY
//	                           a rematch of their game
type gated struct {
	*testing.T
	env   *match.Env
	store storage.Store
	now   time.Time
	made  int
	table *match.Match
}

// zeros is a random source that returns zeros only.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func newGated(t *testing.T) *gated {
	t.Helper()
	store, err := bolt.Open(filepath.Join(storetest.Dir(t), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	g := &gated{T: t, store: store, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	g.env = match.NewEnv([]games.Game{magic.Game{}}, store, func() time.Time { return g.now }, zeros{})
	return g
}

// wants has a person want a table, for another person, with an opponent of a level, or for anybody.
// Each is another than the one before.
func (g *gated) wants(opener, other string, level games.Level) *match.Match {
	g.Helper()
	g.made++
	head := storage.Head{ID: fmt.Sprint("m", g.made), Created: g.now, Timing: storage.Timing{Allowance: storage.Allowance{TurnTime: time.Duration(g.made) * time.Hour}}}
	head.Guild = "guild"
	head.Players = []storage.Player{{ID: opener, Name: opener}}
	if other != "" {
		head.Invited = &storage.Player{ID: other, Name: other}
	}
	m, err := g.env.NewTable(magic.Game{}, head)
	if err != nil {
		g.Fatal(err)
	}
	if m.Game, m.Info = (magic.Game{}), (magic.Game{}).Info(); level != "" {
		m.Players = append(m.Players, storage.Player{ID: "opponent", Level: level})
	}
	g.table, m.Random = m, rand.NewChaCha8([32]byte{})
	return m
}

// play plays a script.
func (g *gated) play(name, script string) {
	g.Helper()
	for line := range strings.Lines(script) {
		said, want, asks := strings.Cut(strings.TrimSpace(line), ":")
		words := strings.Fields(said)
		if len(words) == 0 {
			continue
		}
		err := g.does(words)
		var refusal *games.Refusal
		if err != nil && (!asks || !errors.As(err, &refusal)) {
			g.Fatalf("%s: %s: %v", name, said, err)
		}
		key := ""
		if refusal != nil {
			key = refusal.Text.Key
		}
		if asks && key != strings.TrimSpace(want) {
			g.Errorf("%s: %s is refused with %q, want%s", name, said, key, want)
		}
	}
}

func (g *gated) does(words []string) error {
	who, verb, rest := words[0], words[1], append(words[2:], "", "")
	change := func(change func(*storage.Person)) error {
		_, err := storage.People.Change(g.Context(), g.store, who, func(p *storage.Person) error { change(p); return nil })
		return err
	}
	decide := func(do func() error) error {
		_, err := g.env.Admit(g.Context(), g.table, who, func() ([]games.Ply, error) { return nil, do() })
		return err
	}
	sit := func(p storage.Player) func() error {
		return func() error { g.table.Players = append(g.table.Players, p); return nil }
	}
	me := storage.Player{ID: who, Name: who}
	switch verb {
	case "opens":
		var other string
		var level games.Level
		again, atOnce := false, false
		for i, word := range rest {
			switch word {
			case "for":
				other = rest[i+1]
			case "with":
				level = games.Level(rest[i+1])
			case "again":
				again = true
			case "once":
				atOnce = true
			case "", "at", other, string(level):
			default:
				return fmt.Errorf("no table is opened %q", word)
			}
		}
		m := g.table
		if !again {
			m = g.wants(who, other, level)
		}
		_, err := g.env.OpenTable(g.Context(), m, atOnce)
		return err
	case "blocks":
		return change(func(p *storage.Person) { p.Blocked = append(p.Blocked, storage.Blocked{ID: rest[0], Name: rest[0]}) })
	case "takes":
		return change(func(p *storage.Person) { p.Challenges = rest[0] })
	case "played":
		m := g.wants(who, "", "")
		m.Players = append(m.Players, storage.Player{ID: rest[0], Name: rest[0]})
		if m.Guild, m.Phase, m.Setup.Rules = rest[2], storage.Phase(rest[3]), 1; m.Phase == storage.Off {
			m.Setup.Rules = 0 // it never began
		}
		_, err := g.store.Create(g.Context(), m.Head)
		return err
	case "ends":
		m, err := g.store.Get(g.Context(), who)
		if err != nil {
			return err
		}
		m.Phase = storage.Off
		_, err = g.store.Append(g.Context(), m.Head)
		return err
	case "was":
		return sit(me)()
	case "joins":
		return decide(func() error { return g.table.Join(me, 0, storage.Person{}, match.Venue{}) })
	case "sits":
		return decide(sit(me))
	case "adds":
		return decide(sit(storage.Player{ID: "opponent", Level: games.Easy}))
	case "says":
		return decide(func() error { return g.table.SayWord(who, rest[0]) })
	case "closes":
		return decide(func() error { return g.table.Cancel(me) })
	case "looks":
		return decide(func() error { return nil })
	case "asks", "agrees":
		by := who
		if verb == "agrees" {
			by = rest[1]
		}
		m := g.wants("ann", "", "")
		m.Players = append(m.Players, storage.Player{ID: "ben", Name: "ben"})
		m.Phase, m.AskCount = storage.Over, 1
		m.Asks = []storage.Ask{{Number: 1, About: match.AboutRematch, By: by, Agreed: []string{by}}}
		if verb == "agrees" {
			m.Asks[0].Agreed = append(m.Asks[0].Agreed, who)
		}
		return g.env.MayPlayAgain(g.Context(), m, who)
	}
	if who == "caps" {
		g.env.Caps = match.Caps{}
		for _, word := range words[1:] {
			name, value, _ := strings.Cut(word, "=")
			_, err := fmt.Sscan(value, map[string]*int{
				"games": &g.env.Caps.Games, "parlour": &g.env.Caps.Parlour, "tables": &g.env.Caps.Tables, "pair": &g.env.Caps.Pair,
				"challenges": &g.env.Caps.Challenges, "none": new(int),
			}[name])
			if err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("there is no verb %q", verb)
}

func TestGate(t *testing.T) {
	scripts := map[string]string{
		// A person decides whose challenges reach them. A blocked person reads the same refusal as anybody else
		// whose challenge is not taken.
		"from everybody":       "ann opens for ben:",
		"from nobody":          "ben takes nobody\nann opens for ben: refuse.challenges",
		"from a stranger":      "ben takes known\nann opens for ben: refuse.challenges",
		"from an old rival":    "ben takes known\nben played ann in guild over\nann opens for ben:",
		"from a present rival": "ben takes known\nann played ben in guild playing\nann opens for ben:",
		"played elsewhere":     "ben takes known\nann played ben in other over\nann opens for ben: refuse.challenges",
		"played with another":  "ben takes known\nann played cay in guild over\nann opens for ben: refuse.challenges",
		"never begun":          "ben takes known\nann played ben in guild off\nann opens for ben: refuse.challenges",
		"from one blocked":     "ben blocks ann\nann opens for ben: refuse.challenges",
		"a blocked old rival":  "ben takes known\nann played ben in guild over\nben blocks ann\nann opens for ben: refuse.challenges",
		"to one blocked":       "ann blocks ben\nann opens for ben: refuse.blocked",
		"another's blocks":     "ben blocks cay\ncay blocks ann\nann opens for ben:",

		// A game that begins at once is no open table, though it is stored as one first.
		"a game at once": "caps tables=1\nann opens:\nann opens at once:",
	}
	// A person cannot join a table where somebody has blocked them. They can join where they have blocked
	// somebody themselves, and stay where they sit already.
	for name, c := range map[string][2]string{
		"nobody blocks":     {"", ""},
		"the opener blocks": {"ann blocks cay", "refuse.blocked.table"},
		"a guest blocks":    {"ben blocks cay", "refuse.blocked.table"},
		"the comer blocks":  {"cay blocks ann", "refuse.blocked.table"},
		"no challenges":     {"ann takes nobody", ""},
	} {
		scripts["joining where "+name] = c[0] + "\nann opens:\nben was there\ncay sits: " + c[1] + "\nann blocks ben\nben looks:"
	}
	// Nobody can ask for a rematch with a person who has blocked them or takes no challenges. Nobody can
	// agree to a rematch with a person who has blocked them.
	for name, c := range map[string][2]string{
		"":                 {"", ""},
		"ben blocks ann":   {"refuse.challenges", ""},
		"ann blocks ben":   {"refuse.blocked", "refuse.challenges"},
		"ben takes nobody": {"refuse.challenges", ""},
		"ben takes known":  {"", ""},
	} {
		scripts["a rematch where "+name] = name + "\nann asks ben again: " + c[0] + "\nben agrees to ann: " + c[1]
	}
	// Each cap allows so many and no more. Once one ends, there is room again, and without a cap
	// there is always room. N is a number.
	for name, c := range map[string]struct{ counted, free string }{
		"games":      {"ann opens for otherN", "ben opens for ann"},
		"parlour":    {"ann opens with hard", "ann opens"},
		"tables":     {"ann opens", "ann opens for ben"},
		"pair":       {"ann opens for ben", "ben opens for ann"},
		"challenges": {"otherN opens for ben", "ben opens for cay"},
	} {
		script := "caps " + name + "=3\n"
		number := func(n int, refusal string) string {
			return strings.ReplaceAll(c.counted, "N", fmt.Sprint(n)) + ": " + refusal + "\n"
		}
		for n := range 3 {
			script += number(n, "")
		}
		scripts["the cap "+name] = script + number(3, "refuse.cap."+name) + c.free + ":\nm2 ends\n" + number(4, "") + "caps none=0\n" + number(5, "")
	}
	scripts["the cap parlour at once"] = "caps parlour=1\nann opens with hard at once:\nann opens with hard: refuse.cap.parlour"
	// A person who sits down, or with whom Parlour sits down, is counted; one who gets up, says a word
	// or sits there already never is.
	for decision, opponent := range map[string]string{
		"ann joins: refuse.cap.games":          "",
		"ben says fox:":                        "",
		"ben joins: refuse.seated":             "",
		"ben adds Parlour: refuse.cap.parlour": "",
		"ben says owl:":                        " with easy",
		"ben closes:":                          " with easy",
		"ann looks:":                           "",
	} {
		scripts[decision] = "ann opens with hard at once:\nben opens with hard at once:\nben opens" + opponent + ":\ncaps games=1 parlour=1\n" + decision
	}
	for name, script := range scripts {
		newGated(t).play(name, script)
	}
}

// The refusal of a blocked person is word for word that of a person who is refused for another reason.
func TestABlockIsNotToldApart(t *testing.T) {
	said := map[string]bool{}
	for _, before := range []string{"ben blocks ann", "ben takes nobody", "ben takes known"} {
		g := newGated(t)
		g.play(before, before)
		said[fmt.Sprint(g.does(strings.Fields("ann opens for ben")))] = true
	}
	if len(said) != 1 {
		t.Errorf("the refusals differ: %v", said)
	}
}

// A block from a match turns down the rematch that is asked there, by any player, even if the blocker has
// agreed to it. It declines a challenge, and does nothing if nothing is asked.
func TestABlockTurnsDownWhatIsAsked(t *testing.T) {
	for _, c := range []struct {
		about, by, agreed, before string // nothing is asked if it is about nothing
		answer                    string
		err                       error
	}{
		{match.AboutRematch, "ann", "ann", "", "declined", nil},
		{match.AboutRematch, "ann", "ben ann", "", "declined", nil},
		{match.AboutRematch, "ben", "ann ben", "", "dropped", nil},
		{"", "", "", "", "", match.ErrStale},
		{match.AboutRematch, "ann", "", "gone", "gone", match.ErrStale},
		{match.AboutDraw, "ann", "", "", "", match.ErrStale},
	} {
		m := newGated(t).wants("ann", "", "")
		m.Players = append(m.Players, storage.Player{ID: "ben", Name: "ben"}, storage.Player{ID: "cay", Name: "cay"})
		if m.Phase, m.AskCount = storage.Over, 7; c.about != "" {
			m.Asks = []storage.Ask{{Number: 7, About: c.about, By: c.by, Agreed: strings.Fields(c.agreed), Answer: c.before}}
		}
		err := m.TurnDown(m.Players[1])
		answer := ""
		if len(m.Asks) > 0 {
			answer = m.Asks[0].Answer
		}
		if err != c.err || answer != c.answer {
			t.Errorf("%+v: the question is answered %q, %v", c, answer, err)
		}
	}
	m := newGated(t).wants("ann", "ben", "")
	if err := m.TurnDown(*m.Invited); err != nil || m.Phase != storage.Off {
		t.Errorf("the challenge is %v, %v, want it closed", m.Phase, err)
	}
}

// Many who come at once do not count past each other: as many enter as there may be.
func TestManyAtOnceKeepACap(t *testing.T) {
	g := newGated(t)
	g.play("", "caps games=4 challenges=6")
	var all sync.WaitGroup
	for i := range 24 {
		m := g.wants(fmt.Sprint("person", i%3), "ben", "")
		all.Go(func() { g.env.OpenTable(t.Context(), m, false) })
	}
	all.Wait()
	for who, most := range map[string]int{"ben": 6, "person0": 4, "person1": 4, "person2": 4} {
		own, err := g.store.OfPlayer(t.Context(), who, true, storage.All)
		if err != nil || len(own) > most || who == "ben" && len(own) < most {
			t.Errorf("%s has %d games, %v; want %d", who, len(own), err, most)
		}
	}
}

// The same table within a minute is one, also where others came and the game has begun, unless
// anything about it differs or it is over. A case says what is other before and now than
// at a table of Ann's for Ben.
func TestSameTable(t *testing.T) {
	for name, c := range map[string]struct {
		before, now string
		want        bool
	}{
		"as it is":                              {"", "", true},
		"a minute later":                        {"", "at=1m", false},
		"in another channel":                    {"", "home=lounge", false},
		"of another game":                       {"", "game=magic", false},
		"with other options":                    {"", "size=10", false},
		"with somebody else":                    {"", "for=cleo", false},
		"for anybody":                           {"", "for=", false},
		"with another first player":             {"", "first=them", false},
		"with another time":                     {"", "turn=1h", false},
		"of another person":                     {"", "players=cleo", false},
		"after it was accepted":                 {"phase=playing players=ann,ben opener=0", "", true},
		"that moves second":                     {"phase=playing players=ben,ann opener=1", "", true},
		"that the other opened":                 {"phase=playing players=ben,ann opener=0", "", false},
		"that the opener left":                  {"phase=playing players=ben,cleo opener=0", "", false},
		"that has no order":                     {"phase=playing players=ann,ben", "", false},
		"as a rematch":                          {"phase=playing players=ann,ben opener=0 again", "", false},
		"after it is over":                      {"phase=over players=ann,ben opener=0", "", false},
		"after it was declined":                 {"phase=off", "", false},
		"with Parlour at it by now":             {"players=ann,easy", "", false},
		"that a second person opens":            {"players=ben,ann", "", false},
		"against Parlour, which begins at once": {"phase=playing players=easy,ann opener=1 for=", "players=ann,easy for=", true},
		"against Parlour at another level":      {"phase=playing players=easy,ann opener=1 for=", "players=ann,hard for=", false},
	} {
		if got := match.SameTable(tableOf("at=0s", c.before), tableOf("at=59s", c.now)); got != c.want {
			t.Errorf("the same table %s: %v, want %v", name, got, c.want)
		}
	}
}

// tableOf returns a table of Ann's for Ben that is other in some fields.
func tableOf(at, fields string) (h storage.Head) {
	h.Created, h.Home, h.Phase = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), "games", storage.Open
	for _, field := range strings.Fields(at + " players=ann for=ben game=permute size=9 first=me " + fields) {
		name, value, _ := strings.Cut(field, "=")
		d, _ := time.ParseDuration(value)
		switch name {
		case "at":
			h.Created = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC).Add(d)
		case "home":
			h.Home = value
		case "game":
			h.Setup.Game = value
		case "size":
			h.Setup.Options = map[string]string{"size": value}
		case "first":
			h.First = value
		case "turn":
			h.TurnTime = d
		case "phase":
			h.Phase = storage.Phase(value)
		case "again":
			h.Again = true
		case "opener":
			h.Order = []games.Seat{games.Seat(value[0] - '0'), games.Seat('1' - value[0])}
		case "for":
			if h.Invited = nil; value != "" {
				h.Invited = &storage.Player{ID: value}
			}
		case "players":
			h.Players = nil
			for id := range strings.SplitSeq(value, ",") {
				p := storage.Player{ID: id}
				if id == "easy" || id == "hard" {
					p = storage.Player{ID: "opponent-1", Level: games.Level(id)}
				}
				h.Players = append(h.Players, p)
			}
		default:
			panic("there is no field " + name)
		}
	}
	return h
}

// Every choice of options that a table offers goes together, in every game, or the game proposes others that do
// and says so.
func TestOptionsGoTogether(t *testing.T) {
	for _, g := range all.Games() {
		options := g.Info().Options
		for n := range choices(options) {
			given := map[string]string{}
			for _, o := range options {
				given[o.Name], n = o.Values[n%len(o.Values)], n/len(o.Values)
			}
			full, instead, err := match.CheckOptions(g, given)
			if err != nil || (instead.Key == "") != maps.Equal(full, g.Info().Filled(given)) {
				t.Errorf("%s with %v: %v, %v, %v", g.Info().Name, given, full, instead, err)
			} else if _, again, err := match.CheckOptions(g, full); err != nil || again.Key != "" {
				t.Errorf("%s with %v: it proposes %v, which does not go together either: %v, %v", g.Info().Name, given, full, again, err)
			}
		}
	}
}

// choices counts the ways to choose a value of each option.
func choices(options []games.Option) int {
	n := 1
	for _, o := range options {
		n *= len(o.Values)
	}
	return n
}

// SetOptions refuses a value that no menu of the table offers, and changes nothing then. A new value
// counts as one change, the value that is set already as none. A line says who sets what, and then who moves first,
// the time for a turn and the changes, or that it is refused; some tables have two hours for all turns.
func TestSetOptions(t *testing.T) {
	for _, line := range []string{
		"ann first them: them 1h0m0s 1",
		"ann first me: me 1h0m0s 0",
		"ann first ben: refused",
		"ben first them: refused",
		"ann turn 1d: me 24h0m0s 1",
		"ann turn none: me 0s 1",
		"ann turn 1h: me 1h0m0s 0",
		"ann turn 0h: refused",
		"ann turn -1h: refused",
		"ann turn 337h: refused",
		"ann turn soon: refused",
		"ann turn 3d+8h≤7d: me 0s+72h0m0s+8h0m0s≤168h0m0s 1",
		"ann turn 3d+8h≤7d of 2h: me 0s+72h0m0s+8h0m0s≤168h0m0s 1",
		"ann turn 8d+8h≤7d: refused",
		"ann turn 3d+8d≤7d: refused",
		"ann turn 3d+1d≤61d: refused",
		"ann turn 3h of 2h: refused",
		"ann turn 2h of 2h: me 2h0m0s 1",
		"ann nothing 2h: refused",
	} {
		said, want, _ := strings.Cut(line, ": ")
		words := strings.Fields(said)
		m := &match.Match{Game: permute.Game{}, Info: permute.Game{}.Info()}
		if m.Phase, m.First, m.TurnTime = storage.Open, "me", time.Hour; len(words) > 3 {
			m.TotalTime = 2 * time.Hour
		}
		m.Players = []storage.Player{{ID: "ann"}, {ID: "ben"}}
		m.Setup.Options, _ = m.Info.Complete(nil)
		option, known := map[string]string{"first": match.FirstMove, "turn": match.TurnTime, "nothing": "nothing"}[words[1]]
		if !known {
			t.Fatalf("%s: there is no option %s", said, words[1])
		}
		_, err := m.SetOptions(words[0], map[string]string{option: words[2]})
		time := m.TurnTime.String()
		if m.Gain > 0 {
			time = fmt.Sprintf("%v+%v+%v≤%v", m.TurnTime, m.TotalTime, m.Gain, m.Cap)
		}
		got := fmt.Sprint(m.First, " ", time, " ", m.Changes)
		var refusal *games.Refusal
		if errors.As(err, &refusal) && got == "me 1h0m0s 0" {
			got = "refused"
		}
		if got != want || m.Desired.Edit != m.Changes {
			t.Errorf("%s: %s and %d edits (%v), want %s", said, got, m.Desired.Edit, err, want)
		}
	}
}

// A meddled store has something happen once, before a match is written.
type meddled struct {
	storage.Store
	before func() error // its error takes the place of the write; nil once it has happened
}

func (s *meddled) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	if before := s.before; before != nil {
		s.before = nil
		if err := before(); err != nil {
			return storage.Head{}, err
		}
	}
	return s.Store.Append(ctx, h, entries...)
}

// challenged stores a table at which Ann waits for Ben.
func (g *gated) challenged() string {
	g.Helper()
	if _, err := g.env.OpenTable(g.Context(), g.wants("ann", "ben", ""), false); err != nil {
		g.Fatal(err)
	}
	return g.table.ID
}

// accept has Ben accept a challenge, by a process, and returns its number.
func (g *gated) accept(by *match.Env, id string) (int, error) {
	m, err := by.Change(g.Context(), id, func(m *match.Match) ([]games.Ply, error) {
		return nil, m.Accept(storage.Player{ID: "ben", Name: "ben"}, 0, match.Venue{Channel: m.Channel})
	})
	if err != nil {
		return 0, err
	}
	return m.Number, nil
}

// Of games that begin at once by two processes, each has a number of its own, and none is left out.
func TestNumbersOfGamesThatBeginAtOnce(t *testing.T) {
	g := newGated(t)
	const many = 12
	var got [many]int
	var ids []string
	for range many {
		ids = append(ids, g.challenged())
	}
	var starts sync.WaitGroup
	for n, id := range ids {
		by := g.env
		if n%2 > 0 {
			by = match.NewEnv([]games.Game{magic.Game{}}, g.store, g.env.Now, zeros{})
		}
		starts.Go(func() {
			var err error
			if got[n], err = g.accept(by, id); err != nil {
				t.Error(err)
			}
		})
	}
	starts.Wait()
	slices.Sort(got[:])
	for i, n := range got {
		if n != i+1 {
			t.Fatalf("%d games that began at once have the numbers %v", many, got)
		}
	}
}

// A number goes to the next game if its game does not begin after all, or begins with more people. A game whose start
// was cut off has the same number when it begins later.
func TestNumberOfAGameThatDoesNotBegin(t *testing.T) {
	offered := []games.Game{permutations.Game{}}
	person := func(name string) storage.Player { return storage.Player{ID: name, Name: name} }
	for name, c := range map[string]struct {
		meanwhile func(*match.Match) error // what another process does at the table before the start is written
		fails     error                    // of that write
		want      []int                    // the numbers of three games; 0 for one that does not begin
	}{
		"nothing happens":   {want: []int{1, 2, 3}},
		"it is cancelled":   {meanwhile: func(m *match.Match) error { return m.Cancel(person("ann")) }, want: []int{1, 0, 2}},
		"another joins":     {meanwhile: func(m *match.Match) error { return m.Join(person("cay"), 0, storage.Person{}, match.Venue{}) }, want: []int{1, 1, 2}},
		"the store is away": {fails: storage.ErrUnavailable, want: []int{1, 2, 3}},
	} {
		g := newGated(t)
		g.env = match.NewEnv(offered, g.store, g.env.Now, zeros{})
		var got []int
		for n := range 3 {
			head := storage.Head{ID: fmt.Sprint("m", n), Created: g.now}
			head.Setup.Options, head.Players = map[string]string{"orders": "false"}, []storage.Player{person("ann"), person("ben")}
			table, err := g.env.NewTable(permutations.Game{}, head)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := g.store.Create(t.Context(), table.Head); err != nil {
				t.Fatal(err)
			}
			start := func(e *match.Env) (*match.Match, error) {
				return e.Change(t.Context(), head.ID, func(m *match.Match) ([]games.Ply, error) { return nil, m.Start("ann", match.Venue{}) })
			}
			store := &meddled{Store: g.store}
			if n == 1 {
				store.before = func() error {
					if c.meanwhile == nil {
						return c.fails
					}
					_, err := g.env.Change(t.Context(), head.ID, func(m *match.Match) ([]games.Ply, error) { return nil, c.meanwhile(m) })
					return err
				}
			}
			m, err := start(match.NewEnv(offered, store, g.env.Now, zeros{}))
			if errors.Is(err, storage.ErrUnavailable) {
				m, err = start(g.env)
			}
			var refusal *games.Refusal
			switch {
			case err == nil:
				got = append(got, m.Number)
			case errors.As(err, &refusal):
				got = append(got, 0)
			default:
				t.Fatal(err)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s at the second of three games: their numbers are %v, want %v", name, got, c.want)
		}
	}
}

// A rematch takes from the game before what is named here. Whatever else a head has, one day too, is made anew or empty.
func TestRematchTakesOnlyWhatIsNamed(t *testing.T) {
	kept := strings.Fields("First Two TurnTime TotalTime Gain Cap TimeSet Strict Palette Lang Guild Guest Alone Channel Home Above Private Table Deal Again")
	anew := strings.Fields("ID Version Created NextCheck Phase Setup Secret Players Began Order Desired Published")
	g := newGated(t)
	m := &match.Match{Match: storage.Match{Head: storetest.Filled(storage.Head{})}, Game: magic.Game{}, Info: magic.Game{}.Info()}
	m.ID, m.Next, m.NextLevel, m.Phase, m.Two = "before", "after", "7", storage.Over, 1
	m.Setup.Game, m.Players[0].Level, m.Players[1].Level = m.Info.Name, "", games.Easy
	g.env.OpponentName = func(_ string, level games.Level, number int) string { return fmt.Sprint(level, " ", number) }
	if err := g.env.BeginNext(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	got, err := g.store.Get(t.Context(), m.Next)
	if err != nil {
		t.Fatal(err)
	}
	old, now := reflect.ValueOf(m.Head), reflect.ValueOf(got.Head)
	for _, f := range reflect.VisibleFields(old.Type()) {
		was, is := old.FieldByIndex(f.Index), now.FieldByIndex(f.Index)
		switch {
		case f.Anonymous:
		case was.IsZero():
			t.Errorf("the game before has no %s", f.Name)
		case slices.Contains(kept, f.Name):
			if !reflect.DeepEqual(is.Interface(), was.Interface()) {
				t.Errorf("%s of a rematch is %v, want %v as before", f.Name, is, was)
			}
		case slices.Contains(anew, f.Name):
			if reflect.DeepEqual(is.Interface(), was.Interface()) {
				t.Errorf("%s of a rematch is %v, want another than before", f.Name, is)
			}
		case !is.IsZero():
			t.Errorf("%s of a rematch is %v, want none", f.Name, is)
		}
	}
	want := games.Setup{Game: m.Setup.Game, Rules: m.Info.Rules, Seats: 2, Options: m.Setup.Options, Seed: got.Setup.Seed}
	if !reflect.DeepEqual(got.Setup, want) || got.Setup.Seed == m.Setup.Seed {
		t.Errorf("the setup of a rematch is %+v, want %+v with another seed", got.Setup, want)
	}
	sat := []storage.Player{m.Players[1], m.Players[0]}
	sat[0].Level, sat[0].Name, sat[0].Word, sat[1].Word = "7", fmt.Sprint("7 ", match.OpponentNumber(sat[0])), "", ""
	if !slices.Equal(got.Players, sat) {
		t.Errorf("the players of a rematch are %+v, want %+v", got.Players, sat)
	}
}

// A server has the games that it does not leave out. If Parlour has lost all others since, it has them all, so that nobody is
// told to pick one of none.
func TestAServerAlwaysOffersAGame(t *testing.T) {
	list := all.Games()
	first := list[0].Info().Name
	for want, offered := range map[int][]games.Game{len(list) - 1: list, 1: list[:1]} {
		env := match.NewEnv(offered, nil, nil, nil)
		got := 0
		for _, g := range offered {
			if env.Offers(storage.Server{Without: []string{first}}, g.Info().Name) {
				got++
			}
		}
		if got != want {
			t.Errorf("of %d games %d are offered, want %d", len(offered), got, want)
		}
	}
}
