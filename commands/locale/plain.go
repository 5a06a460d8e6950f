package locale

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"parlour/games"
)

// A plain sentence has values and no branches: words and names of values in turn. Most are, and
// are put together here, at a fraction of what a template costs.
type plain []string

// plainOf returns a message as a plain sentence, or nil if it is not one.
func plainOf(m *i18n.Message) plain {
	if m.Zero+m.One+m.Two+m.Few+m.Many+m.LeftDelim+m.RightDelim != "" {
		return nil
	}
	var parts plain
	rest := m.Other
	for {
		at := value.FindStringSubmatchIndex(rest)
		if at == nil {
			break
		}
		parts = append(parts, rest[:at[0]], rest[at[2]:at[3]])
		rest = rest[at[1]:]
	}
	parts = append(parts, rest)
	for i := 0; i < len(parts); i += 2 {
		if strings.Contains(parts[i], "{{") {
			return nil
		}
	}
	return parts
}

// value matches the place of a value in a sentence.
var value = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

// with puts values into the sentence. It reports false if it lacks one, or one is of a kind that
// it does not know.
func (p plain) with(values map[string]any) (string, bool) {
	if len(p) == 0 {
		return "", false
	}
	var b strings.Builder
	for i, part := range p {
		if i%2 == 0 {
			b.WriteString(part)
			continue
		}
		switch v := values[part].(type) {
		case string:
			b.WriteString(v)
		case int:
			b.WriteString(strconv.Itoa(v))
		default:
			return "", false
		}
	}
	return b.String(), true
}

// A tongue is a language that somebody reads, with what there is for it.
type tongue struct {
	localizer *i18n.Localizer
	plain     map[string]plain // of the language that comes nearest
	former    string           // what a person who was forgotten is called, which is no proper name
}

// mostTongues is how many tongues are kept. Discord has some thirty.
const mostTongues = 100

// tongue returns the tongue of a tag, which is kept for the next time.
func (c *Catalogue) tongue(lang string) tongue {
	c.mu.Lock()
	defer c.mu.Unlock()
	t, known := c.tongues[lang]
	if known {
		return t
	}
	tags, _, _ := language.ParseAcceptLanguage(lang)
	has := c.bundle.LanguageTags()
	_, nearest, _ := language.NewMatcher(has).Match(append(tags, language.English)...)
	t = tongue{localizer: i18n.NewLocalizer(c.bundle, lang), plain: c.plain[has[nearest]]}
	t.former = Voice{tongue: t}.say(games.Say("former.name"))
	if len(c.tongues) < mostTongues {
		c.tongues[lang] = t
	}
	return t
}
