package permutations

import (
	"image"
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/permutations"
	"parlour/imaging/canvas"
)

// blank returns a painting of which the upper left corner is drawn shape by shape, for a picture of a size.
func blank(size int) (painting, *image.RGBA) {
	p := Painter.Table.Classic()
	c := canvas.NewPlain(220)
	c.Begin(size, p.With(Painter.Gamut(&p)), true)
	return painting{Canvas: c}, c.Pixels()
}

// covered is the look of a card that the next one covers from a length on.
func covered(step float64) look {
	return look{wide: asBid.wide, high: asBid.high, seen: step - 2, halved: true}
}

// TestNumbersAndSignsAreApart checks of every card in every look, also on the smaller pictures of a panel and a
// phone, that its number is above its band and in the room that other cards leave of it, and so are its signs.
func TestNumbersAndSignsAreApart(t *testing.T) {
	looks := map[string]look{"pool": inPool, "aim": inAim, "bid": asBid, "low bid": asBid.low(50), "won": covered(cardStep),
		"won with room": covered(48), "hand": inHand, "low hand": inHand.low(50), "hand in a line": inHand.low(34), "bid in a line": inLine.low(34)}
	for name, n := range map[string]int{"fan of 6": 6, "fan of 9": 9, "fan of 11": 11} {
		looks[name], _ = fan(n)
	}
	for _, size := range []int{350, 560, 800} {
		for name, l := range looks {
			b, im := blank(size)
			for card := permutations.Card(0); card <= permutations.Colourless; card += 7 {
				at := b.front(card, l, 8, 8)
				room, band, sign := at.X+b.Px(l.room()), at.Y+b.Px(l.upper()), b.suit(card.Colour()).Text
				for y := at.Y; y < at.Y+at.H; y++ {
					for x := at.X - 4; x < at.X+at.W; x++ {
						is := im.RGBAAt(int(x), int(y))
						number := is == b.Face.Text && y < band+b.Px(2)
						if number && (y >= band-1 || x < at.X || x >= room) {
							t.Fatalf("%s at %d: the number %d is beyond its room", name, size, card)
						}
						if is == sign && card.Icon() != permutations.NoIcon && y > band+b.Px(2) && x >= room {
							t.Fatalf("%s at %d: a sign of %d is beyond its room", name, size, card)
						}
					}
				}
			}
		}
	}
}

// TestFanHidesNothing checks that hands of any size lie within the picture, that cards overlap only where they
// must, and that what is seen of each is as wide as all that is on it.
func TestFanHidesNothing(t *testing.T) {
	for n := 1; n <= mostCards; n++ {
		l, step := fan(n)
		wide := step*float64(n-1) + l.wide
		if wide > canvas.Size-2*fanEdge+0.01 || l.room() > l.wide || n > 1 && l.room() > step || l.room() < 62 {
			t.Errorf("%d cards are %v wide, one every %v, with all in %v of each", n, wide, step, l.room())
		}
		const figures, frame = 2 * 0.56, 8.0 // how wide a number is for its size, and how far a frame reaches beyond its card
		if n > 1 && l.room()/2+l.number()*figures/2 > step-frame {
			t.Errorf("of %d cards, the frame of one covers the number on the card before", n)
		}
		if overlap := step < l.wide; overlap != (float64(n)*l.wide > canvas.Size-2*fanEdge) {
			t.Errorf("%d cards overlap: %v", n, overlap)
		}
	}
}

// TestCollectedCardsOverlapOnlyWithoutRoom checks that the cards that a seat collected, with a frame around the newest,
// and its hand fit beside each other at any time of a round and leave room for the name. They overlap only where that
// saves room for more than what lies between them.
func TestCollectedCardsOverlapOnlyWithoutRoom(t *testing.T) {
	for _, auctions := range []int{9, 11} {
		b := painting{View: permutations.View{Auctions: auctions}}
		left := b.wonLeft()
		if left < 350 {
			t.Errorf("with %d auctions the cards begin at %v, want room for the name", auctions, left)
		}
		for won := 1; won <= auctions; won++ {
			for _, end := range []float64{rowEnd, rowEnd + cardStep - inHand.wide - cardStep*float64(auctions-won)} {
				for _, fresh := range []bool{false, true} {
					step, more := wonStep(won, left, end, fresh), 0.0
					if fresh {
						more = 2 * newRoom
					}
					whole := left + more + asBid.wide*float64(won)
					if overlap := won > 1 && step < asBid.wide; overlap != (whole > end-2*cardGap) && overlap != (whole > end) {
						t.Errorf("%d of %d collected, before %v, %v: overlap is %v", won, auctions, end, fresh, overlap)
					} else if overlap && fresh {
						more += newMore
					}
					if last := left + more + step*float64(won-1) + asBid.wide; last > max(end, rowEnd) || last > end && end < rowEnd {
						t.Errorf("%d of %d collected end at %v, before %v", won, auctions, last, end)
					}
				}
			}
		}
	}
	if step := wonStep(2, 350, rowEnd, true); step < asBid.wide {
		t.Errorf("of two cards in an empty row, one covers all but %v of the other", step)
	}
}

// TestNarrowCardsShowTheirIcons checks that a star, a moon and a sun of a colour differ below their numbers, in what is
// seen of a card in a row.
func TestNarrowCardsShowTheirIcons(t *testing.T) {
	for name, l := range map[string]look{"won": covered(cardStep), "hand": inHand} {
		var bands []*image.RGBA
		for _, card := range []permutations.Card{8, 27, 41} { // red
			b, im := blank(800)
			at := b.front(card, l, 8, 8)
			part := image.Rect(int(at.X), int(at.Y+b.Px(l.upper())), int(at.X+b.Px(l.room())), int(at.Y+at.H))
			bands = append(bands, im.SubImage(part).(*image.RGBA))
		}
		for i, one := range bands {
			other, apart := bands[(i+1)%len(bands)], 0
			for y := one.Rect.Min.Y; y < one.Rect.Max.Y; y++ {
				for x := one.Rect.Min.X; x < one.Rect.Max.X; x++ {
					if one.RGBAAt(x, y) != other.RGBAAt(x, y) {
						apart++
					}
				}
			}
			if apart < 40 {
				t.Errorf("%s: icons %d and %d differ in %d pixels", name, i, (i+1)%len(bands), apart)
			}
		}
	}
}

// TestPointsAddUp checks in games played by chance that what a seat scored for stars and suits adds up to its total,
// and so do its rounds.
func TestPointsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for seats := 2; seats <= 5; seats++ {
		setup := permutations.Game{}.Info().Setup()
		setup.Seats, setup.Seed = seats, games.Seed{byte(seats)}
		state, err := permutations.Game{}.Start(setup)
		for err == nil && len(state.ToMove()) > 0 {
			seat := state.ToMove()[0]
			state, err = state.Play(seat, gametest.Stroll(rng, state, seat))
		}
		if err != nil {
			t.Fatal(err)
		}
		b := painting{View: state.View(games.Spectator).(permutations.View)}
		for seat, side := range b.Sides {
			columns, rounds := 0, 0
			for _, points := range b.columns(seat) {
				columns += points
			}
			for _, points := range b.Rounds {
				rounds += points[seat]
			}
			if columns != side.Total || rounds != side.Total || side.Total == 0 {
				t.Errorf("seat %d of %d: the columns are %d and the rounds %d, want %d", seat, seats, columns, rounds, side.Total)
			}
		}
	}
}

// TestShapes checks that the shapes of colours and icons can be told apart at 20 pixels without
// colour: two of them differ in at least a fifth of the pixels that they cover.
func TestShapes(t *testing.T) {
	var drawn [][]bool
	for i := range 7 {
		c := canvas.NewPlain(24)
		c.Stamp(canvas.Key{}, canvas.NewBox(0, 0, 24, 24), func(pen *canvas.Pen, _ canvas.Box) {
			if i < 4 {
				suitPath(pen, permutations.Colour(i), 12, 12, 10)
			} else {
				iconPath(pen, permutations.Icon(i-3), 12, 12, 10)
			}
			pen.Fill(Painter.Table.Classic().Paper)
		})
		var covered []bool
		for at := range 24 * 24 {
			covered = append(covered, c.Pixels().RGBAAt(at%24, at/24).A > 127)
		}
		drawn = append(drawn, covered)
	}
	for x, a := range drawn {
		for y, b := range drawn[:x] {
			either, one := 0, 0
			for i := range a {
				if a[i] || b[i] {
					either++
				}
				if a[i] != b[i] {
					one++
				}
			}
			if 5*one < either {
				t.Errorf("shapes %d and %d differ in %d of %d pixels, want a fifth", x, y, one, either)
			}
		}
	}
}
