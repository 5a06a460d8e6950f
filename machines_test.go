package parlour

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// The program and its tests are right on a machine whose int has 32 bits, as far as types tell: every constant
// fits, above all. They are read as for a 386, and not compiled, which would take as long as for this machine.
func TestTypesOf32Bits(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	found, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes |
			packages.NeedSyntax | packages.NeedFiles | packages.NeedCompiledGoFiles,
		Tests: true,
		Env:   append(os.Environ(), "GOOS=linux", "GOARCH=386", "CGO_ENABLED=0"),
		ParseFile: func(all *token.FileSet, name string, text []byte) (*ast.File, error) {
			file, err := parser.ParseFile(all, name, text, parser.SkipObjectResolution)
			if file != nil && !strings.HasPrefix(name, here+string(filepath.Separator)) {
				for _, d := range file.Decls { // of libraries only what is declared is needed
					if f, ok := d.(*ast.FuncDecl); ok {
						f.Body = nil
					}
				}
			}
			return file, err
		},
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{} // a package is there again with its tests
	for _, p := range found {
		for _, wrong := range p.Errors {
			if text, own := strings.CutPrefix(wrong.Error(), here); own && !told[text] {
				told[text] = true
				t.Error(text)
			}
		}
	}
	if len(found) < 60 {
		t.Errorf("there are %d packages, too few", len(found))
	}
}
