package all

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A game may have hundreds of thousands of moves, so nothing that runs for a click lists them. No code of
// games, of packages that they share or of pictures calls Legal, and Legal alone calls functions that make
// such a list. A test of commands says that these do not list moves either.
func TestNothingListsAllMoves(t *testing.T) {
	files := 0
	for _, dir := range []string{"..", "../../imaging"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "gametest" || d.Name() == "testdata"):
				return fs.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			files++
			parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			for _, fault := range listsMoves(parsed) {
				t.Errorf("%s: %s", path, fault)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 10*len(Games()) {
		t.Errorf("%d files were read, want the code of %d games", files, len(Games()))
	}
}

// listsMoves returns where a file lists all moves: a function that has Legal of a seat, or one that
// calls another of the file that returns moves, but does not return moves itself. A Legal with other
// arguments answers another question.
func listsMoves(file *ast.File) (faults []string) {
	makers := map[string]bool{}
	returnsMoves := func(f *ast.FuncDecl) bool { return returnsMoves(file, f) }
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && returnsMoves(f) {
			makers[f.Name.Name] = true
		}
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		judged := map[*ast.SelectorExpr]bool{} // calls that answer another question
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				called, ok := n.Fun.(*ast.SelectorExpr)
				judged[called] = ok && called.Sel.Name == "Legal" && len(n.Args) != 1
				if name := lastName(n.Fun); makers[name] && name != "Legal" && !returnsMoves(f) {
					faults = append(faults, fmt.Sprintf("%s calls %s, which lists moves", f.Name.Name, name))
				}
			case *ast.SelectorExpr:
				if n.Sel.Name == "Legal" && !judged[n] {
					faults = append(faults, f.Name.Name+" has Legal")
				}
			}
			return true
		})
	}
	return faults
}

// lastName returns the name of a function without its package or receiver.
func lastName(fun ast.Expr) string {
	name := nameOf(fun)
	return name[strings.LastIndexByte(name, '.')+1:]
}

// returnsMoves reports whether a function returns a list of moves, other than one that writes a list that it is given
// of something else. The moves of package search are keys of its own.
func returnsMoves(file *ast.File, f *ast.FuncDecl) bool {
	lists := func(fields *ast.FieldList, want bool) bool {
		return fields != nil && slices.ContainsFunc(fields.List, func(r *ast.Field) bool {
			list, ok := r.Type.(*ast.ArrayType)
			return ok && (nameOf(list.Elt) == "games.Move" || nameOf(list.Elt) == "Move" && file.Name.Name != "search") == want
		})
	}
	return lists(f.Type.Results, true) && !lists(f.Type.Params, false)
}

// Each way to list all moves is found, and other calls are not.
func TestListsOfMovesAreFound(t *testing.T) {
	for code, want := range map[string]string{
		`func (s state) Step(seat int) Step { return stepOf(s.Legal(seat)) }`:                                              "Step has Legal",
		`func shown(s games.State) { list := s.Legal; list(0) }`:                                                           "shown has Legal",
		`func why(v View) { for range v.state().Legal(v.seat) {} }`:                                                        "why has Legal",
		`func (s state) all() []games.Move { return nil }; func (s state) Play(m Move) { look(s.all(), m) }`:               "Play calls all, which lists moves",
		`func all(s state) []Move { return nil }; func (s state) Legal(seat int) []games.Move { return all(s) }`:           "",
		`func moves(takes []Take) []games.Move { return nil }; func shown(t []Take) { look(moves(t)) }`:                    "",
		`func moves(buf []games.Move) []games.Move { return buf }; func shown() { look(moves(nil)) }`:                      "shown calls moves, which lists moves",
		`func (p Position) Legal(seat int, t Take) bool { return true }; func f(p Position) bool { return p.Legal(1, t) }`: "",
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "", "package x; "+code, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(listsMoves(parsed), ", "); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}
