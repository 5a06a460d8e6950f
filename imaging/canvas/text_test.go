package canvas

import (
	"bytes"
	"image/color"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestReadable checks how letters that the font lacks are replaced.
func TestReadable(t *testing.T) {
	tests := []struct{ text, want string }{
		{"Ada", "Ada"},
		{"", ""},
		{"  two\n\nlines\tand  spaces ", "two lines and spaces"},
		{"Zoë Ångström Łukasz", "Zoë Ångström Łukasz"},
		{"Алиса и Ελένη", "Алиса и Ελένη"},
		{"Nguyễn Thế", "Nguyen The"},
		{"𝓐𝓭𝓪 Ａｄａ", "Ada Ada"},
		{"Ann 🦊", "Ann"},
		{"🦊🎲", ""},
		{"Ann 🇩🇪🏴\U000E0067\U000E0062\U000E007F", "Ann"},
		{"🏃\u200d♀\ufe0f Ann 3\ufe0f\u20e3", "Ann"},
		{"田中さん", "▫"},
		{"田中 Ken", "▫ Ken"},
		{"田中 太郎", "▫"},
		{"שלום", "▫"},
		{"\u202eevil\u200b\x00", "evil"},
		{"@everyone", "@everyone"},
	}
	for _, test := range tests {
		if got := readable(test.text, regular()); got != test.want {
			t.Errorf("readable(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// A name is legible if it has a letter or a digit, and the font has all of its letters.
func TestLegible(t *testing.T) {
	for name, want := range map[string]bool{
		"Ann": true, "Zoë Łukasz": true, "Алиса": true, "Nguyễn": true, "Ann 🦊": true, "007": true, "𝓐𝓭𝓪": true,
		"田中": false, "田中 Ken": false, "김": false, "أحمد": false, "अनु": false, "🦊🎲": false, "♥": false, "": false, "3\ufe0f\u20e3": false,
	} {
		if got := Legible(name); got != want {
			t.Errorf("Legible(%q) = %v", name, got)
		}
	}
}

// TestReadableIsShort checks that a very long text is clipped.
func TestReadableIsShort(t *testing.T) {
	if n := utf8.RuneCountInString(readable(strings.Repeat("\ufdfa", 1_000_000), bold())); n > 10_000 {
		t.Errorf("a text of a million runes came out as %d", n)
	}
}

// A title is in the typeface of titles if that has all that Go Bold would write of it, else in Go Bold as a whole.
func TestTitlesHaveATypeface(t *testing.T) {
	for text, want := range map[string]typeface{
		"Ada beats Ben": frauncesBold, "Zoë Łukasz": frauncesBold, "Nguyễn Thế wins": frauncesBold, "Ann 🦊": frauncesBold,
		"𝓐𝓭𝓪 & Max, 3": frauncesBold, "Ελένη wins": goBold, "Ada beats Алиса": goBold, "Ann ♥ Ben": goBold, "田中 Ken": goBold,
	} {
		if got := New().style(Label{Text: text, Title: true, Size: 58}).face; got != want {
			t.Errorf("the title %q has the typeface %d, want %d", text, got, want)
		}
	}
	for l, want := range map[Label]typeface{{Text: "Ada", Size: 30}: goRegular, {Text: "Ada", Bold: true, Size: 30}: goBold} {
		if got := New().style(l).face; got != want {
			t.Errorf("the label %+v has the typeface %d, want %d", l, got, want)
		}
	}
}

// What is written is in the typeface of the style, with the letters of that typeface.
func TestTitleIsWritten(t *testing.T) {
	written := func(l Label) []byte {
		c := NewPlain(400)
		l.Size, l.Y, l.Ink.Text = 58, 200, rgb(0xffffff)
		c.Write(l)
		return c.Pixels().Pix
	}
	for text, same := range map[string]bool{"Ada": false, "Ελένη": true, "Алиса": true, "Алиса Ada": true} {
		if got := bytes.Equal(written(Label{Text: text, Title: true}), written(Label{Text: text, Bold: true})); got != same {
			t.Errorf("that the title %q looks like bold text is %v", text, got)
		}
	}
	if bytes.Equal(written(Label{Text: "Thế", Title: true}), written(Label{Text: "The", Title: true})) {
		t.Error("a title lost an accent that its typeface has")
	}
}

// Each typeface has sprites of its own, also of letters that another wrote in the same size and colour.
func TestTypefacesShareNoSprite(t *testing.T) {
	ForgetSprites()
	c, ink := New(), rgb(0)
	c.Begin(Size, Palette{}.With(Gamut{Flat: []color.RGBA{ink}}), false)
	for face := range frauncesBold + 1 {
		s := style{face, 58}
		if got, want := c.glyph(s, 'W', ink).wide, c.fonts.measure(s, "W"); got != want {
			t.Errorf("the sprite of W in typeface %d is %v wide, want %v", face, got, want)
		}
	}
}

// A text that is too long for its room is cut to it, and says so unless it is a name that is cut after a word.
func TestCut(t *testing.T) {
	c := make(fonts)
	for _, face := range []typeface{goBold, frauncesBold} {
		s := style{face, 40}
		for _, text := range []string{"W", "Ada", "Maximilian von Hohenzollern", strings.Repeat("W", 200), strings.Repeat("Ada To ", 28)} {
			for _, room := range []float64{1, 30, 100, 400} {
				if c.measure(s, text) <= room {
					continue
				}
				for _, name := range []bool{false, true} {
					got := c.fit(s, text, room, name)
					if wide := c.measure(s, got); wide > room && got != ellipsis {
						t.Errorf("%.20q becomes %.20q in a room of %v, where it is %.0f wide", text, got, room, wide)
					}
					if !strings.HasSuffix(got, ellipsis) && !(name && strings.HasPrefix(text, got+" ")) {
						t.Errorf("%.20q becomes %.20q in a room of %v, and does not say that it is cut", text, got, room)
					}
				}
			}
		}
	}
}

// A name that is too long ends after a word that does not wait for the next one; within the first word only if that
// alone is too long.
func TestCutAtAWord(t *testing.T) {
	fits(t, style{goBold, 30}, 170, true, map[string]string{
		"Maximilian von Hohenstein": "Maximilian",
		"Ann von Hohenstein":        "Ann",
		"Ann Lee Hohenstein":        "Ann Lee",
		"ann of hohenstein":         "ann of",
		"won by Ann of Hohenstein":  "won by Ann",
		"Ann & Maximilian":          "Ann",
		"Mr. Longfellow":            "Mr. Longf…",
		"J. R. Longfellow":          "J. R. Lon…",
		"Maximilianowitsch Hohen":   "Maximilia…",
		"Maximilianowitsch":         "Maximilia…",
		"Алиса фон Гогенштейн":      "Алиса",
		"Parlour (medium)":          "Parlour",
		"Parlour 2 (medium)":        "Parlour 2",
		"Parlour (very hard)":       "Parlour",
		"Ann (she) of Green":        "Ann",
		"(medium) Parlour (h)":      "(medium)",
		"Maximilian (hard)":         "Maximilian",
		"12345678901234567":         "12345678…",
	})
}

// A line that is too long loses the parts that say least, and then, as a sentence does, its last words.
func TestFit(t *testing.T) {
	fits(t, style{goRegular, 28}, 520, false, map[string]string{
		"Permutations · 12 auctions · 9 days · 28 Nov 2026":              "Permutations · 12 auctions · 28 Nov 2026",
		"Rubik's Magic · beim Zug ausgeschieden · 2 Tage · 28. 11. 2026": "Rubik's Magic · 28. 11. 2026",
		"The Society of the Longest Names · 12 players · 187 games":      "187 games",
		"Each star counts a point, each pair two, and each set five":     "Each star counts a point, each pair…",
		"Donaudampfschifffahrtsgesellschaftskapitänskajüte":              "Donaudampfschifffahrtsgesellschaftska…",
	})
}

// fits checks what texts become in a room.
func fits(t *testing.T, s style, room float64, name bool, becomes map[string]string) {
	t.Helper()
	c := make(fonts)
	for text, want := range becomes {
		if got := c.fit(s, text, room, name); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// The letters of titles are kerned at any size, as measured and as drawn; the other typefaces tell nothing of it.
func TestTitlesAreKerned(t *testing.T) {
	c := make(fonts)
	for _, size := range []float64{23, 58} {
		for text, kerned := range map[string]bool{"To": true, "Yo": true, "Wa": true, "nn": false} {
			s := style{frauncesBold, size}
			apart := c.measure(s, text[:1]) + c.measure(s, text[1:])
			if less := (apart - c.measure(s, text)) / size; (less > 0.02) != kerned || less > 0.2 {
				t.Errorf("in a title of %v pixels, the letters of %s are nearer by %.3f of that", size, text, less)
			}
		}
	}
}

// A text is parted at spaces into lines that fit, and the last line has the rest.
func TestLines(t *testing.T) {
	c := New()
	c.scale = 1
	for text, want := range map[string][]string{
		"":                            nil,
		" too  soon ":                 {"too soon"},
		"usually within five hours":   {"usually", "within five", "hours"},
		"incomprehensibilities often": {"incomprehensibilities", "often"},
		"one two three four five six seven eight": {"one two", "three four", "five six seven eight"},
		strings.Repeat("long ", 40_000):           {"long long", "long long", strings.TrimSpace(strings.Repeat("long ", 39_996))},
	} {
		if got := c.Lines(Label{Text: text, Size: 28, Room: 150}, 3); !slices.Equal(got, want) {
			t.Errorf("%.50q is parted into %.50q, want %.50q", text, got, want)
		}
	}
}

// The fonts have the marks that replace letters, and all letters that plain text has. That of titles needs only one
// of the marks.
func TestFontHasMarks(t *testing.T) {
	for _, r := range string(missing) + ellipsis {
		if !has(regular(), r) || !has(bold(), r) || string(r) == ellipsis && !has(title(), r) {
			t.Errorf("the font lacks %q", r)
		}
	}
	for face := range frauncesBold + 1 {
		for r := ' '; r <= '~'; r++ {
			if i, err := (style{face: face}).font().GlyphIndex(nil, r); i == 0 || err != nil {
				t.Errorf("typeface %d lacks %q: %v", face, r, err)
			}
		}
	}
}
