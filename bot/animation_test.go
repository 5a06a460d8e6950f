package bot_test

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"log/slog"
	"strings"
	"testing"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/games"
	"parlour/games/all"
)

// checkAnimation checks that a file is an animation of a game and that it ends with the last
// board.
func checkAnimation(t testing.TB, a, last sandbox.Attachment) {
	t.Helper()
	if a.Type != "image/gif" || !strings.HasSuffix(a.Name, ".gif") || !strings.Contains(a.Alt, "\nThe game as an animation, ") ||
		!strings.Contains(a.Alt, "It's over. ") {
		t.Errorf("the animation is %s of type %s with the alt text %q", a.Name, a.Type, a.Alt)
	}
	g, err := gif.DecodeAll(bytes.NewReader(a.Data))
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(last.Data))
	if err != nil {
		t.Fatal(err)
	}
	shown := image.NewNRGBA(want.Bounds())
	for _, frame := range g.Image {
		draw.Draw(shown, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
	}
	if len(g.Image) < 2 || g.Delay[len(g.Delay)-1] < 600 {
		t.Errorf("the animation has %d frames, and holds the last for %d hundredths of a second", len(g.Image), g.Delay[len(g.Delay)-1])
	}
	if n := differ(shown, want); n > 0 {
		t.Errorf("the last frame differs from the last board in %d pixels", n)
	}
}

// differ counts the pixels in which two pictures differ. It leaves out the corners, where
// the board is transparent.
func differ(a, b image.Image) int {
	n := 0
	for y := range b.Bounds().Dy() {
		for x := range b.Bounds().Dx() {
			r, g, bl, alpha := b.At(x, y).RGBA()
			r2, g2, bl2, _ := a.At(x, y).RGBA()
			if alpha == 0xffff && (r != r2 || g != g2 || bl != bl2) {
				n++
			}
		}
	}
	return n
}

// gatedLog is a log that waits at a gate before it takes a line about a failed drawing.
type gatedLog struct {
	slog.Handler
	t    testing.TB
	gate chan struct{}
}

func (g gatedLog) Handle(ctx context.Context, r slog.Record) error {
	if strings.Contains(r.Message, "cannot be drawn") {
		bot.Pass(g.t, g.gate, "permission to log")
	}
	return g.Handler.Handle(ctx, r)
}

// An answer whose animation takes long to draw is deferred like any late answer. If the
// animation cannot be drawn, the file comes without it.
func TestLateDrawingIsDeferred(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel, _ := r.challenge(r.discord.Channel("games"), "")
	first := r.restartGated(func(c *bot.Config, gate chan struct{}) {
		c.Games, c.Log = []games.Game{undrawn{}}, slog.New(gatedLog{c.Log.Handler(), t, gate})
	})
	got := r.slash("cleo", channel, "/record")
	if a := bot.Receive(t, first, "the first answer"); a.Type != 5 || a.Data.Flags != 64 {
		t.Errorf("the first answer was %+v, want a deferral (5) for one person (64)", a)
	}
	if !got.Ephemeral || len(got.Attachments) != 1 || got.Attachments[0].Type != "application/json" ||
		!strings.HasSuffix(got.Content, "\nI couldn't draw the animation. The file has every move.") {
		t.Errorf("the answer is %+v, want the file alone", got)
	}
}

// /rules shows a picture for every game, by its option and by its button.
func TestRulesHavePictures(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel := r.discord.Channel("games")
	for _, g := range all.Games() {
		name := g.Info().Name
		byMenu := r.click("ann", r.slash("ann", channel, "/rules"), g.Info().Title)
		for _, got := range []sandbox.Message{r.slash("ann", channel, "/rules game:"+name), byMenu} {
			if !strings.HasPrefix(unescaped(got.Content), "## "+g.Info().Title) || len(got.Attachments) != 1 {
				t.Fatalf("the rules of %s are %+v, want a picture with them", name, got)
			}
			a := got.Attachments[0]
			if a.Type != "image/png" || a.Width == 0 || !strings.HasPrefix(a.Alt, "An example") {
				t.Errorf("the rules of %s have the picture %+v", name, a)
			}
		}
	}
}
