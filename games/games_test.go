package games

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
)

func TestComplete(t *testing.T) {
	info := Info{Title: "Toy", Options: []Option{{Name: "size", Values: []string{"2", "3"}, Default: "2"},
		{Name: "swap", Values: []string{"off", "on"}, Default: "off", Later: true}}}
	for _, c := range []struct {
		given map[string]string
		want  map[string]string
		key   string
	}{
		{nil, map[string]string{"size": "2"}, ""},
		{map[string]string{"size": "3"}, map[string]string{"size": "3"}, ""},
		{map[string]string{"swap": "on"}, map[string]string{"size": "2", "swap": "on"}, ""},
		{map[string]string{"size": "3", "swap": "off"}, map[string]string{"size": "3"}, ""},
		{map[string]string{"size": "4"}, nil, "refuse.option.value"},
		{map[string]string{"swap": "never"}, nil, "refuse.option.value"},
		{map[string]string{"colour": "red"}, nil, "refuse.option.name"},
	} {
		got, err := info.Complete(c.given)
		var r *Refusal
		if errors.As(err, &r) != (c.key != "") || r != nil && r.Text.Key != c.key || !reflect.DeepEqual(got, c.want) {
			t.Errorf("Complete(%v) = %v, %v, want %v, %q", c.given, got, err, c.want, c.key)
		}
	}
}

// A setup may leave out an option that was added later, and no other.
func TestCheckAsksForNoLaterOption(t *testing.T) {
	info := Info{Rules: 1, MinSeats: 2, MaxSeats: 2, Options: []Option{{Name: "size", Default: "2"}, {Name: "swap", Default: "off", Later: true}}}
	for key, options := range map[string]map[string]string{
		"":                      {"size": "2"},
		"refuse.option.missing": {"swap": "on"},
	} {
		err := info.Check(Setup{Rules: 1, Seats: 2, Options: options})
		var r *Refusal
		if errors.As(err, &r) != (key != "") || r != nil && r.Text.Key != key {
			t.Errorf("options %v: %v, want %q", options, err, key)
		}
	}
	if got := info.Options[1].Of(nil); got != "off" {
		t.Errorf("an option that is left out is %q, want its default", got)
	}
}

func TestLettersOfSides(t *testing.T) {
	for _, c := range []struct {
		sides Sides
		want  string
	}{
		{Sides{"toy.side.pink", "toy.side.mint"}, "PM@#"},
		{Sides{"toy.side.black", "toy.side.blue"}, "AU@#"},
	} {
		if got := c.sides.Letters(); got != c.want {
			t.Errorf("the letters of %v are %s, want %s", c.sides, got, c.want)
		}
	}
}

// count is a game in which everyone who owes a move says who owes one next, and
// after a '!' the others may do something else.
type count struct {
	owe   []Seat
	legal []Move
}

func (c count) Info() Info                   { return Info{} }
func (c count) Start(Setup) (State, error)   { return c, nil }
func (c count) Parse(s string) (Move, error) { return Move(s), nil }
func (c count) Example() Example             { return Example{} }
func (c count) Scenes() []Scene              { return nil }
func (c count) In() []Seat                   { return nil }
func (c count) MarshalJSON() ([]byte, error) { return []byte("{}"), nil }
func (c count) ToMove() []Seat               { return c.owe }
func (c count) Legal(Seat) []Move            { return c.legal }
func (c count) Shown(Seat, []string) View    { return nil }
func (c count) View(Seat) View               { return nil }
func (c count) Result() (Result, bool)       { return Result{}, false }

func (c count) Step(_ Seat, picked []string) (step Step) {
	for _, m := range c.legal {
		step.Choices = append(step.Choices, Choice{Value: string(m), Move: m})
	}
	return step
}

func (c count) Play(_ Seat, m Move) (State, error) {
	if m == "bad" {
		return nil, Refuse("bad")
	}
	var next count
	for _, r := range m {
		if r == '!' {
			next.legal = []Move{"new"}
			continue
		}
		next.owe = append(next.owe, Seat(r-'0'))
	}
	return next, nil
}

func TestTurn(t *testing.T) {
	for _, c := range []struct {
		why  string
		owe  []Seat
		ply  Ply
		want int
	}{
		{"the turn passes", []Seat{0}, Ply{0, "1"}, 1},
		{"the same seat moves again", []Seat{0}, Ply{0, "0"}, 1},
		{"one of three has bid", []Seat{0, 1, 2}, Ply{1, "02"}, 0},
		{"a bid is changed", []Seat{0, 2}, Ply{1, "02"}, 0},
		{"the last bid is in", []Seat{2}, Ply{2, "012"}, 1},
		{"somebody else comes in", []Seat{0, 2}, Ply{2, "01"}, 1},
		{"whoever was first has started the game", []Seat{0, 1}, Ply{0, "1!"}, 1},
		{"the game is over", []Seat{0}, Ply{0, ""}, 1},
	} {
		if _, turn, err := Replay(count{owe: c.owe}, Setup{}, []Ply{c.ply}); err != nil || turn != c.want {
			t.Errorf("%s: turn %d, %v, want %d", c.why, turn, err, c.want)
		}
	}
}

// A Text tells its values by their names. Another value makes another Text, so two may share what is in them. It is
// written as it always was, and a sentence costs little.
func TestATextIsNeverChanged(t *testing.T) {
	one := Say("key", "B", "b", "A", 1)
	other := one.With("A", 2).With("C", Text{})
	for name, want := range map[string][2]any{"A": {1, 2}, "B": {"b", "b"}, "C": {nil, Text{}}, "D": {}} {
		if got := [2]any{one.Arg(name), other.Arg(name)}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	const want = `[{"key":""},{"key":"key","args":{"A":1,"B":"b"}}]`
	written, err := json.Marshal([]Text{{}, one})
	var read []Text
	if bad := json.Unmarshal(written, &read); err != nil || bad != nil || string(written) != want {
		t.Fatalf("it is written as %s, %v, %v, want %s", written, err, bad, want)
	}
	if again := Say("key", "A", 1.0, "B", "b"); !reflect.DeepEqual(read, []Text{{}, again}) {
		t.Errorf("%s is read as %v, want %v", written, read[1], again)
	}
	var said Text
	if n := testing.AllocsPerRun(10, func() { said = Say("key", "Name", "b") }); n > 1 {
		t.Errorf("%v takes %v allocations, want 1", said, n)
	}
}
