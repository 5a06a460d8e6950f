package all

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/commands/locale"
	"parlour/games"
)

// A call is one of a function, in the code.
type call struct {
	where string
	name  string // "games.Say"
	args  []ast.Expr
}

// calls returns the calls in all files that fit a pattern.
func calls(t *testing.T, pattern string) []call {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s (%v)", pattern, err)
	}
	var all []call
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				all = append(all, call{file, nameOf(c.Fun), c.Args})
			}
			return true
		})
	}
	return all
}

// nameOf writes the name of a function, with its package if that is named.
func nameOf(fun ast.Expr) string {
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		return nameOf(fun.X) + "." + fun.Sel.Name
	}
	return ""
}

// values are the actions of a sentence that need a value.
var values = regexp.MustCompile(`\{\{[^{}]*\.([A-Z]\w*)`)

// The shared catalogue has a sentence for each of the shared keys, which needs the
// values that are listed.
func TestSharedKeysHaveSentences(t *testing.T) {
	text, err := os.ReadFile("../../commands/locale/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var sentences map[string]any
	if err := json.Unmarshal(text, &sentences); err != nil {
		t.Fatal(err)
	}
	for key, want := range games.SharedKeys {
		var needs []string
		for _, found := range values.FindAllStringSubmatch(fmt.Sprint(sentences[key]), -1) {
			needs = append(needs, found[1])
		}
		slices.Sort(needs)
		if sentences[key] == nil || !slices.Equal(slices.Compact(needs), want) {
			t.Errorf("the sentence of %s is %v and needs %q, the list says %q", key, sentences[key], needs, want)
		}
		if said := fmt.Sprint(sentences[key]); strings.HasSuffix(key, ".short") && len(said) > 12 {
			t.Errorf("the button of %s says %q, want at most 12 characters", key, said)
		}
	}
}

// sharedKey matches the beginning of a key that is no game's own.
var sharedKey = regexp.MustCompile(`^(refuse|reason|outcome|system|seat|players|step|about|worth|gets|groups|swap)\.`)

// Whatever the games say that is not in their own catalogues is a shared sentence, with
// the values that it needs; and all of these are said.
func TestSharedSentences(t *testing.T) {
	c, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	voice, said := c.Voice("en", nil, nil), map[string]bool{}
	patterns := []string{"../*.go", "../board/*.go", "../search/*.go"}
	for _, g := range Games() {
		patterns = append(patterns, filepath.Join("..", g.Info().Name, "*.go"))
	}
	for _, pattern := range patterns {
		for _, c := range calls(t, pattern) {
			if strings.HasSuffix(c.where, "_test.go") {
				continue
			}
			for _, text := range c.texts() {
				said[text.Key] = true
				if _, shared := games.SharedKeys[text.Key]; !shared {
					t.Errorf("%s: %s is not one of the shared keys", c.where, text.Key)
				}
				if got := voice.Say(text); got == text.Key || strings.Contains(got, "<no value>") {
					t.Errorf("%s: %v is said as %q", c.where, text, got)
				}
			}
		}
	}
	for key := range games.SharedKeys {
		if !said[key] {
			t.Errorf("no game says the shared sentence %s", key)
		}
	}
}

// texts returns what a call says in shared sentences, every value a number.
func (c call) texts() []games.Text {
	if name := strings.TrimPrefix(c.name, "games."); name != "Say" && name != "Refuse" {
		return nil
	}
	values := []any{"Outcome", 2} // which games.Result.Outcome gives
	for i := 1; i < len(c.args); i += 2 {
		values = append(values, literal(c.args[i]), 2)
	}
	var texts []games.Text
	for _, key := range keys(c.args[0]) {
		if sharedKey.MatchString(key) {
			texts = append(texts, games.Say(key, values...))
		}
	}
	return texts
}

// keys returns the keys that an expression may be: itself, or, when it begins with
// "reason." or "system.", one for each system move that ends a game.
func keys(e ast.Expr) []string {
	sum, ok := e.(*ast.BinaryExpr)
	if !ok {
		return []string{literal(e)}
	}
	var all []string
	for _, m := range []games.Move{games.Lapse, games.Leave, games.Spent, games.Absent, games.Draw} {
		all = append(all, literal(sum.X)+string(m))
	}
	return all
}

// literal returns a string that is written out.
func literal(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok {
		return ""
	}
	s, _ := strconv.Unquote(lit.Value)
	return s
}
