package gametest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing/fstest"

	"parlour/games"
)

// toy is a game for two in which both choose 1, 2 or 3 in secret, three times;
// the higher sum wins. Who has left scores nothing, and may return. Its fault
// breaks a promise.
type toy struct{ fault *fault }

// A fault changes answers of the toy. Each hook is a function of a pointer to one kind of answer,
// and is handed the honest one.
type fault struct {
	want  string // in the error that finds it
	hooks []any
}

func plant(want string, hooks ...any) fault { return fault{want, hooks} }

// change hands an answer to the hooks for its kind, and returns it.
func change[T any](f *fault, answer T) T {
	for _, hook := range f.hooks {
		if h, ok := hook.(func(*T)); ok {
			h(&answer)
		}
	}
	return answer
}

// What the toy answers honestly, for a fault to change. Others are a [games.Info], a [games.Example],
// the list of scenes and the fields of the JSON.
type (
	started struct {
		setup games.Setup
		toyState
		err error
	}
	parsed struct {
		text string
		bid  bool
		move games.Move
		err  error
	}
	owing struct {
		state toyState
		seats []games.Seat
	}
	inside struct {
		seats []games.Seat
	}
	listed struct {
		state toyState
		seat  games.Seat
		moves []games.Move
	}
	offered struct {
		state  toyState
		seat   games.Seat
		picked []string
		step   games.Step
	}
	same struct {
		state toyState
		says  any
	}
	looked struct {
		state  toyState
		seat   games.Seat
		picked []string
		tried  bool
		view   toyView
	}
	played struct {
		state toyState
		seat  games.Seat
		move  games.Move
		next  games.State
		err   error
	}
	seen struct {
		state toyState
		seat  games.Seat
		toyView
	}
	said struct {
		view toyView
		games.Words
	}
	finished struct {
		state toyState
		games.Result
		over bool
	}
	drawn struct {
		view toyView
		toyState
	}
	named struct {
		name   string
		by     games.Limit
		player games.Player
		err    error
	}
	chosen struct {
		view toyView
		move games.Move
	}
	reasoned struct {
		move games.Move
		why  games.Text
	}
	retold struct {
		move games.Move
		told games.Telling
	}
)

const toySentences = `{
	"toy.about": "Choose in secret.",
	"toy.rules": "Choose 1, 2 or 3 in secret, three times: the higher sum wins.",
	"toy.example.caption": "The higher sum leads.",
	"toy.example.alt": "Three numbers chosen:",
	"toy.option.pace": "how fast",
	"toy.option.pace.slow": "no hurry",
	"toy.option.pace.each": "{{.Value}} pace",
	"toy.line": "{{.Players}} chose{{with .What}} {{.}}{{end}}",
	"toy.line.sealed": "{{.Players}} chose in secret",
	"toy.over": "over",
	"toy.last": "{{.Players}} chose{{with .What}} {{.}}{{end}}.",
	"toy.number": "{{.Number}}",
	"toy.side.first": "first",
	"toy.side.second": "second",
	"toy.round": {"one": "{{.Count}} round", "other": "{{.Count}} rounds"},
	"toy.owes": "choose",
	"toy.ask": "Which number?",
	"toy.refuse": "Write 1, 2 or 3.",
	"toy.reason": "by the sums"
}`

func (g toy) Info() games.Info {
	return change(g.fault, games.Info{Name: "toy", Title: "Toy", Rules: 1, MinSeats: 2, MaxSeats: 2, Hidden: true,
		Locale: fstest.MapFS{"locale/en.json": {Data: []byte(toySentences)}}})
}

func (g toy) Start(setup games.Setup) (games.State, error) {
	s := change(g.fault, started{setup, toyState{fault: g.fault, count: new(int)}, g.Info().Check(setup)})
	if s.err != nil {
		return nil, s.err
	}
	return s.toyState, nil
}

func (g toy) Parse(text string) (games.Move, error) {
	p := parsed{text: text, move: games.Move(text)}
	if !slices.Contains(numbers, p.move) {
		p.move, p.err = "", games.Refuse("toy.refuse")
	}
	p = change(g.fault, p)
	return p.move, p.err
}

func (g toy) Example() games.Example {
	return change(g.fault, games.Example{
		Setup: games.Setup{Game: "toy", Rules: 1, Seats: 2}, Log: games.InTurn(2, "3", "2", "1"), Seat: 1,
		Caption: games.Say("toy.example.caption"), Alt: games.Say("toy.example.alt"),
	})
}

func (g toy) Scenes() []games.Scene {
	setup := games.Setup{Game: "toy", Rules: 1, Seats: 2}
	return change(g.fault, []games.Scene{
		{Name: "preview", Setup: setup, Seat: games.Spectator, Preview: true},
		{Name: "contrast", Setup: setup, Log: games.Line(2, "3 2"), Seat: 1, Contrast: true, Picked: []string{}},
		{Name: "end", Setup: setup, Log: games.Line(2, "1 2 3 1 2 3"), Seat: 0},
	})
}

func (g toy) Levels() []games.Level { return games.Ladder(3, 2) }

func (g toy) Yardsticks() []string { return []string{"plain"} }

// Player returns one who chooses by chance, without thinking of the time.
func (g toy) Player(name string, by games.Limit) (games.Player, error) {
	n := named{name: name, by: by}
	switch {
	case name != "plain" && games.Level(name).Step(g.Levels()) == 0:
		n.err = games.NoPlayer(g, name)
	case !by.Own():
		n.err = games.Unlimited(g, name)
	default:
		n.player = g.choose
	}
	n = change(g.fault, n)
	return n.player, n.err
}

// choose chooses by chance.
func (g toy) choose(v games.View, _ games.Seat, seed games.Seed) games.Move {
	view := v.(toyView)
	return change(g.fault, chosen{view, numbers[seed.Rand(view.Round).IntN(len(numbers))]}).move
}

func (g toy) Why(v games.View, _ games.Seat, m games.Move) (why games.Text) {
	if m == "3" && !v.(toyView).Over {
		why = games.Say("toy.number", "Number", "Nothing beats it.")
	}
	return change(g.fault, reasoned{m, why}).why
}

func (g toy) Tell(_ games.View, seat games.Seat, m games.Move) (told games.Telling) {
	if slices.Contains(numbers, m) {
		told.Did = games.Say("toy.line", "Players", seat, "What", string(m))
	}
	return change(g.fault, retold{m, told}).told
}

func (g toy) Advise(v games.View, seat games.Seat, _ games.Move, _ games.Level, seed games.Seed) games.Advice {
	return games.Advice{Best: g.choose(v, seat, seed)}
}

var numbers = []games.Move{"1", "2", "3"}

type toyState struct {
	fault  *fault
	sealed [2]int
	sums   [2]int
	out    [2]bool
	round  int
	unit   int // number of rounds in which a ply was made
	over   bool
	lapsed bool
	fast   bool // of faults: an option that all see and the JSON does not have
	count  *int // shared, for faults alone: an honest toy never writes to it
}

func (s toyState) ToMove() []games.Seat {
	var owe []games.Seat
	for seat := range games.Seat(2) {
		if s.sealed[seat] == 0 && !s.over && !s.out[seat] {
			owe = append(owe, seat)
		}
	}
	return change(s.fault, owing{s, owe}).seats
}

func (s toyState) In() []games.Seat {
	var in []games.Seat
	for seat, out := range s.out {
		if !out {
			in = append(in, games.Seat(seat))
		}
	}
	return change(s.fault, inside{in}).seats
}

func (s toyState) MarshalJSON() ([]byte, error) {
	return json.Marshal(change(s.fault, []any{s.sealed, s.sums, s.out, s.round, s.over, s.lapsed, *s.count, s.unit}))
}

func (s toyState) Bidding() bool { return !s.over }

func (s toyState) Read(_ games.Seat, text string) (games.Move, error) {
	m, err := toy{s.fault}.Parse(text)
	p := change(s.fault, parsed{text, true, m, err})
	return p.move, p.err
}

// Offers says what [toyState.Step] offers first.
func (s toyState) Offers(seat games.Seat) any {
	return change(s.fault, same{s, strings.Join(values(s.Step(seat, nil)), ",")}).says
}

// sits reports whether a seat is one of those who play.
func (s toyState) sits(seat games.Seat) bool { return (seat == 0 || seat == 1) && !s.out[seat] }

// Legal lists the numbers, also for a seat that has sealed one and may change it.
func (s toyState) Legal(seat games.Seat) []games.Move {
	l := listed{state: s, seat: seat}
	if !s.over && s.sits(seat) {
		l.moves = slices.Clone(numbers)
	}
	return change(s.fault, l).moves
}

func (s toyState) Step(seat games.Seat, picked []string) games.Step {
	o := offered{state: s, seat: seat, picked: picked}
	if !s.over && s.sits(seat) && len(picked) == 0 {
		o.step = games.Step{Ask: games.Say("toy.ask"), Lies: games.Row}
		for i, m := range numbers {
			say := games.Say("toy.number", "Number", i+1)
			o.step.Choices = append(o.step.Choices, games.Choice{Value: string(m), Label: say, Short: say, Move: m})
		}
	}
	return change(s.fault, o).step
}

func (s toyState) Shown(seat games.Seat, picked []string) games.View {
	l := looked{s, seat, picked, false, s.View(seat).(toyView)}
	if step := s.Step(seat, picked); len(step.Options()) > 0 {
		l.view.Making = &games.Making{Picked: slices.Clone(picked), Step: step}
	} else if len(picked) == 1 && slices.Contains(s.Legal(seat), games.Move(picked[0])) {
		l.view = s.Try(seat, games.Move(picked[0])).(toyView)
	}
	return change(s.fault, l).view
}

func (s toyState) Try(seat games.Seat, m games.Move) games.View {
	l := looked{s, seat, []string{string(m)}, true, s.View(seat).(toyView)}
	l.view.Tried = m
	return change(s.fault, l).view
}

func (s toyState) Play(seat games.Seat, m games.Move) (games.State, error) {
	next, err := s.honest(seat, m)
	p := change(s.fault, played{s, seat, m, next, err})
	return p.next, p.err
}

func (s toyState) honest(seat games.Seat, m games.Move) (games.State, error) {
	s.unit = s.round + 1
	switch {
	case s.over:
		return nil, games.Refuse("refuse.over")
	case seat != 0 && seat != 1:
		return nil, games.Refuse("refuse.seat", "Seat", int(seat))
	case m == games.Return && s.out[seat]:
		s.out[seat] = false
		return s, nil
	case m == games.Lapse && !s.out[seat] && s.sealed[seat] == 0:
		s.lapsed = true
		return s.seal(seat, 1), nil
	case m == games.Draw && !s.out[seat]:
		s.over = true
		return s, nil
	case m.Leaves() && !s.out[seat]:
		s.out[seat] = true
		return s.seal(seat, s.sealed[seat]), nil
	case m == games.Return:
		return nil, games.Refuse("refuse.return")
	case m == games.Lapse:
		return nil, games.Refuse("refuse.lapse", "Player", seat)
	case m.Leaves() || m == games.Draw:
		return nil, games.Refuse("refuse.left")
	case !slices.Contains(numbers, m) || s.out[seat]:
		return nil, games.Refuse("toy.refuse")
	}
	return s.seal(seat, int(m[0]-'0')), nil
}

// seal keeps what a seat chose, and reveals when both have, or are out.
func (s toyState) seal(seat games.Seat, n int) toyState {
	s.sealed[seat] = n
	if (s.sealed[0] == 0 && !s.out[0]) || (s.sealed[1] == 0 && !s.out[1]) {
		return s
	}
	s.sums[0] += s.sealed[0]
	s.sums[1] += s.sealed[1]
	s.sealed = [2]int{}
	s.round++
	s.over = s.round == 3 || s.out[0] && s.out[1]
	return s
}

type toyView struct {
	Sums, Sealed [2]int // -1 for what is sealed and not seen
	Out          [2]bool
	Round, Unit  int
	Over, Lapsed bool
	Fast         bool
	Note         any // of faults

	Making *games.Making `json:"-"`
	Tried  games.Move    `json:"-"`
	Mark   any           `json:"-"` // of faults

	fault *fault
}

func (v toyView) String() string { return fmt.Sprint(v.Sums, v.Sealed, v.Note) }

func (v toyView) Words() games.Words {
	w := games.Words{
		Last:  []games.Text{games.Say("toy.last", "Players", []games.Seat{0, 1}, "What", games.Say("toy.number", "Number", "something"))},
		Sides: []games.Text{games.Say("toy.side.first"), games.Say("toy.side.second")},
		Score: games.Say("toy.round", "Count", v.Round),
		Owes:  games.Say("toy.owes"),
	}
	w.Line, w.Unit = v.line()
	w.Open = v.Unit > v.Round && !v.Over
	return change(v.fault, said{v, w}).Words
}

// line says what was chosen in the newest round, once both have chosen, and its number.
func (v toyView) line() (games.Text, int) {
	chose := []games.Seat{}
	for seat, n := range v.Sealed {
		if n != 0 {
			chose = append(chose, games.Seat(seat))
		}
	}
	switch {
	case v.Unit == 0:
		return games.Text{}, 0
	case len(chose) > 0:
		return games.Say("toy.line.sealed", "Players", chose), v.Unit
	case v.Unit > v.Round:
		return games.Say("toy.over"), v.Unit
	}
	return games.Say("toy.line", "Players", []games.Seat{0, 1}, "What", games.Say("toy.number", "Number", "something")), v.Unit
}

func (s toyState) View(seat games.Seat) games.View {
	v := toyView{fault: s.fault, Sums: s.sums, Out: s.out, Round: s.round, Unit: s.unit, Over: s.over, Lapsed: s.lapsed, Fast: s.fast}
	for i, n := range s.sealed {
		if v.Sealed[i] = n; i != int(seat) && n > 0 {
			v.Sealed[i] = -1
		}
	}
	return change(s.fault, seen{s, seat, v}).toyView
}

func (s toyState) Result() (games.Result, bool) {
	r := games.Result{Places: []int{1, 1}, Scores: s.sums[:], Reason: games.Say("toy.reason")}
	for seat, sum := range s.sums {
		if sum < s.sums[1-seat] {
			r.Places[seat] = 2
		}
	}
	e := change(s.fault, finished{s, r, s.over})
	return e.Result, e.over
}

// sampleToy draws what is sealed and not seen.
func sampleToy(f *fault, v toyView, rng *rand.Rand) games.State {
	s := toyState{fault: f, sums: v.Sums, sealed: v.Sealed, out: v.Out, round: v.Round, unit: v.Unit, over: v.Over, lapsed: v.Lapsed, fast: v.Fast, count: new(int)}
	for i, n := range s.sealed {
		if n < 0 {
			s.sealed[i] = 1 + rng.IntN(3)
		}
	}
	return change(f, drawn{v, s}).toyState
}
