package twistonly

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

func setup(size int) games.Setup {
	return games.Setup{Game: "twistonly", Rules: rules, Seats: 2, Options: map[string]string{"size": strconv.Itoa(size)}}
}

// play starts a game and plays moves by turns.
func play(t testing.TB, s games.Setup, moves ...games.Move) state {
	t.Helper()
	st, _, err := games.Replay(Game{}, s, games.InTurn(2, moves...))
	if err != nil {
		t.Fatal(err)
	}
	return st.(state)
}

func TestContract(t *testing.T) {
	for _, c := range []struct{ size, games, long int }{
		{2, 6, 400}, {3, 10, 1500}, {4, 20, 4000}, {5, 8, 2000}, {6, 4, 1000}, {8, 2, 700}, {10, 1, 300}, {13, 1, 100},
	} {
		t.Run(fmt.Sprint(c.size), func(t *testing.T) {
			t.Parallel()
			gametest.Check(t, Game{}, gametest.Config{
				Setup: setup(c.size), Games: c.games, Long: c.long, MaxPlies: 600, Seed: 1, Players: gametest.Thinkers(Game{}.Table(), small),
			})
		})
	}
}

func TestRecords(t *testing.T) {
	gametest.Records(t, Game{}, "testdata/records", map[string]games.Setup{"usual10": setup(10), "small8": setup(8)})
}

func TestPlaythroughs(t *testing.T) { gametest.Playthroughs(t, Game{}, "testdata/playthrough") }

func TestCatalogue(t *testing.T) { gametest.Catalogue(t, Game{}, ".") }

func TestStartRefuses(t *testing.T) {
	for _, size := range []string{"27", "1", "0", "-8", "08", "+8", " 8", "8.0", "٨", "", "99999999999999999999"} {
		s := games.Setup{Game: "twistonly", Rules: rules, Seats: 2, Options: map[string]string{"size": size}}
		if st, err := (Game{}).Start(s); st != nil || !refuses(err, "refuse.size") {
			t.Errorf("Start with size %q = %v, %v, want a refusal", size, st, err)
		}
	}
}

func refuses(err error, key string) bool {
	var r *games.Refusal
	return errors.As(err, &r) && r.Text.Key == key
}

func TestParse(t *testing.T) {
	for text, want := range map[string]games.Move{
		"Cd3": "Cd3", "cd3": "Cd3", "  a D3 ": "Ad3", "Cd10": "Cd10", "AA1": "Aa1", "ca99": "Ca99",
	} {
		if got, err := (Game{}).Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "C", "d3", "Xd3", "Cd0", "Cd3-e4", "Cd3!", "Cd03", "Ca100", "@everyone", "lapse", "leave", "draw", "swap"} {
		if got, err := (Game{}).Parse(text); !refuses(err, "twistonly.refuse.notation") {
			t.Errorf("Parse(%q) = %q, %v, want a refusal", text, got, err)
		}
	}
}

// What is refused is told in a sentence that says what would be right.
func TestRefusals(t *testing.T) {
	log := texts(whole)[:12]
	for move, want := range map[games.Move]string{
		"Ch1": "h1 isn't a face of this board. Pick one from a1 to g7.",
		"Ca8": "a8 isn't a face of this board. Pick one from a1 to g7.",
		"Ca1": "a1 can't turn because a1 is solved. Pick another face, like Ae5.",
		"Cc3": "c3 can't turn because all its stones are Orange. Pick another face, like Ae5.",
		"Ac6": "c6 can't turn because d6 is solved. Pick another face, like Ae5.",
		"cb4": "“cb4” isn't a move. Type one like Cd3. That turns d3 clockwise. Ad3 turns it anticlockwise.",
	} {
		_, err := play(t, setup(8), log...).Play(0, move)
		var r *games.Refusal
		if !errors.As(err, &r) {
			t.Errorf("Play(%q) = %v, want a refusal", move, err)
		} else if got := say(t, r.Text); got != want {
			t.Errorf("Play(%q) says %q, want %q", move, got, want)
		}
	}
	s := play(t, setup(8), "Cd4")
	if _, err := s.Play(0, "Ca1"); !refuses(err, "refuse.turn") {
		t.Errorf("a move out of turn gave %v", err)
	}
}

func TestBoardAsText(t *testing.T) {
	if got, want := play(t, setup(4), "Ab1").View(0).String(), " 4 OYOY\n 3 YOYO\n 2 OOYY\n 1 yyoo\n   abcd"; got != want {
		t.Errorf("String() =\n%s\nwant\n%s", got, want)
	}
}

func TestStateAsJSON(t *testing.T) {
	for want, moves := range map[string][]games.Move{
		`{"back":[],"colours":["orange","yellow"],"ended":null,"groups":{"orange":[2],"yellow":[5]},"idle":0,"last":"Cb2","mover":1,"ply":2,` +
			`"rows":["OYOY","YOOO","Oyyy","yyoo"],"size":4,"solves":[0,3],"twist":{"col":1,"row":1,"clockwise":true},"winner":-1}`: {"Ab1", "Cb2"},
		`{"back":["Ca1","Aa1"],"colours":["orange","yellow"],"ended":{"key":"twistonly.reason.groups.equal"},"groups":{"orange":[],"yellow":[]},"idle":1,"last":"Ca1","mover":0,"ply":1,` +
			`"rows":["YO","OY"],"size":2,"solves":[0,0],"twist":{"col":0,"row":0,"clockwise":true},"winner":-1}`: {"Ca1"},
	} {
		size := 4
		if len(moves) == 1 {
			size = 2
		}
		if got, err := json.Marshal(play(t, setup(size), moves...)); err != nil || string(got) != want {
			t.Errorf("as JSON it is %s, %v, want %s", got, err, want)
		}
	}
}
