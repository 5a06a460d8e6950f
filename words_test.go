package parlour

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unwelcome lists what no sentence of Parlour's may say again: office English, and turns of other languages.
// A space in words stands for any white space. A use that is right is left out by its pattern right.
var unwelcome = []struct {
	words, right string
	instead      string // what to say in its place
	like         string // a sentence that has it
}{
	{words: `who takes none|(;|\b(for|from|than)) who`, right: `(player|person|people|body) who`, instead: "somebody who, or people who", like: "Each player gets a message; who takes none is asked here."},
	{words: `(it|that|all) is done`, instead: "what has finished: when the copy is there", like: "Bots wait until it is done."},
	{words: `of whom`, instead: "a second sentence", like: "Three people play, of whom one moves."},
	{words: `(is|are) to be`, instead: "must be, or will be", like: "The file is to be readable by its owner alone."},
	{words: `whatever the case|be that as it may`, instead: "nothing", like: "Whatever the case, the game goes on."},
	{words: `in order to`, instead: "to", like: "Press Start in order to begin."},
	{words: `please note|note that|it should be noted|kindly`, instead: "the thing itself, at once", like: "Please note that dummies bid at random."},
	{words: `successfully`, instead: "what happened: the copy is there", like: "The copy was successfully made."},
	{words: `invalid`, right: `\bInvalid\b|invalid (session|request)`, instead: "what is wrong, and what would be right", like: "The move is invalid."},
	{words: `errors? (has |have )?occurred|something went wrong`, instead: "what broke, and what to do", like: "An error occurred."},
	{words: `unable to`, instead: "cannot, or can't", like: "Parlour is unable to open the store."},
	{words: `respectively`, instead: "each with its own", like: "Ann and Ben have 3 and 4 points respectively."},
	{words: `utili[sz]\w+`, instead: "use", like: "The bot utilizes one socket."},
	{words: `(^|[.,;:]|\b(if|when|so|what|how|where|because)) one (has to|must|should|ought to|needs to)`, instead: "you must", like: "To play, one has to join first."},
	{words: `one's own|oneself`, instead: "your own, or their own", like: "It has the colours of one's own boards."},
	{words: `(is|are|was|were|be|been) (not )?able to`, instead: "can, or couldn't", like: "The bot was not able to post."},
	{words: `(here|there|where)(by|of|in|to|with|upon)|aforementioned`, instead: "so, by it, or its name", like: "You hereby resign."},
	{words: `prior to|subsequent(ly)?( to)?`, instead: "before, or after", like: "Save the store prior to an upgrade."},
	{words: `in (the event|case) (of|that)`, instead: "if", like: "In case of a crash, start it again."},
	{words: `the fact that`, instead: "because, or that", like: "This is due to the fact that cards are hidden."},
	{words: `(with|in) regards? to|pertaining to|regarding`, instead: "about", like: "Regarding clocks, see below."},
	{words: `for the purpose of|in accordance with|by means of|as per`, instead: "for, by, or with", like: "It is checked by means of a hash."},
	{words: `fail(s|ed)? to`, instead: "cannot, or could not", like: "Parlour failed to read the file."},
	{words: `the latter`, instead: "its name", like: "Of a bid and a take, the latter comes second."},
	{words: `(that|which) there (is|are) (not|none)`, instead: "that does not exist", like: "A key that there is not is refused."},
	{words: `in such a (way|manner)|in the way in which`, instead: "so, or as", like: "It is written in such a way that people can read it."},
	{words: `is no \w+`, right: `(?i)\b(there|here|it) is no (secret|wonder)|\b(t?here|where) is no\b|\bis no (longer|more|less|better than|worse than|need)`,
		instead: "is not a", like: "This is no record of a game."},
	{words: `(plays?|comes?|works?|knows?) no more`, right: `no more than`, instead: "doesn't any more", like: "Somebody there plays no more."},
	{words: `oops|whoops|sorry|unfortunately|apologi[sz]e`, instead: "what is so, and what to do", like: "Sorry, that did not work."},
	{words: `contact (your|the|an|a) \w*(admin|support)\w*`, instead: "what that person would do", like: "Contact your administrator."},
	{words: `(unexpected|unknown|unspecified) error`, right: `\d{4} unknown error`, instead: "what broke, and what to do", like: "Unknown error."},
	{words: `and/or`, instead: "or", like: "Press Join and/or Start."},
	{words: `e\.g\.|i\.e\.|etc\.`, instead: "such as, or that is", like: "Pick a size, e.g. 9."},
	{words: `click here`, instead: "what the link leads to", like: "Click here."},
	{words: `upon`, instead: "on, or when", like: "Upon a restart it goes on."},
	{words: `shall`, instead: "must, or will", like: "Players shall move in turn."},
	{words: `it is (possible|necessary|recommended|required|advisable) to`, instead: "you can, or you must", like: "It is possible to swap."},
	{words: `at work over`, instead: "using", like: "A bot is at work over the file."},
	{words: `at this (point|moment) in time|at the present time`, instead: "now", like: "At this point in time nobody can move."},
	{words: `whether or not`, instead: "whether", like: "It says whether or not a game is over."},
	{words: `commenc\w+|facilitat\w+|endeavour\w*|ascertain\w*`, instead: "begin, help, try, or find out", like: "The game commences at noon."},
}

// stiff and rightly are the patterns of unwelcome, compiled.
var stiff, rightly = compiled()

func compiled() (stiff, rightly []*regexp.Regexp) {
	for _, u := range unwelcome {
		words := strings.ReplaceAll(u.words, " ", `\s+`)
		stiff = append(stiff, regexp.MustCompile(`(?i)(?:\b|^|;)(?:`+words+`)(?:\b|\s|$)`))
		var right *regexp.Regexp
		if u.right != "" {
			right = regexp.MustCompile(u.right)
		}
		rightly = append(rightly, right)
	}
	return stiff, rightly
}

// A said is a text that people read, and where it begins.
type said struct {
	file string
	line int
	text string
}

// stiffness returns what a text says that it should not, with file and line and what to say instead.
func (s said) stiffness() (found []string) {
	for i, u := range unwelcome {
		text := s.text
		if rightly[i] != nil {
			text = rightly[i].ReplaceAllStringFunc(text, blank)
		}
		for _, at := range stiff[i].FindAllStringIndex(text, -1) {
			line := s.line + strings.Count(text[:at[0]], "\n")
			words := strings.Join(strings.Fields(strings.Trim(text[at[0]:at[1]], ";")), " ")
			found = append(found, fmt.Sprintf("%s:%d says %q: say %s", s.file, line, words, u.instead))
		}
	}
	return found
}

// blank returns as many spaces as a text has bytes, on as many lines.
func blank(text string) string {
	return regexp.MustCompile(`[^\n]`).ReplaceAllLiteralString(text, " ")
}

// heard are the functions whose texts people read: errors, the log, and what the program prints.
var heard = []string{"errors.New", "fmt.Errorf", "fmt.Sprintf", "fmt.Fprintf", "fmt.Fprintln", "Debug", "Info", "Warn", "Error"}

// inGo returns the texts for people in a file of Go: those given to the functions in heard, and the help of
// flags and commands.
func inGo(file string, source []byte) (all []said, err error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	add := func(at token.Pos, text string) {
		if text != "" {
			all = append(all, said{file, set.Position(at).Line, text})
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			if n.Tag != nil {
				tag, _ := strconv.Unquote(n.Tag.Value)
				add(n.Tag.Pos(), reflect.StructTag(tag).Get("help"))
			}
		case *ast.CallExpr:
			callee, ok := n.Fun.(*ast.SelectorExpr)
			if !ok {
				break
			}
			room, _ := callee.X.(*ast.Ident)
			if !slices.Contains(heard, callee.Sel.Name) && (room == nil || !slices.Contains(heard, room.Name+"."+callee.Sel.Name)) {
				break
			}
			for _, argument := range n.Args {
				for _, literal := range literals(argument) {
					text, _ := strconv.Unquote(literal.Value)
					add(literal.Pos(), text)
				}
			}
		}
		return true
	})
	return all, nil
}

// literals returns the texts of which an argument is made.
func literals(e ast.Expr) []*ast.BasicLit {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return []*ast.BasicLit{e}
		}
	case *ast.BinaryExpr:
		return append(literals(e.X), literals(e.Y)...)
	}
	return nil
}

// inLocale returns the sentences of a locale file.
func inLocale(file string, text []byte) (all []said, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		word, err := d.Token()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		if sentence, ok := word.(string); ok {
			all = append(all, said{file, bytes.Count(text[:d.InputOffset()], []byte("\n")) + 1, code.ReplaceAllStringFunc(sentence, blank)})
		}
	}
}

// code is what stands as code in a document or a sentence, the addresses of links, and tags of HTML.
var code = regexp.MustCompile("(?ms)^```.*?^```|`[^`\n]*`|\\]\\([^)\n]*\\)|<!--.*?-->|<[^<>\n]*>")

// inDocument returns a document in Markdown, or a form, without its code.
func inDocument(file string, text []byte) ([]said, error) {
	return []said{{file, 1, code.ReplaceAllStringFunc(string(text), blank)}}, nil
}

// document reports whether a file is a document of the project. CHANGELOG.md is left out, because it tells
// what was said before.
func document(file string) bool {
	docs, _ := path.Match("docs/*.md", file)
	return docs || file == "bot/sandbox/README.md" || !strings.Contains(file, "/") && strings.HasSuffix(file, ".md") && file != "CHANGELOG.md"
}

// wordsOf returns what a file says to people, or nothing for a file that says nothing to them.
func wordsOf(file string) ([]said, error) {
	slash, how := filepath.ToSlash(file), inDocument
	switch game, _ := path.Match("games/*/*.md", slash); {
	case strings.HasSuffix(slash, ".go") && !strings.HasSuffix(slash, "_test.go") && !strings.Contains(slash, "/testdata/"):
		how = inGo
	case strings.HasSuffix(slash, "locale/en.json"):
		how = inLocale
	case game, document(slash), strings.HasPrefix(slash, ".github/ISSUE_TEMPLATE/"), slash == "bot/sandbox/page/index.html", slash == "packaging/parlour.env":
	default:
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return how(slash, text)
}

// No sentence has words that were weeded out.
func TestNoSentenceIsStiff(t *testing.T) {
	texts := map[string]int{} // by the ending of the file
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		all, err := wordsOf(file)
		for _, s := range all {
			for _, found := range s.stiffness() {
				t.Error(found)
			}
		}
		texts[filepath.Ext(file)] += len(all)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for ending, least := range map[string]int{".go": 500, ".json": 1000, ".md": 25, ".yml": 3} {
		if texts[ending] < least {
			t.Errorf("%d texts were read in files that end with %s, want %d or more", texts[ending], ending, least)
		}
	}
}

// Each stiff sentence is found wherever it may stand, with its line; a plain one is not found.
func TestStiffSentencesAreFound(t *testing.T) {
	for i, u := range unwelcome {
		if found := (said{"f", 1, u.like}).stiffness(); len(found) == 0 || !slices.ContainsFunc(found, func(f string) bool { return strings.HasSuffix(f, "say "+u.instead) }) {
			t.Errorf("%q is not found by %s, but as %q", u.like, stiff[i], found)
		}
	}
	for _, plain := range []string{
		"There is no game that suits. It is no longer open, and it is no better than before.", "A person who takes none is asked here. Who's in?",
		"It's a list of who has bid.", "Exactly one must win. Only one should answer.", "Discord says Invalid Form Body, or ends an invalid session.",
		"The order to move in is theirs.", "Nobody plays no more than one card.", "Therefore it ends.", "What is done at night takes a minute.",
	} {
		if found := (said{"f", 1, plain}).stiffness(); found != nil {
			t.Errorf("%q is plain, and is found: %q", plain, found)
		}
	}
	const call = "package p\n\nvar _ = %s\n"
	planted := map[string]func() ([]said, error){}
	for _, made := range []string{
		`errors.New("the copy was successfully made")`, `fmt.Errorf("it was "+"successfully %s", x)`, "log.Warn(`successfully done`)",
		`b.Log.Error("no: "+"successfully", "err", err)`, `fmt.Fprintln(w, "successfully")`, "struct { A string `name:\"x\" help:\"Successfully.\"` }{}",
	} {
		planted[made] = func() ([]said, error) { return inGo("f", fmt.Appendf(nil, call, made)) }
	}
	planted["a locale"] = func() ([]said, error) {
		return inLocale("f", []byte("{\n\"a\": \"`successfully`\",\n\"b\": {\"one\": \"Successfully.\"}}"))
	}
	planted["a document"] = func() ([]said, error) {
		return inDocument("f", []byte("# Successful `successfully`\n[x](successfully.md)\nIt was successfully\n```\nsuccessfully\n```\n"))
	}
	for where, read := range planted {
		all, err := read()
		var found []string
		for _, s := range all {
			found = append(found, s.stiffness()...)
		}
		if err != nil || len(found) != 1 || !strings.HasPrefix(found[0], "f:3 says ") {
			t.Errorf("in %s there is %q (%v), want one on line 3", where, found, err)
		}
	}
	if all, err := inGo("f", fmt.Appendf(nil, call, `quote("Invalid Webhook Token, successfully")`)); err != nil || len(all) > 0 {
		t.Errorf("what is not a sentence for people is read: %v (%v)", all, err)
	}
}
