package permutu

import (
	"encoding/json"
	"strings"
	"testing"
)

// Programs depend on these keys.
func TestViewAsJSON(t *testing.T) {
	st := play(t, table(2, seat0, "AB BA AB"), "0 1r")
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
