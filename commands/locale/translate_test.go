package locale_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/language"
)

var translated = flag.String("language", "", "the language that TestTranslations tells of, such as de")

// A translation is the sentences of a file, by key and form; the form of a sentence without a number is "".
type translation map[string]map[string]string

// translationOf reads a file of sentences.
func translationOf(text []byte) (translation, error) {
	var read map[string]any
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, err
	}
	all := translation{}
	for key, said := range read {
		all[key] = map[string]string{}
		switch said := said.(type) {
		case string:
			all[key][""] = said
		case map[string]any:
			for form, text := range said {
				all[key][form], _ = text.(string)
			}
		}
	}
	return all, nil
}

// value matches a value that a sentence names.
var value = regexp.MustCompile(`\.[A-Z]\w*`)

// most is how many characters Discord takes, by the beginning of a key: names of commands and options, what they do, and
// what stands on a button.
var most = []struct {
	key  string
	most int
}{{"called.", 32}, {"command.", 100}, {"option.", 100}, {"button.", 80}}

// compare returns what is missing in a translation, and what is wrong with it: sentences and values that English lacks, and
// what is longer than Discord takes. long has what is over a third longer than English. Up to that all pictures and messages
// have been tried, by a made-up language.
func compare(english, other translation) (missing, wrong, long []string) {
	for _, key := range slices.Sorted(maps.Keys(english)) {
		var all string
		longest := 0
		for _, form := range english[key] {
			all += form
			longest = max(longest, utf8.RuneCountInString(form))
		}
		if len(other[key]) == 0 {
			missing = append(missing, fmt.Sprintf("%s: %q", key, english[key]))
			continue
		}
		if _, none := other[key]["other"]; !none && other[key][""] == "" {
			wrong = append(wrong, key+" has no text, or no form \"other\"")
		}
		for _, form := range slices.Sorted(maps.Keys(other[key])) {
			said := other[key][form]
			for _, name := range value.FindAllString(strings.Join(actions.FindAllString(said, -1), " "), -1) {
				if !strings.Contains(all, name) {
					wrong = append(wrong, fmt.Sprintf("%s names the value %s, which English lacks", key, name))
				}
			}
			plain := utf8.RuneCountInString(actions.ReplaceAllString(said, ""))
			for _, limit := range most {
				if strings.HasPrefix(key, limit.key) && plain > limit.most {
					wrong = append(wrong, fmt.Sprintf("%s has %d characters, and Discord takes %d", key, plain, limit.most))
				}
			}
			if n := utf8.RuneCountInString(said); 3*n > 4*longest+12 { // of a short word a few more are no matter
				long = append(long, fmt.Sprintf("%s has %d characters, English %d", key, n, longest))
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(other)) {
		if english[key] == nil {
			wrong = append(wrong, key+" is no sentence of English")
		}
	}
	return missing, wrong, long
}

// actions matches what a template does.
var actions = regexp.MustCompile(`\{\{[^}]*\}\}`)

// Every language that there is says nothing that English lacks, and nothing that Discord refuses. What it lacks is said in
// English, and no fault. With -language, as make translate-check has it, all of it is printed for the translator.
func TestTranslations(t *testing.T) {
	folders, err := filepath.Glob("../../games/*/locale")
	if err != nil || len(folders) < 4 {
		t.Fatalf("%d games have sentences (%v), want at least 4", len(folders), err)
	}
	if _, err := language.Parse(*translated); *translated != "" && err != nil {
		t.Fatalf("%q is no language: %v", *translated, err)
	}
	for _, folder := range append(folders, ".") {
		read := func(file string) translation {
			text, err := os.ReadFile(file)
			if os.IsNotExist(err) {
				return nil
			}
			all, bad := translationOf(text)
			if err != nil || bad != nil {
				t.Fatalf("%s: %v, %v", file, err, bad)
			}
			return all
		}
		english := read(filepath.Join(folder, "en.json"))
		files, _ := filepath.Glob(filepath.Join(folder, "*.json"))
		if asked := filepath.Join(folder, *translated+".json"); *translated != "" {
			if files = []string{asked}; read(asked) == nil {
				t.Logf("%s is not there: its %d sentences are said in English", asked, len(english))
			}
		}
		for _, file := range files {
			missing, wrong, long := compare(english, read(file))
			for _, fault := range wrong {
				t.Errorf("%s: %s", file, fault)
			}
			if *translated != "" && len(missing) < len(english) {
				for _, one := range missing {
					t.Logf("%s lacks %s", file, one)
				}
				for _, one := range long {
					t.Logf("%s: may not fit everywhere: %s", file, one)
				}
			}
		}
	}
}

// Planted faults of a translation are found.
func TestFaultsOfTranslationsAreFound(t *testing.T) {
	english, err := translationOf([]byte(`{"button.go": "Go", "a": "{{.Player}} won.", "b": {"one": "a stone", "other": "{{.Count}} stones"}, "c": "Yes"}`))
	if err != nil {
		t.Fatal(err)
	}
	other, err := translationOf([]byte(`{"button.go": "` + strings.Repeat("ö", 81) + `", "a": "{{.Who}} siegt.", "b": {"one": "ein Stein"}, "d": "?"}`))
	if err != nil {
		t.Fatal(err)
	}
	missing, wrong, long := compare(english, other)
	for _, c := range []struct {
		got  []string
		want string
	}{
		{missing, "c: "},
		{wrong, `a names the value .Who, which English lacks · b has no text, or no form "other" · button.go has 81 characters, and Discord takes 80 · d is no sentence of English`},
		{long, "button.go has 81 characters, English 2"},
	} {
		if got := strings.Join(c.got, " · "); !strings.HasPrefix(got, c.want) || strings.Count(got, " · ") != strings.Count(c.want, " · ") {
			t.Errorf("it finds %q, want %q", got, c.want)
		}
	}
	if missing, wrong, long := compare(english, english); len(missing)+len(wrong)+len(long) > 0 {
		t.Errorf("of English it says %q, %q, %q", missing, wrong, long)
	}
}
