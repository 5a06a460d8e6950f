package parlour

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
)

// The shape of the product's code, without tests. Each bound is a place to stop and think: a
// type, a room or a file above it has likely two purposes.
const (
	maxMethods   = 45   // of a type, those promoted from embedded types of ours counted
	maxRoomLines = 2500 // of a package
	maxFileLines = 400
	maxFuncLines = 60
)

// A shape is what is measured of one package.
type shape struct {
	lines   int
	methods map[string][]string // by type
	embeds  map[string][]string // by type: the types embedded in it, "T" or "package.T"
}

func TestShape(t *testing.T) {
	rooms := map[string]*shape{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		room := filepath.ToSlash(filepath.Dir(file))
		if room == "imaging" { // where the files of each game are a room of their own
			name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".go"), "_")
			if slices.ContainsFunc(all.Games(), func(g games.Game) bool { return g.Info().Name == name }) {
				room += "/" + name
			}
		}
		if rooms[room] == nil {
			rooms[room] = &shape{methods: map[string][]string{}, embeds: map[string][]string{}}
		}
		return rooms[room].read(t, file)
	})
	if err != nil {
		t.Fatal(err)
	}
	for room, s := range rooms {
		if s.lines > maxRoomLines {
			t.Errorf("%s has %d lines, want %d or fewer", room, s.lines, maxRoomLines)
		}
		for name := range s.methods {
			if n := len(methodsOf(rooms, room, name)); n > maxMethods {
				t.Errorf("%s.%s has %d methods, want %d or fewer", room, name, n, maxMethods)
			}
		}
	}
	if len(rooms) < 20 {
		t.Errorf("only %d rooms were measured", len(rooms))
	}
}

// read measures a file.
func (s *shape) read(t *testing.T, file string) error {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	lines := func(n ast.Node) int { return set.Position(n.End()).Line - set.Position(n.Pos()).Line + 1 }
	n := set.File(f.Pos()).LineCount()
	if s.lines += n; n > maxFileLines {
		t.Errorf("%s has %d lines, want %d or fewer", file, n, maxFileLines)
	}
	imports := importsOf(f)
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if n := lines(d); n > maxFuncLines {
				t.Errorf("%s: %s has %d lines, want %d or fewer", file, d.Name.Name, n, maxFuncLines)
			}
			if d.Recv != nil {
				name := typeName(d.Recv.List[0].Type, nil)
				s.methods[name] = append(s.methods[name], d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok {
					s.readType(spec, imports)
				}
			}
		}
	}
	return nil
}

// readType notes the types that are embedded in a struct.
func (s *shape) readType(spec *ast.TypeSpec, imports map[string]string) {
	structure, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	name := spec.Name.Name
	s.methods[name] = append(s.methods[name], []string(nil)...)
	for _, field := range structure.Fields.List {
		if len(field.Names) == 0 {
			s.embeds[name] = append(s.embeds[name], typeName(field.Type, imports))
		}
	}
}

// importsOf returns the project's own packages that a file imports, by the name in the file.
func importsOf(f *ast.File) map[string]string {
	own := map[string]string{}
	for _, i := range f.Imports {
		full, err := strconv.Unquote(i.Path.Value)
		if room, ours := strings.CutPrefix(full, "parlour/"); err == nil && ours {
			name := path.Base(room)
			if i.Name != nil {
				name = i.Name.Name
			}
			own[name] = room
		}
	}
	return own
}

// typeName returns the name of a type: "T", or "room.T" for a type of another room.
func typeName(e ast.Expr, imports map[string]string) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X, imports)
	case *ast.IndexExpr:
		return typeName(e.X, imports)
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return imports[typeName(e.X, nil)] + "." + e.Sel.Name
	}
	return ""
}

// methodsOf returns the methods of a type and those promoted to it from types of ours.
func methodsOf(rooms map[string]*shape, room, name string) []string {
	s := rooms[room]
	if s == nil {
		return nil
	}
	all := s.methods[name]
	for _, embedded := range s.embeds[name] {
		if i := strings.LastIndex(embedded, "."); i >= 0 {
			all = append(all[:len(all):len(all)], methodsOf(rooms, embedded[:i], embedded[i+1:])...)
		} else {
			all = append(all[:len(all):len(all)], methodsOf(rooms, room, embedded)...)
		}
	}
	return all
}
