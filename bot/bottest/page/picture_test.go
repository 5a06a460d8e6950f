package page_test

import "math"

// A size is that of a picture, or of its box on the page in CSS pixels.
type size struct{ Width, Height float64 }

// A box is the place of a picture on the page, in CSS pixels.
type box struct {
	size
	Left, Right float64
}

// pictures are the pictures of a channel's messages.
type pictures struct {
	Screen float64 // the width of the screen
	Shown  []struct {
		Box     box
		Natural size
	}
	Loads []struct{ Before, After box } // of each picture that has loaded so far
}

// tolerance is by how much a browser may round a length, in CSS pixels.
const tolerance = 0.1

// picturesFit checks that each picture of the messages is as large as Discord would show
// it, and that its box was reserved before it loaded.
func (p *person) picturesFit() {
	p.Helper()
	found := ask[pictures](p, "pictures")
	for _, shown := range found.Shown {
		got, natural := shown.Box, shown.Natural
		if shape := got.Width / natural.Width * natural.Height; math.Abs(got.Height-shape) > tolerance {
			p.Errorf("%s sees a picture of %v as %v: its shape is not kept", p.name, natural, got)
		}
		if got.Left < 0 || got.Right > found.Screen {
			p.Errorf("%s sees a picture at %v on a screen of width %v", p.name, got, found.Screen)
		}
		if least, most := shownWidth(natural, found.Screen); got.Width < least-tolerance || got.Width > most+tolerance {
			p.Errorf("%s sees a picture of %v at a width of %v, want %v to %v", p.name, natural, got.Width, least, most)
		}
	}
	for _, l := range found.Loads {
		if math.Abs(l.Before.Width-l.After.Width) > tolerance || math.Abs(l.Before.Height-l.After.Height) > tolerance {
			p.Errorf("%s sees a picture change from %v to %v when it loads", p.name, l.Before.size, l.After.size)
		}
	}
}

// shownWidth returns the least and the greatest width at which Discord shows a picture. Its
// desktop client fits the picture into 550 by 350, and a phone of width 390 gives it at least
// 340. Neither makes a picture larger.
func shownWidth(natural size, screen float64) (least, most float64) {
	if screen <= 390 {
		return min(natural.Width, 340), min(natural.Width, screen)
	}
	fitted := natural.Width * min(1, 550/natural.Width, 350/natural.Height)
	return fitted, fitted
}
