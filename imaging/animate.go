package imaging

import (
	"time"

	"parlour/imaging/canvas"
)

// Animate returns pictures of one game in one palette and one size as a GIF that repeats. Each
// picture is shown for the time each, the last one for the time last. A frame holds only the
// pixels that changed; to keep those few, no seat is marked as being to move. It is safe for
// concurrent use.
func Animate(pictures []Drawing, each, last time.Duration) ([]byte, error) {
	if len(pictures) == 0 {
		return nil, ErrNoPicture
	}
	c := canvases.Get().(*canvas.Canvas)
	c.Moving = true
	var a canvas.Animation
	for _, p := range pictures {
		if err := picture(c, p); err != nil {
			return nil, err
		}
		if !a.Add(c, each) {
			return nil, ErrNoPicture
		}
	}
	c.Moving = false
	canvases.Put(c)
	a.Hold(last - each)
	return a.Encode()
}
