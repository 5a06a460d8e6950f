package gametest

import (
	"fmt"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/runenames"

	"parlour/games"
)

// A keyboard makes other characters of those of a notation: dashes of hyphens, and so on.
var keyboard = sync.OnceValue(func() map[rune][]rune {
	keys := map[rune][]rune{'-': []rune("−⁃ー˗➖～"), '*': []rune("∗⁎٭✱✳"), ' ': {'\t', '\n'}, '.': {'.', '。', '…'}, 0: {'\u20e3'}}
	for r := rune(' '); r < 0x20000; r++ {
		switch name := runenames.Name(r); {
		case strings.Contains(name, "QUOTATION MARK"), strings.Contains(name, "APOSTROPHE") && !strings.Contains(name, "LETTER N"):
			keys['"'] = append(keys['"'], r)
		case strings.Contains(name, "COMMA") && unicode.IsPunct(r):
			keys[','] = append(keys[','], r)
		case unicode.Is(unicode.Pd, r):
			keys['-'] = append(keys['-'], r)
		case unicode.Is(unicode.Zs, r):
			keys[' '] = append(keys[' '], r)
		case strings.HasPrefix(name, "ZERO WIDTH"), strings.HasPrefix(name, "VARIATION SELECTOR"), strings.HasPrefix(name, "LEFT-TO-RIGHT"), strings.HasPrefix(name, "RIGHT-TO-LEFT"):
			keys[0] = append(keys[0], r)
		}
		if digit := int(r) - int('0'); digit >= 0 && digit <= 9 {
			for _, zero := range []rune{'0', '٠', '۰', '०', '０', '𝟎'} {
				keys[r] = append(keys[r], zero+rune(digit))
			}
		}
	}
	return keys
})

// typed writes a move as the keyboard of a phone may do, the nth way: between quotes, with a full stop, and each of its
// characters as another one of its kind, or as a wide one. Some ways have two dashes for one.
func typed(m games.Move, n int) string {
	keys := keyboard()
	nth := func(r rune) rune {
		if all := keys[r]; len(all) > 0 {
			return all[n%len(all)]
		}
		if wide := r + 0xFEE0; n%3 == 0 && r > ' ' && r <= '~' {
			return wide
		}
		return r
	}
	if n%5 == 0 {
		m = games.Move(strings.ReplaceAll(string(m), "-", "--"))
	}
	return string(nth('"')) + string(nth(0)) + strings.Map(nth, string(m)) + string(nth('"')) + string(nth('.')) + " "
}

// spelling checks that a move is in its one spelling, and is read as keyboards write it too.
func (p *player) spelling(parse func(string) (games.Move, error), m games.Move) error {
	if got, err := parse(string(m)); err != nil || got != m {
		return fmt.Errorf("Parse(%q) = %q, %v, want it as it is", m, got, err)
	}
	p.spelt++
	text := typed(m, p.spelt)
	if got, err := parse(games.Straight(text)); err != nil || got != m {
		return fmt.Errorf("%q, typed as %q, is read as %q, %v", m, text, got, err)
	}
	return nil
}
