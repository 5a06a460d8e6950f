package permutu

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"parlour/games"
)

// Programs depend on these keys.
func TestViewAsJSON(t *testing.T) {
	st := play(t, table(2, seat0, "AB", "BA", "AB"), "0 1r")
	want := `{"columns":[[{"column":1,"colour":"red","symbol":"A","owner":0,"single":true},` +
		`{"column":1,"colour":"black","symbol":"B","owner":-1,"single":false},{"column":1,"colour":"green","symbol":"A","owner":-1,"single":false}],` +
		`[{"column":2,"colour":"red","symbol":"B","owner":-1,"single":false},` +
		`{"column":2,"colour":"black","symbol":"A","owner":-1,"single":false},{"column":2,"colour":"green","symbol":"B","owner":-1,"single":false}]],` +
		`"own":[[{"symbol":"A","colours":["red"]}],[]],"triples":[0,0],"pairs":[0,0],"points":[0,0],` +
		`"singles":1,"left":5,"starter":0,"toMove":[1],"out":[],"lapses":[0,0],"plies":1,"last":"1r","mover":0,` +
		`"lastBlocks":[{"column":1,"colour":"red","symbol":"A","owner":0,"single":true}],"skipped":[],"ended":null,"places":null}`
	if got, err := json.Marshal(st.View(0)); err != nil || string(got) != want {
		t.Errorf("as JSON it is %s, %v, want %s", got, err, want)
	}
	want = `"toMove":[],"out":[1],"lapses":[0,0],"plies":2,"last":"leave","mover":1,"lastBlocks":[],"skipped":[],` +
		`"ended":{"key":"reason.leave","args":{"Player":1}},"places":[1,2]}`
	if got, err := json.Marshal(play(t, st, "1 leave").View(0)); err != nil || !strings.HasSuffix(string(got), want) {
		t.Errorf("once over it is %s, %v, want it to end with %s", got, err, want)
	}
}

// A View shares no memory with its state or with another [View].
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
