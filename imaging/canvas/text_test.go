package canvas

import (
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

// TestCut checks that a text that is too long for its room is cut, and says so.
func TestCut(t *testing.T) {
	c := make(fonts)
	s := style{true, 40}
	for _, text := range []string{"W", "Ada", "Maximilian von Hohenzollern", strings.Repeat("W", 200)} {
		for _, room := range []float64{1, 30, 100, 400} {
			if c.measure(s, text) <= room {
				continue
			}
			got := c.cut(s, text, room)
			if wide := c.measure(s, got); wide > room && got != ellipsis {
				t.Errorf("cut(%.20q, %v) = %.20q, %.0f wide", text, room, got, wide)
			}
			if !strings.HasSuffix(got, ellipsis) {
				t.Errorf("cut(%.20q, %v) = %.20q, cut without saying so", text, room, got)
			}
		}
	}
}

// TestCutLeavesBracketsOut checks that brackets at the end of a name are left out before its letters
// are cut.
func TestCutLeavesBracketsOut(t *testing.T) {
	c := make(fonts)
	s := style{true, 30}
	for text, want := range map[string]string{
		"Parlour (medium)":     "Parlour",
		"Parlour 2 (medium)":   "Parlour 2",
		"Ann (she) of Green":   "Ann (she)…",
		"(medium) Parlour (h)": "(medium)…",
		"Maximilian (hard)":    "Maximilian",
	} {
		if got := c.cut(s, text, 170); got != want {
			t.Errorf("%q is cut to %q, want %q", text, got, want)
		}
	}
}

// TestFontHasMarks checks that the fonts have the marks that replace letters.
func TestFontHasMarks(t *testing.T) {
	for _, r := range string(missing) + ellipsis {
		if !has(regular(), r) || !has(bold(), r) {
			t.Errorf("the font lacks %q", r)
		}
	}
}
