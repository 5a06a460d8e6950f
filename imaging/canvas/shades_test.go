package canvas

import (
	"image/color"
	"slices"
	"testing"
)

// TestShades checks that the table of a gamut has all flat colours and at most 16 in all, and
// steps between those that meet most often, as far as there is room.
func TestShades(t *testing.T) {
	grey := func(n int) []color.RGBA {
		var all []color.RGBA
		for i := range n {
			all = append(all, rgb(uint32(i)*0x101010))
		}
		return all
	}
	black, white, red := rgb(0), rgb(0xffffff), rgb(0xff0000)
	for name, c := range map[string]struct {
		gamut Gamut
		want  []color.RGBA
	}{
		"one colour":      {Gamut{Flat: grey(1)}, grey(1)},
		"a colour twice":  {Gamut{Flat: []color.RGBA{black, white, black}}, []color.RGBA{black, white}},
		"a step":          {Gamut{Flat: []color.RGBA{black, white}, Meet: [][2]color.RGBA{{black, white}}}, []color.RGBA{black, white, rgb(0x808080), rgb(0x404040), rgb(0xbfbfbf)}},
		"a step too near": {Gamut{Flat: []color.RGBA{black, rgb(0x101010)}, Meet: [][2]color.RGBA{{black, rgb(0x101010)}}}, []color.RGBA{black, rgb(0x101010)}},
		"a full table":    {Gamut{Flat: grey(16), Meet: [][2]color.RGBA{{black, red}}}, grey(16)},
		"room for a step": {Gamut{Flat: grey(15), Meet: [][2]color.RGBA{{black, red}, {white, red}}}, append(grey(15), rgb(0x800000))},
	} {
		table := newShades(c.gamut, fewShades)
		if !slices.Equal(table.list, c.want) {
			t.Errorf("%s: the table is %v, want %v", name, table.list, c.want)
		}
		for i, col := range table.list {
			if got := table.index(col); int(got) != i {
				t.Errorf("%s: colour %d has the index %d", name, i, got)
			}
		}
	}
}

// TestCoarseEdges checks that an edge has four steps of opacity where a gamut is coarse, of which the first covers
// nothing and the last all.
func TestCoarseEdges(t *testing.T) {
	flat := []color.RGBA{rgb(0), rgb(0x555555), rgb(0xaaaaaa), rgb(0xffffff), rgb(0x2a2a2a), rgb(0x808080)}
	for coarse, want := range map[bool][]uint8{false: {0, 4, 1, 5, 2, 3}, true: {0, 1, 2, 3}} {
		table := newShades(Gamut{Flat: flat, Coarse: coarse}, manyShades)
		var got []uint8
		for step := range uint8(thin) {
			got = append(got, table.blend(0, 3, step))
		}
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("coarse: %v: an edge has the colours %v, want %v", coarse, got, want)
		}
	}
}
