package permute

import (
	"reflect"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/gametest"
)

func TestStep(t *testing.T) {
	opening := play(t, setup(3, "chequer", "on"))
	second := play(t, setup(3, "chequer", "on"), "Ca1-a1")
	five := play(t, setup(5, "chequer", "on"), "Ca1-b2", "Cc1-c2")
	for _, c := range []struct {
		state  state
		seat   games.Seat
		picked []string
		ask    string
		lies   games.Lies
		want   []string
	}{
		{opening, 0, nil, "permute.ask.face", games.Grid, []string{"a1@0,1", "a2@0,0", "b1@1,1", "b2@1,0"}},
		{second, 1, nil, "permute.ask.swap", games.Grid, []string{"swap@-1,0=swap", "a2@0,0", "b1@1,1", "b2@1,0"}},
		{five, 0, nil, "permute.ask.face", games.Grid, []string{"a3@0,1", "a4@0,0", "b3@1,1", "b4@1,0", "c3@2,1", "c4@2,0", "d1@3,3", "d2@3,2", "d3@3,1", "d4@3,0"}},
		{opening, 0, []string{"a1"}, "permute.ask.outcome", games.Grid, []string{"C-a1@0,0=Ca1-a1", "C-b2@1,0=Ca1-b2", "A-a1@0,1=Aa1-a1", "A-b2@1,1=Aa1-b2"}},
		{opening, 1, nil, "", games.List, nil},
		{opening, games.Spectator, nil, "", games.List, nil},
		{second, 1, []string{"a1"}, "", games.List, nil},
		{second, 1, []string{"swap"}, "", games.List, nil},
		{opening, 0, []string{"c3"}, "", games.List, nil},
		{opening, 0, []string{"a1", "C-a1"}, "", games.List, nil},
	} {
		step := c.state.Step(c.seat, c.picked)
		got := gametest.Offers(step)
		if step.Ask.Key != c.ask || step.Lies != c.lies || step.Open != (c.want != nil) || !slices.Equal(got, c.want) {
			t.Errorf("Step(%d, %q) = %s, lies %d, %q; want %s, %d, %q", c.seat, c.picked, step.Ask.Key, step.Lies, got, c.ask, c.lies, c.want)
		}
		want := c.state.pos.Size() - 1
		if len(c.picked) > 0 {
			want = 2 // the outcomes, as their pictures lie
		}
		if step.Lies == games.Grid && (step.Wide != want || step.High != want) {
			t.Errorf("Step(%d, %q) lies on %d×%d places, want %d×%d", c.seat, c.picked, step.Wide, step.High, want, want)
		}
	}
}

// A face has two, four or six outcomes, as the mover has one, two or three stones in it.
func TestStepOffersEachOwnStoneBothWays(t *testing.T) {
	s := play(t, setup(12, "chequer", "off"), "Cd9-e9", "Ac6-d7", "Af6-g7", "Cg8-h9", "Cb6-c7", "Ci5-i6")
	met := map[int]bool{}
	for _, face := range s.Step(0, nil).Choices {
		n := len(s.Step(0, []string{face.Value}).Choices)
		met[n] = true
		f, _ := s.pickedFace(face.Value)
		own := 0
		for spot := range 4 {
			if s.pos.At(f.Col+spot%2, f.Row+spot/2).Colour == s.pos.mover {
				own++
			}
		}
		if n != 2*own {
			t.Errorf("face %s has %d outcomes, want %d", face.Value, n, 2*own)
		}
	}
	if !met[2] || !met[4] || !met[6] {
		t.Errorf("the faces have %v outcomes, want 2, 4 and 6", met)
	}
}

func TestShown(t *testing.T) {
	s := play(t, setup(9, "chequer", "on"), "Cd3-d4")
	first := s.Shown(1, nil).(View)
	if first.Making == nil || len(first.Making.Picked) != 0 || first.Face != nil || first.Outcomes != nil {
		t.Errorf("before a face is picked Shown has %+v, %v, %d outcomes", first.Making, first.Face, len(first.Outcomes))
	}
	face := s.Shown(1, []string{"g6"}).(View)
	if face.Face == nil || *face.Face != (board.Spot{Col: 6, Row: 5}) {
		t.Fatalf("with g6 picked the face is %v", face.Face)
	}
	for i, c := range face.Making.Step.Choices {
		next, err := s.Play(1, c.Move)
		if err != nil || !reflect.DeepEqual(face.Outcomes[i], next.View(1)) {
			t.Errorf("outcome %d of g6 is\n%s\nand not the board after %s (%v)", i, face.Outcomes[i], c.Move, err)
		}
	}
}

// Where a step parts into areas, the swap stands beside these: its question is asked there, and no
// longer in an area.
func TestSwapIsAskedWhereItsButtonStands(t *testing.T) {
	for size, want := range map[int][2]string{5: {"permute.ask.swap", ""}, 9: {"permute.ask.face", "permute.ask.swap-area"}} {
		step := play(t, setup(size, "chequer", "on"), "Ca1-a1").Step(1, nil)
		if got := [2]string{step.Ask.Key, step.AskArea.Key}; got != want || step.Choices[0].Value != "swap" {
			t.Errorf("on a board of %d the step asks %q and has %v first, want %q and the swap", size, got, step.Choices[0], want)
		}
	}
}
