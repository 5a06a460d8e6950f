package permutu

import (
	"encoding/json"
	"testing"
)

func TestStateAsJSON(t *testing.T) {
	start := table(2, quick, "AB", "BA", "AB")
	for _, c := range []struct{ plies, want string }{
		{"", `{"columns":[{"b":"B","g":"A","r":"A"},{"b":"A","g":"B","r":"B"}],"ended":null,"lapses":[0,0],"last":"",` +
			`"lastBlocks":[],"mover":-1,"open":true,"out":[],"own":["",""],"places":null,"quick":true,"singles":0,"skipped":[],` +
			`"starter":null,"taken":[],"toMove":[0,1]}`},
		{"1 1r, 0 2r, 1 lapse, 0 leave", `{"columns":[{"b":"B","g":"A"},{"b":"A","g":"B"}],` +
			`"ended":{"key":"reason.leave","args":{"Player":0}},"lapses":[0,1],"last":"leave","lastBlocks":[],"mover":0,` +
			`"open":false,"out":[0],"own":["B","A"],"places":[2,1],"quick":true,"singles":2,"skipped":[],"starter":1,` +
			`"taken":[{"column":1,"colour":"red","symbol":"A","owner":1},{"column":2,"colour":"red","symbol":"B","owner":0}],"toMove":[]}`},
	} {
		got, err := json.Marshal(play(t, start, c.plies))
		if err != nil || string(got) != c.want {
			t.Errorf("after %q: %s, %v, want %s", c.plies, got, err, c.want)
		}
	}
}

// What the state tells of a start: who made the first move or is to make it, and
// nobody while that is open.
func TestStarterAsJSON(t *testing.T) {
	for _, c := range []struct{ start, plies, want string }{
		{seat0, "", "0"}, {seat0, "0 leave", "1"}, {quick, "", "null"}, {quick, "2 lapse", "null"}, {quick, "2 1r", "2"},
	} {
		var got struct{ Starter json.RawMessage }
		text, err := json.Marshal(play(t, table(3, c.start, "ABC", "ABC", "ABC"), c.plies))
		if err != nil || json.Unmarshal(text, &got) != nil || string(got.Starter) != c.want {
			t.Errorf("start=%s, after %q: %s, %v, want a starter of %s", c.start, c.plies, text, err, c.want)
		}
	}
}
