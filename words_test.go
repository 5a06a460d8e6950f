package parlour

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unwelcome lists what no sentence of Parlour's may say again: office English, and turns of other languages.
// A space in words stands for any white space. A use that is right is left out by its pattern right.
var unwelcome = []struct {
	words, right string
	instead      string // what to say in its place
}{
	{words: `who takes none|(;|\b(for|from|than)) who`, right: `(player|person|people|body) who`, instead: "somebody who, or people who"},
	{words: `(it|that|all) is done`, instead: "what has finished: when the copy is there"},
	{words: `of whom`, instead: "a second sentence"},
	{words: `(is|are) to be`, instead: "must be, or will be"},
	{words: `whatever the case|be that as it may`, instead: "nothing"},
	{words: `in order to`, instead: "to"},
	{words: `please note|note that|it should be noted|kindly`, instead: "the thing itself, at once"},
	{words: `successfully`, instead: "what happened: the copy is there"},
	{words: `invalid`, right: `\bInvalid\b|invalid (session|request)`, instead: "what is wrong, and what would be right"},
	{words: `errors? (has |have )?occurred|something went wrong`, instead: "what broke, and what to do"},
	{words: `unable to`, instead: "cannot, or can't"},
	{words: `respectively`, instead: "each with its own"},
	{words: `utili[sz]\w+`, instead: "use"},
	{words: `(^|[.,;:]|\b(if|when|so|what|how|where|because)) one (has to|must|should|ought to|needs to)`, instead: "you must"},
	{words: `one's own|oneself`, instead: "your own, or their own"},
	{words: `(is|are|was|were|be|been) (not )?able to`, instead: "can, or couldn't"},
	{words: `(here|there|where)(by|of|in|to|with|upon)|aforementioned`, instead: "so, by it, or its name"},
	{words: `prior to|subsequent(ly)?( to)?`, instead: "before, or after"},
	{words: `in (the event|case) (of|that)`, instead: "if"},
	{words: `the fact that`, instead: "because, or that"},
	{words: `(with|in) regards? to|pertaining to|regarding`, instead: "about"},
	{words: `for the purpose of|in accordance with|by means of|as per`, instead: "for, by, or with"},
	{words: `fail(s|ed)? to`, instead: "cannot, or could not"},
	{words: `the latter`, instead: "its name"},
	{words: `(that|which) there (is|are) (not|none)`, instead: "that does not exist"},
	{words: `in such a (way|manner)|in the way in which`, instead: "so, or as"},
	{words: `is no \w+`, right: `(?i)\b(there|here|it) is no (secret|wonder)|\b(t?here|where) is no\b|\bis no (longer|more|less|better than|worse than|need)`,
		instead: "is not a"},
	{words: `(plays?|comes?|works?|knows?) no more`, right: `no more than`, instead: "doesn't any more"},
	{words: `oops|whoops|sorry|unfortunately|apologi[sz]e`, instead: "what is so, and what to do"},
	{words: `contact (your|the|an|a) \w*(admin|support)\w*`, instead: "what that person would do"},
	{words: `(unexpected|unknown|unspecified) error`, right: `\d{4} unknown error`, instead: "what broke, and what to do"},
	{words: `and/or`, instead: "or"},
	{words: `e\.g\.|i\.e\.|etc\.`, instead: "such as, or that is"},
	{words: `click here`, instead: "what the link leads to"},
	{words: `upon`, instead: "on, or when"},
	{words: `shall`, instead: "must, or will"},
	{words: `it is (possible|necessary|recommended|required|advisable) to`, instead: "you can, or you must"},
	{words: `at work over`, instead: "using"},
	{words: `at this (point|moment) in time|at the present time`, instead: "now"},
	{words: `whether or not`, instead: "whether"},
	{words: `commenc\w+|facilitat\w+|endeavour\w*|ascertain\w*`, instead: "begin, help, try, or find out"},
}

// code is what stands as code in a document or a sentence, the addresses of links, and tags of HTML.
var code = regexp.MustCompile("(?ms)^```.*?^```|`[^`\n]*`|\\]\\([^)\n]*\\)|<!--.*?-->|<[^<>\n]*>")

// No sentence of a catalogue or a page has words that were weeded out. CHANGELOG.md tells what was said before.
func TestNoSentenceIsStiff(t *testing.T) {
	texts := 0
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		catalogue := filepath.Base(file) == "en.json"
		if err != nil || file == "CHANGELOG.md" || !catalogue && filepath.Ext(file) != ".md" {
			return err
		}
		texts++
		text := code.ReplaceAllStringFunc(read(t, file), blank)
		for _, u := range unwelcome {
			words := regexp.MustCompile(`(?i)(?:\b|^|;)(?:` + strings.ReplaceAll(u.words, " ", `\s+`) + `)(?:\b|\s|$)`)
			plain := text
			if u.right != "" {
				plain = regexp.MustCompile(u.right).ReplaceAllStringFunc(text, blank)
			}
			for _, at := range words.FindAllStringIndex(plain, -1) {
				t.Errorf("%s:%d says %q: say %s", file, 1+strings.Count(plain[:at[0]], "\n"), plain[at[0]:at[1]], u.instead)
			}
		}
		return nil
	})
	if err != nil || texts == 0 {
		t.Fatalf("%d texts were read: %v", texts, err)
	}
}

// blank returns as many spaces as a text has bytes, on as many lines.
func blank(text string) string {
	return regexp.MustCompile(`[^\n]`).ReplaceAllLiteralString(text, " ")
}

// read returns a file of the project.
func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
