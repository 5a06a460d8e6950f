package imaging

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	scale "golang.org/x/image/draw"

	"parlour/games"
	"parlour/games/permutations"
)

var sheet = flag.String("sheet", "", "write contact sheets of all games into this `folder`, to be looked at")

// samples are pictures of every game in several positions, by name.
func samples(t testing.TB) map[string][]Picture {
	preview := func(p Picture) Picture { p.Preview = "Preview"; return p }
	all := map[string][]Picture{
		"magic": {
			magicPicture(magicChance(t, magicThreat, 0)), magicPicture(magicChance(t, magicThreat, 7)),
			preview(magicPicture(magicChance(t, 5, 9))), magicPicture(magicChance(t, magicBoth, -1)), magicPicture(magicAt(t, magicLocked)),
		},
		"permute": {
			preview(picture(line{size: 9, plies: 12, seed: 4}.play(t))), picture(line{size: 12, plies: -1, seed: 3}.play(t)),
		},
	}
	for size := 9; size <= 19; size++ {
		all["permute"] = append(all["permute"], picture(line{size: size, plies: size * 2, seed: uint64(size), swap: size%2 == 0}.play(t)))
	}
	for players := 2; players <= 5; players++ {
		s := session{players: players, seed: byte(players + 1), wishes: true}
		all["permutations"] = append(all["permutations"],
			deal(s.to(t, 1, 1, permutations.Bidding, players), 0), deal(s.to(t, 2, 3, permutations.Bidding, 1), games.Spectator), deal(s.toEnd(t), 1))
	}
	all["permutations"] = append(all["permutations"], preview(deal(session{players: 5, seed: 4}.to(t, 2, 5, permutations.Bidding, 3), 0)))
	for seats := 1; seats <= 6; seats++ {
		symbols := 8 + 3*seats
		all["permutu"] = append(all["permutu"],
			permutuPicture(permutuLine{symbols: symbols, seats: seats, plies: 2 * symbols / 3, seed: uint64(seats)}.play(t)),
			permutuPicture(permutuLine{symbols: 26, seats: seats, plies: -1, seed: uint64(seats)}.play(t)))
	}
	return all
}

// TestSheet lays samples in each palette side by side on Discord's dark and light
// grounds, as large as a phone shows them: one of each game, and with -sheet all.
func TestSheet(t *testing.T) {
	folder := cmp.Or(*sheet, t.TempDir())
	all := samples(t)
	for _, game := range slices.Sorted(maps.Keys(all)) {
		for _, pal := range Palettes() {
			some := all[game]
			if *sheet == "" {
				some = some[:1]
			}
			var pictures []*image.NRGBA
			for _, p := range some {
				p.Palette = pal
				pictures = append(pictures, decode(t, mustDraw(t, p)))
			}
			for name, ground := range map[string]color.RGBA{"dark": rgb(0x313338), "light": rgb(0xffffff)} {
				var b bytes.Buffer
				if err := png.Encode(&b, contactSheet(pictures, ground)); err != nil {
					t.Fatal(err)
				}
				keep(t, filepath.Join(folder, fmt.Sprintf("%s-%s-%s.png", game, pal, name)), b.Bytes())
			}
		}
	}
	files, err := os.ReadDir(folder)
	if want := 4 * len(all); err != nil || len(files) != want {
		t.Errorf("%d sheets in %s, %v, want %d", len(files), folder, err, want)
	}
	t.Logf("%d sheets in %s", len(files), folder)
}

// contactSheet lays pictures side by side, five in a row.
func contactSheet(pictures []*image.NRGBA, ground color.RGBA) *image.RGBA {
	const wide, gap, inRow = 375, 15, 5
	tall := wide * Height / Width
	rows := (len(pictures) + inRow - 1) / inRow
	im := image.NewRGBA(image.Rect(0, 0, gap+min(inRow, len(pictures))*(wide+gap), gap+rows*(tall+gap)))
	draw.Draw(im, im.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	for i, p := range pictures {
		at := image.Pt(gap+i%inRow*(wide+gap), gap+i/inRow*(tall+gap))
		scale.CatmullRom.Scale(im, image.Rectangle{at, at.Add(image.Pt(wide, tall))}, p, p.Rect, scale.Over, nil)
	}
	return im
}
