package permute

import (
	"strings"
	"testing"

	"parlour/games/gametest"
)

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "Cd3-e4", "swap", "a a1 b2", "Cz99-z99", "Cd3")
}

// FuzzPlay plays each line of the input as [gametest.FuzzLine] does.
func FuzzPlay(f *testing.F) {
	f.Add(uint8(9), false, true, "Cd3-d4\nswap\nAa1-a1\n#k\n#!\n#~")
	f.Add(uint8(9), false, true, "Cd3-d4\nCd3-d4\n!lapse\n?leave\n!leave\nreturn")
	f.Add(uint8(4), true, false, "#a\n#b\n#c\n!Ca1-a1\n#d\n#e\ndraw\ndraw")
	f.Add(uint8(4), true, false, "#a\n!absent\nspent")
	f.Add(uint8(26), true, true, "Cy25-z26\nswap\nswap")
	f.Add(uint8(2), false, true, "Ca1-a1\nswap")
	f.Fuzz(func(t *testing.T, size uint8, blocks, swap bool, moves string) {
		o := setup(minSize+int(size)%(maxSize-minSize+1), pick(blocks, "blocks", "chequer"), pick(swap, "on", "off"))
		st, err := Game{}.Start(o)
		if err != nil {
			if !refuses(err, "permute.refuse.odd-blocks") {
				t.Fatalf("Start(%v) = %v", o.Options, err)
			}
			return
		}
		for _, line := range strings.SplitN(moves, "\n", 60) {
			st = gametest.FuzzLine(t, st, line)
			if pos := st.(state).pos; pos != afresh(pos) {
				t.Fatalf("after %q Play keeps %+v, want %+v", line, pos, afresh(pos))
			}
		}
	})
}

func pick(b bool, yes, no string) string {
	if b {
		return yes
	}
	return no
}
