package message

import (
	"reflect"
	"strings"
	"testing"

	"parlour/games"
)

func TestButtonRoundTrip(t *testing.T) {
	for want, b := range map[string]Button{
		"1::0:rules":            {Verb: "rules"},
		"1:m1:3:move":           {Match: "m1", Turn: 3, Verb: "move"},
		"1:m1:3:pick:0:bid+34":  {Match: "m1", Turn: 3, Verb: "pick", Steps: []string{"0", "bid 34"}},
		"1:m1:0:pick:%3A:%25+:": {Match: "m1", Verb: "pick", Steps: []string{":", "% ", ""}},
	} {
		if got := b.String(); got != want {
			t.Errorf("%+v is written as %q, want %q", b, got, want)
		}
		if got, err := ParseButton(want); err != nil || !reflect.DeepEqual(got, b) {
			t.Errorf("ParseButton(%q) = %+v, %v, want %+v", want, got, err, b)
		}
	}
}

func TestParseButtonRefuses(t *testing.T) {
	for _, text := range []string{
		"", "move", "1:m1:3", "2:m1:3:move", ":m1:3:move", "1:m1::move", "1:m1:x:move", "1:m1:9999999999999999999:move", "1:m1:3:pick:%", "1:m1:3:pick:%zz",
		"1:m1:3:pick:" + strings.Repeat("x", MaxButton),
	} {
		if b, err := ParseButton(text); err == nil {
			t.Errorf("ParseButton(%q) = %+v, want it refused", text, b)
		}
	}
}

// A button that can be read is written and read again as the same button.
func FuzzParseButton(f *testing.F) {
	for _, seed := range []string{"1:m1:3:move", "1::0:rules:permute", "1:m1:3:pick:0:bid+34:take%3A38", "1:m1:-3:claim", "2:m1:3:move", "1:m:+1:v:%FF"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ParseButton(text)
		if err != nil {
			return
		}
		written := b.String()
		if again, err := ParseButton(written); len(written) <= MaxButton && (err != nil || !reflect.DeepEqual(again, b)) {
			t.Errorf("ParseButton(%q) = %+v, which is written %q and read as %+v, %v", text, b, written, again, err)
		}
	})
}

func TestButtonSeat(t *testing.T) {
	for _, c := range []struct {
		steps []string
		want  games.Seat
		ok    bool
	}{
		{[]string{"2"}, 2, true}, {[]string{"x", "0"}, 0, true}, {nil, games.Spectator, false}, {[]string{"2", "x"}, games.Spectator, false},
	} {
		if got, err := (Button{Steps: c.steps}).Seat(); got != c.want || (err == nil) != c.ok {
			t.Errorf("the seat of %q is %d, %v, want %d", c.steps, got, err, c.want)
		}
	}
}
