package permutu

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"text/template"

	"parlour/games"
)

// names are those of the seats in the tests.
var names = []string{"Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"}

// shared are the sentences that belong to no game, as far as the tests say them.
var shared = map[string]any{
	"reason.leave": "{{.Player}} resigned", "reason.draw": "agreed by all",
	"refuse.turn": "{{.Player}} is to move.",
}

// said says a text in English. It fails for a key that has no sentence and for a
// sentence that names a value which the text does not have.
func said(t *testing.T, text games.Text) string {
	t.Helper()
	if text.Key == "" {
		return ""
	}
	sentence := catalogue(t)[text.Key]
	if plural, ok := sentence.(map[string]any); ok {
		form := "other"
		if text.Args["Count"] == 1 {
			form = "one"
		}
		sentence = plural[form]
	}
	words, ok := sentence.(string)
	if !ok {
		t.Fatalf("no sentence for %v", text)
	}
	var b strings.Builder
	tmpl := template.Must(template.New(text.Key).Option("missingkey=error").Parse(words))
	if err := tmpl.Execute(&b, values(t, text.Args)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func values(t *testing.T, args map[string]any) map[string]any {
	shown := map[string]any{}
	for name, arg := range args {
		switch arg := arg.(type) {
		case games.Seat:
			shown[name] = names[arg]
		case []games.Seat:
			var all []string
			for _, s := range arg {
				all = append(all, names[s])
			}
			shown[name] = strings.Join(all, ", ")
		case games.Text:
			shown[name] = said(t, arg)
		default:
			shown[name] = fmt.Sprint(arg)
		}
	}
	return shown
}

func catalogue(t *testing.T) map[string]any {
	t.Helper()
	text, err := fs.ReadFile(Game{}.Info().Locale, "locale/en.json")
	if err != nil {
		t.Fatal(err)
	}
	all := maps.Clone(shared)
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// lines says several texts, a line each.
func lines(t *testing.T, texts []games.Text) string {
	t.Helper()
	var all []string
	for _, text := range texts {
		all = append(all, said(t, text))
	}
	return strings.Join(all, "\n")
}

// refusal says why something was refused.
func refusal(t *testing.T, err error) string {
	t.Helper()
	var r *games.Refusal
	if !errors.As(err, &r) {
		t.Fatalf("%v is no refusal", err)
	}
	return said(t, r.Text)
}

func TestCatalogue(t *testing.T) {
	all := catalogue(t)
	if n := len([]rune(all["permutu.rules"].(string))); n > 1500 {
		t.Errorf("the rules have %d characters, want at most 1500", n)
	}
	for _, o := range (Game{}).Info().Options {
		text, _ := all["permutu.option."+o.Name].(string)
		if n := len([]rune(text)); n == 0 || n > 90 {
			t.Errorf("option %s is described in %d characters, want 1 to 90", o.Name, n)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if strings.Contains(fmt.Sprint(all[key]), "*") && key != "permutu.rules" {
			t.Errorf("%s has a star, which formats: %v", key, all[key])
		}
	}
}
