package games

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// The characters that stand for a hyphen, a star, a comma or a quote, beside those that Unicode's own tables name.
const (
	hyphens = "ー⁃˗➖~"
	stars   = "∗⁎٭✱✳"
	commas  = ",՝،߸፣᠂᠈⸲⸴⹁⹌⹉、꓾꘍꛵\U0001144D\U0001145A\U00016E97\U0001DA87"
	quotes  = "`ʼˮ՚ߴߵ❛❜❝❞❟❠❮❯🙶🙷🙸"
)

// Straight undoes what the keyboard of a phone makes of a text that a person types. Every dash, star, comma, space and
// digit becomes the plain one, as do dashes in a row, and quotes, the frames of keys and what shows nothing go. A full
// stop behind a word becomes a space, as two spaces are typed as one. Capitals stay.
//
// All that is typed of a move goes through it before [Read] reads it.
func Straight(text string) string {
	var b strings.Builder
	all := []rune(norm.NFKC.String(text))
	for i, r := range all {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case isDash(r):
			if i == 0 || !isDash(all[i-1]) {
				b.WriteByte('-')
			}
		case strings.ContainsRune(commas, r):
			b.WriteByte(',')
		case strings.ContainsRune(stars, r):
			b.WriteByte('*')
		case unicode.Is(unicode.Quotation_Mark, r), strings.ContainsRune(quotes, r), r == keycap, Unseen(r):
		case unicode.Is(unicode.Nd, r):
			b.WriteByte(digit(r))
		case (r == '.' || r == '。') && !slices.ContainsFunc(all[i+1:min(i+2, len(all))], isWord):
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String())
}

// keycap makes a key of the digit before it.
const keycap = '\u20e3'

// isDash reports whether a character is a hyphen or a dash.
func isDash(r rune) bool { return unicode.Is(unicode.Dash, r) || strings.ContainsRune(hyphens, r) }

// isWord reports whether a character belongs to a word or a number.
func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// digit returns a decimal digit of any script as the one of ASCII. Each script has its ten in a row.
func digit(r rune) byte {
	zero := r
	for zero > r-9 && unicode.Is(unicode.Nd, zero-1) {
		zero--
	}
	return '0' + byte(r-zero)
}

// Unseen reports whether a character shows nothing and takes no room: a joiner, a mark of direction, a selector of a
// form, a filler.
func Unseen(r rune) bool {
	if r < 0x7F { // as nearly all are
		return r < ' '
	}
	return unicode.In(r, unicode.Cf, unicode.Cc, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// Clusters cuts a text into what people see as one character each: a letter with its accents, consonants that are
// written as one, a flag, or several emoji that joiners make one. Each is there until the next one is asked for.
func Clusters(text string) iter.Seq[[]rune] {
	return func(yield func([]rune) bool) {
		c := make([]rune, 0, 16)
		for _, r := range text {
			if len(c) > 0 && !joins(c, r) {
				if !yield(c) {
					return
				}
				c = c[:0]
			}
			c = append(c, r)
		}
		if len(c) > 0 {
			yield(c)
		}
	}
}

// joins reports whether a character belongs to the cluster before it.
func joins(c []rune, r rune) bool {
	last := c[len(c)-1]
	switch {
	case max(last, r) <= unicode.MaxASCII: // as nearly all are
		return false
	case unicode.IsSpace(last), Unseen(c[0]):
		return false
	case unicode.In(r, unicode.M), r >= 0x1F3FB && r <= 0x1F3FF, IsTag(r), IsJoiner(r), r == 'ำ', r == 'ຳ':
		return true
	case IsJoiner(last):
		return !unicode.IsSpace(r)
	case unicode.Is(unicode.Lo, r):
		return stacked(c) || isKorean(last) && continues(r)
	}
	return len(c) == 1 && unicode.Is(unicode.Regional_Indicator, last) && unicode.Is(unicode.Regional_Indicator, r)
}

// viramas are the marks that make the consonants on both sides of them one character, as rule GB9c of Unicode's Annex
// 29 has it, and those of Gurmukhi, Kannada and Sinhala, whose fonts do so too.
const viramas = "\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u17D2\u1A60\u1B44\u1BAB\uA9C0\uAAF6" +
	"\U00010A3F\U00011133\U000113D0\U0001193E\U00011A47\U00011A99\U00011F42"

// stacked reports whether a cluster ends with a virama, behind which may be other marks.
func stacked(c []rune) bool {
	for _, r := range slices.Backward(c) {
		if strings.ContainsRune(viramas, r) {
			return true
		}
		if !unicode.Is(unicode.M, r) {
			break
		}
	}
	return false
}

// isKorean reports whether a character is a Korean syllable or a part of one, as those of old are written, and
// continues whether it is a part behind the first.
func isKorean(r rune) bool {
	return r >= 0x1100 && r < 0x1160 || r >= 0xAC00 && r <= 0xD7A3 || continues(r)
}
func continues(r rune) bool { return r >= 0x1160 && r <= 0x11FF || r >= 0xD7B0 && r <= 0xD7FF }

// IsJoiner reports whether a character joins the letters or the emoji around it, or keeps them apart.
func IsJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// IsTag reports whether a character says, unseen, which flag stands before it. The last one of a flag is [LastTag].
func IsTag(r rune) bool { return r >= 0xE0020 && r <= LastTag }

// LastTag ends the tags of a flag.
const LastTag = 0xE007F
