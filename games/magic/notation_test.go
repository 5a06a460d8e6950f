package magic

import (
	"testing"

	"parlour/games"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]games.Move{
		"b3Wd4U": "b3Wd4U", "B3WD4U": "b3Wd4U", " b3 w - d4 u ": "b3Wd4U", "b3-W d4–U": "b3Wd4U",
		"b3 west, d4 light": "b3Wd4U", "b3 South d4 dark": "b3Sd4D",
		"d4U": "d4U", "D4d": "d4D", "d4 dark": "d4D", "a1na1d": "a1Na1D", "d4\u00a0U": "d4U",
	} {
		if got, err := (Game{}).Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "d4", "b3W", "b3Wd4", "b3d4U", "e1U", "a5U", "a0U", "b3Xd4U", "b3Wd4Ux", "b3W d4U a1U", "U", "b3:W>d4U",
		"@everyone", "lapse", "leave", "return", "draw",
	} {
		if got, err := (Game{}).Parse(text); !refuses(err, "magic.refuse.notation") {
			t.Errorf("Parse(%q) = %q, %v, want a refusal", text, got, err)
		}
	}
}

// A refusal says which moves are right. Circle is to move:
//
//	  a b c d
//	1 u d - -
//	2 U U - -
//	3 - - D -
//	4 - - - d
func TestPlayRefuses(t *testing.T) {
	s := from(t, "1_ud--UU----D----d")
	for move, want := range map[games.Move]string{
		"d4U":    "You have to flip a tile first. Flip b1 or d4.",
		"c1Ea4U": "There's no tile on c1. Flip b1 or d4.",
		"c3Ea4U": "c3 is your own tile. Flip b1 or d4.",
		"a1Ec4U": "a1 has no empty space beside it. Flip b1 or d4.",
		"d4Ea4U": "d4 can't go east because the board ends there. Try d4N or d4W.",
		"b1Sa4U": "b1 can't go south because b2 is taken. Try b1E.",
		"b1Ec1U": "The flipped tile is on c1 now. Place yours on b1, d1, c2, d2, a3, b3, d3, a4, b4 or c4.",
		"b1Ec3U": "c3 is taken. Place yours on b1, d1, c2, d2, a3, b3, d3, a4, b4 or c4.",
	} {
		if next, err := s.Play(0, move); next != nil || sentence(t, err) != want {
			t.Errorf("Play(%q) = %v, %q, want %q", move, next, sentence(t, err), want)
		}
	}
	for _, move := range []games.Move{"b1ea4u", "b1 Ea4U", "b1Ea4", "x", ""} {
		if next, err := s.Play(0, move); next != nil || !refuses(err, "magic.refuse.notation") {
			t.Errorf("Play(%q) = %v, %v, want a refusal, as a move has one spelling", move, next, err)
		}
	}
	for move, right := range map[games.Move]games.Move{"a1Sa4U": "a4U", "a1Sa1D": "a3D"} {
		want := "No tile can be flipped now. Just place one, like " + string(right) + "."
		if _, err := from(t, "1_ududUDUD--------").Play(0, move); sentence(t, err) != want {
			t.Errorf("Play(%q) with nothing to flip is refused with %q, want %q", move, sentence(t, err), want)
		}
	}
}
