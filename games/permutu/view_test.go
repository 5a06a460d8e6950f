package permutu

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"parlour/games"
)

func TestBoardAsText(t *testing.T) {
	st := play(t, table(3, seat0, "ABC", "ABC", "ABC"), "0 1r, 1 2b, 2 leave, 0 1*, 1 3g")
	want := strings.Join([]string{
		"   1  2  3", "r  .  B  C", "b  .  .  C", "g  .  B  .", "",
		" 1   3  3:A", ">2   0  1:BC", "x3   0",
	}, "\n")
	if got := st.View(games.Spectator).String(); got != want {
		t.Errorf("String() =\n%s\nwant\n%s", got, want)
	}
}

// The board is longest when six seats hold the 78 blocks, or none of them.
func TestBoardAsTextIsShort(t *testing.T) {
	st := begin(t, setup(6, 26, no, seat0))
	longest := len(st.View(0).String())
	for i := range 78 {
		seat, c, s := i%6, Colour(i/26), Symbol(i%26)
		st.pos.held[seat][c] |= s.bit()
		longest = max(longest, len(st.View(0).String()))
	}
	if longest > 700 || longest < 400 {
		t.Errorf("the longest board has %d characters, want at most 700", longest)
	}
	for line := range strings.Lines(st.View(0).String()) {
		if len(line) > 42 {
			t.Errorf("%q has %d characters and does not fit a phone", line, len(line))
		}
	}
	v := begin(t, setup(1, 14, no, seat0)).View(0).String()
	if first, _, _ := strings.Cut(v, "\n"); first != "   1  2  3  4  5  6  7" {
		t.Errorf("fourteen columns begin with the band %q", first)
	}
}

func TestWords(t *testing.T) {
	st := table(2, seat0, "ABC", "ABC", "ABC")
	w := st.View(0).Words()
	if w.Last != nil || w.Sides != nil || w.Dummies != 0 {
		t.Errorf("before the first ply: %+v", w)
	}
	if got := said(t, w.Owes); got != "take one block or a whole column" {
		t.Errorf("owes %q", got)
	}
	for _, c := range []struct{ plies, last, score string }{
		{"", "", "Points: Ann 0, Ben 0."},
		{"0 2b", "Ann took black B from column 2.", "Points: Ann 0, Ben 0."},
		{"0 2b, 1 3g, 0 2*", "Ann took all of column 2: red B, green B.", "Points: Ann 3, Ben 0."},
	} {
		w := play(t, st, c.plies).View(0).Words()
		if last, score := lines(t, w.Last), said(t, w.Score); last != c.last || score != c.score {
			t.Errorf("after %q: %q, %q, want %q, %q", c.plies, last, score, c.last, c.score)
		}
	}
	six := table(6, seat0, "ABC", "ABC", "ABC").View(0).Words()
	if got := said(t, six.Score); got != "Points: Ann 0, Ben 0, Cleo 0, Dan 0, Eve 0, Fay 0." {
		t.Errorf("score %q", got)
	}
	solo := play(t, table(1, seat0, "ABC", "ABC", "ABC"), "0 1r, 0 1*").View(0).Words()
	if got := said(t, solo.Score); got != "Single blocks taken: 1. Blocks left: 6. Points: 3." {
		t.Errorf("score %q", got)
	}
}

func TestChoices(t *testing.T) {
	st := play(t, table(2, seat0, "ABC", "BCA", "CAB"), "0 1r, 1 2r")
	for _, c := range []struct {
		picked []string
		want   string
	}{
		{nil, "2 column 2: C, A; 3 column 3: C, A, B"},
		{[]string{"2"}, "* whole column: C, A =2*"},
		{[]string{"3"}, "r red C =3r"},
		{[]string{"1"}, ""}, {[]string{"4"}, ""}, {[]string{"03"}, ""}, {[]string{"3", "r"}, ""},
	} {
		var got []string
		for _, choice := range st.Choices(0, c.picked) {
			line := choice.Value + " " + said(t, choice.Label)
			if choice.Move != "" {
				line += " =" + string(choice.Move)
			}
			got = append(got, line)
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("Choices(0, %q) = %q, want %q", c.picked, got, c.want)
		}
	}
	if st.Choices(1, nil) != nil {
		t.Error("who is not to move has choices")
	}
}

// The View's keys are what programs read.
func TestViewAsJSON(t *testing.T) {
	st := play(t, table(2, seat0, "AB", "BA", "AB"), "0 1r")
	want := `{"columns":[[{"column":1,"colour":"red","symbol":"A","owner":0},` +
		`{"column":1,"colour":"black","symbol":"B","owner":-1},{"column":1,"colour":"green","symbol":"A","owner":-1}],` +
		`[{"column":2,"colour":"red","symbol":"B","owner":-1},` +
		`{"column":2,"colour":"black","symbol":"A","owner":-1},{"column":2,"colour":"green","symbol":"B","owner":-1}]],` +
		`"own":[[{"symbol":"A","colours":["red"]}],[]],"triples":[0,0],"pairs":[0,0],"points":[0,0],` +
		`"singles":1,"left":5,"starter":0,"toMove":[1],"out":[],"lapses":[0,0],"last":"1r","mover":0,` +
		`"lastBlocks":[{"column":1,"colour":"red","symbol":"A","owner":0}],"skipped":[],"ended":null,"places":null}`
	if got, err := json.Marshal(st.View(0)); err != nil || string(got) != want {
		t.Errorf("as JSON it is %s, %v, want %s", got, err, want)
	}
	want = `"toMove":[],"out":[1],"lapses":[0,0],"last":"leave","mover":1,"lastBlocks":[],"skipped":[],` +
		`"ended":{"key":"reason.leave","args":{"Player":1}},"places":[1,2]}`
	if got, err := json.Marshal(play(t, st, "1 leave").View(0)); err != nil || !strings.HasSuffix(string(got), want) {
		t.Errorf("once over it is %s, %v, want it to end with %s", got, err, want)
	}
}

// A View shares no memory with its State or with another View.
func TestViewIsACopy(t *testing.T) {
	st := play(t, table(3, seat0, "ABCD", "ABCD", "ABCD"), "0 1r, 1 2r, 2 leave, 0 draw")
	want, _ := json.Marshal(st.View(0))
	v := st.View(0).(View)
	v.Columns[0][Red].Owner = 2
	v.Own[0][0].Colours[0] = Green
	v.Own[1] = nil
	v.Out[0] = 0
	v.Ended.Args["Player"] = games.Seat(2)
	for _, list := range [][]int{v.Triples, v.Pairs, v.Points, v.Lapses, v.Places} {
		list[0] = 77
	}
	if got, _ := json.Marshal(st.View(0)); string(got) != string(want) {
		t.Errorf("a changed view changed the position to\n%s\nwant\n%s", got, want)
	}
	if !reflect.DeepEqual(st.View(0), st.View(2)) {
		t.Error("two seats see different things")
	}
}
