package locale_test

import (
	"cmp"
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
			missing = append(missing, key+": "+plainly(english[key]))
			continue
		}
		if _, none := other[key]["other"]; !none && other[key][""] == "" {
			wrong = append(wrong, key+" has no text, or no form \"other\"")
		}
		for _, form := range slices.Sorted(maps.Keys(other[key])) {
			said := other[key][form]
			for _, name := range dropped(english[key], form, said) {
				wrong = append(wrong, fmt.Sprintf("%s lacks the value {{%s}}", strings.TrimSpace(key+" "+form), name))
			}
			if strings.HasPrefix(key, "called.") && (!commandName.MatchString(said) || said != strings.ToLower(said)) {
				wrong = append(wrong, fmt.Sprintf("%s is %q: Discord takes one word in lower case, such as \"on-time\"", key, said))
			}
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
	if own := other[languageKey][""]; english[languageKey] != nil && (own == "" || own == english[languageKey][""]) {
		wrong = append(wrong, languageKey+" has no name of its own, so people choose the language by its code")
	}
	return missing, wrong, long
}

// languageKey is the key of what a language is called.
const languageKey = "language"

// commandName matches what Discord takes as the name of a command or an option, beside its length and its lower case.
// https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-naming
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]+$`)

// plainly returns the forms of a sentence, each with its name if it has one, in a line.
func plainly(forms map[string]string) string {
	var all []string
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		said := strings.ReplaceAll(forms[form], "\n", `\n`)
		if form != "" {
			said = form + ": " + said
		}
		all = append(all, said)
	}
	return strings.Join(all, " · ")
}

// dropped returns the values that a sentence says in English and doesn't say in a form of another language. The forms
// zero, one and two may leave out the number. A value that only decides between two branches may go.
func dropped(english map[string]string, form, said string) (names []string) {
	has := spoken(said)
	for _, name := range spoken(cmp.Or(english[form], english["other"], english[""])) {
		if name == ".Count" && slices.Contains([]string{"zero", "one", "two"}, form) || slices.Contains(has, name) {
			continue
		}
		names = append(names, name)
	}
	return names
}

// spoken returns the values that a form of a sentence says, sorted.
func spoken(form string) (names []string) {
	for _, action := range actions.FindAllString(form, -1) {
		if !decides.MatchString(action) {
			names = append(names, value.FindAllString(action, -1)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// decides matches what in a template only decides between two branches.
var decides = regexp.MustCompile(`^\{\{-?\s*(?:else\s+)?if\b`)

// actions matches what a template does.
var actions = regexp.MustCompile(`\{\{[^}]*\}\}`)

// Every language that there is says nothing that English lacks, nothing that Discord refuses, and every value that English
// says, and it has a name. What it lacks is said in English, and no fault. With -language, as make translate-check has it, all
// of it is printed for the translator, the faults last.
func TestTranslations(t *testing.T) {
	folders, err := filepath.Glob("../../games/*/locale")
	if err != nil || len(folders) < 4 {
		t.Fatalf("%d games have sentences (%v), want at least 4", len(folders), err)
	}
	if _, err := language.Parse(*translated); *translated != "" && err != nil {
		t.Fatalf("%q is no language: %v", *translated, err)
	}
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
	folders = append(folders, ".")
	there := map[string]bool{} // the names of files but those of English, and whether there is one
	for _, folder := range folders {
		files, _ := filepath.Glob(filepath.Join(folder, "*.json"))
		for _, file := range files {
			there[filepath.Base(file)] = true
		}
	}
	delete(there, "en.json")
	if asked := *translated + ".json"; *translated != "" {
		there = map[string]bool{asked: there[asked]}
	}
	var faults []string
	for _, folder := range folders {
		english := read(filepath.Join(folder, "en.json"))
		for _, name := range slices.Sorted(maps.Keys(there)) {
			file := filepath.Join(folder, name)
			other := read(file)
			if other == nil && *translated != "" {
				t.Logf("%s is not there: its %d sentences are said in English", file, len(english))
			}
			if other == nil && !there[name] {
				continue
			}
			missing, wrong, long := compare(english, other)
			for _, fault := range wrong {
				faults = append(faults, file+": "+fault)
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
	for _, fault := range faults {
		t.Errorf("fault: %s", fault)
	}
}

// Planted faults of a translation are found.
func TestFaultsOfTranslationsAreFound(t *testing.T) {
	english, err := translationOf([]byte(`{"language": "English", "called.play": "play", "button.go": "Go", "a": "{{.Player}} won{{if .Late}} late{{end}}.", "b": {"one": "a stone", "other": "{{.Count}} stones"}, "c": {"one": "a\nday", "other": "{{.Count}} days"}, "e": {"one": "{{.Count}} of {{.Who}}", "other": "{{.Count}} of {{.Who}}"}}`))
	if err != nil {
		t.Fatal(err)
	}
	other, err := translationOf([]byte(`{"button.go": "` + strings.Repeat("ö", 81) + `", "a": "{{.Who}} siegt.", "b": {"one": "ein Stein"}, "called.play": "Spielen Mit Freunden", "d": "?", "e": {"one": "eins von {{.Who}}", "other": "von {{if .Count}}{{.Who}}{{end}}"}}`))
	if err != nil {
		t.Fatal(err)
	}
	missing, wrong, long := compare(english, other)
	for _, c := range []struct {
		got  []string
		want string
	}{
		{missing, `c: one: a\nday · other: {{.Count}} days · language: English`},
		{wrong, `a lacks the value {{.Player}} · a names the value .Who, which English lacks · b has no text, or no form "other" · ` +
			`button.go has 81 characters, and Discord takes 80 · called.play is "Spielen Mit Freunden": Discord takes one word in lower case, such as "on-time" · ` +
			`e other lacks the value {{.Count}} · d is no sentence of English · language has no name of its own, so people choose the language by its code`},
		{long, "button.go has 81 characters, English 2 · called.play has 20 characters, English 4"},
	} {
		if got := strings.Join(c.got, " · "); !strings.HasPrefix(got, c.want) || strings.Count(got, " · ") != strings.Count(c.want, " · ") {
			t.Errorf("it finds %q, want %q", got, c.want)
		}
	}
	named := maps.Clone(english)
	named["language"] = map[string]string{"": "British"}
	if missing, wrong, long := compare(english, named); len(missing)+len(wrong)+len(long) > 0 {
		t.Errorf("of English it says %q, %q, %q", missing, wrong, long)
	}
}
