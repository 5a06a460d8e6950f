package imaging

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"testing"
	"time"

	"parlour/games"
)

// played returns the pictures of a game of Permute: of the first position, and after each ply.
func played(t testing.TB, size, plies int) []Drawing {
	var all []Drawing
	for n := range plies + 1 {
		all = append(all, permutePicture(permuteLine{size: size, plies: n, seed: 2}.play(t)))
	}
	return all
}

// TestAnimate checks that the frames, laid on each other, give the pictures, that the last one
// is held, and that a game of 50 moves is a small file.
func TestAnimate(t *testing.T) {
	pictures := played(t, 12, 50)
	data, err := Animate(pictures, time.Second, 9*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 1_000_000 {
		t.Errorf("a game of 50 moves has %d bytes, want at most a million", len(data))
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	shown, passed := image.NewNRGBA(image.Rect(0, 0, Size, Size)), 0
	for i, frame := range g.Image {
		draw.Draw(shown, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
		if i > 0 && frame.Bounds().Eq(g.Image[0].Bounds()) {
			t.Errorf("frame %d is a whole picture", i)
		}
		passed += g.Delay[i]
		if n := passed/100 - 1; passed%1000 == 0 || i == len(g.Image)-1 {
			sameBoard(t, shown, decode(t, mustDraw(t, pictures[min(n, len(pictures)-1)])))
		}
	}
	if want := 100 * (len(pictures) + 8); passed != want {
		t.Errorf("it lasts %d hundredths of a second, want %d", passed, want)
	}
	if last := g.Delay[len(g.Delay)-1]; last < 800 {
		t.Errorf("the last picture is held for %d hundredths of a second", last)
	}
}

// sameBoard compares a picture of a GIF with one drawn by [Draw], below the header.
func sameBoard(t *testing.T, got, want *image.NRGBA) {
	t.Helper()
	below := image.Rect(0, int(boardRoom().Y), Size, Size)
	if _, off := compare(part(got, below), part(want, below), 0); off > 0 {
		t.Errorf("%d pixels differ from the picture", off)
	}
}

// TestNobodyIsToMoveInAGIF checks that a frame is the same whichever seat is to move.
func TestNobodyIsToMoveInAGIF(t *testing.T) {
	v := permuteLine{size: 9, plies: 5, seed: 1}.play(t)
	var all [][]byte
	for seat := range games.Seat(2) {
		v.ToMove = seat
		data, err := Animate([]Drawing{permutePicture(v)}, time.Second, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data)
	}
	if !bytes.Equal(all[0], all[1]) {
		t.Error("who is to move is marked")
	}
}

// part copies a part of a picture.
func part(im *image.NRGBA, r image.Rectangle) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	draw.Draw(out, out.Bounds(), im, r.Min, draw.Src)
	return out
}

// TestAnimateWhatStays checks that equal pictures make one frame that is shown for longer.
func TestAnimateWhatStays(t *testing.T) {
	p := played(t, 3, 0)[0]
	data, err := Animate([]Drawing{p, p, p}, time.Second, 5*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := gif.DecodeAll(bytes.NewReader(data)); err != nil || len(g.Image) != 1 || g.Delay[0] != 700 {
		t.Errorf("three times the same takes %v and %v, want two seconds and five", g.Delay, err)
	}
	if _, err := Animate(nil, time.Second, time.Second); err == nil {
		t.Error("no pictures make a GIF")
	}
}
