package all

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
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

// sharedKey is what the key of a sentence begins with that is no game's own.
var sharedKey = regexp.MustCompile(`^(refuse|reason|seat|players)\.`)

// Whatever the games say that is not in their own catalogues is in the shared one,
// with the values that its sentence needs.
func TestSharedSentences(t *testing.T) {
	c, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	voice, said := c.Voice("en", nil, nil), map[string]bool{}
	patterns := []string{"../*.go"}
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
				if got := voice.Say(text); got == text.Key || strings.Contains(got, "<no value>") {
					t.Errorf("%s: %v is said as %q", c.where, text, got)
				}
			}
		}
	}
	for _, want := range []string{"refuse.over", "refuse.turn", "refuse.seats", "reason.lapse", "players.range"} {
		if !said[want] {
			t.Errorf("the search has not seen that %s is said", want)
		}
	}
}

// texts returns what a call says in shared sentences, every value a number.
func (c call) texts() []games.Text {
	if name := strings.TrimPrefix(c.name, "games."); name != "Say" && name != "Refuse" {
		return nil
	}
	values := map[string]any{}
	for i := 1; i < len(c.args); i += 2 {
		values[literal(c.args[i])] = 2
	}
	var texts []games.Text
	for _, key := range keys(c.args[0]) {
		if sharedKey.MatchString(key) {
			texts = append(texts, games.Text{Key: key, Args: values})
		}
	}
	return texts
}

// keys returns the keys that an expression may be: itself, or, when it begins with
// "reason.", one for each move of the host that ends a game.
func keys(e ast.Expr) []string {
	sum, ok := e.(*ast.BinaryExpr)
	if !ok {
		return []string{literal(e)}
	}
	var all []string
	for _, m := range []games.Move{games.Lapse, games.Leave, games.Draw} {
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
