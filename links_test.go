package parlour

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A scope is what the comments of one package can link to.
type scope struct {
	names    map[string]bool   // "Name", and "Type.Name" for methods and fields
	imports  map[string]string // paths by name
	comments map[string]string // by position
}

// docLink finds the links in a comment: [Name], [Type.Name], [pkg.Name], [pkg.Type.Name].
var docLink = regexp.MustCompile(`(?:^|[\s("])\[\*?([A-Za-z][\w/]*(?:\.[A-Za-z]\w*){0,2})\](?:[\s).,:;'"]|$)`)

// A link in a comment leads to something that there is, also after its package was split.
func TestLinksInCommentsLead(t *testing.T) {
	scopes := map[string]*scope{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		pkg := path.Join("parlour", filepath.ToSlash(filepath.Dir(file)))
		if scopes[pkg] == nil {
			scopes[pkg] = &scope{map[string]bool{}, map[string]string{}, map[string]string{}}
		}
		return scopes[pkg].read(file)
	})
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for pkg, s := range scopes {
		for at, text := range s.comments {
			for _, m := range docLink.FindAllStringSubmatch(text, -1) {
				if links++; !leads(scopes, pkg, m[1]) {
					t.Errorf("%s: there is no [%s]", at, m[1])
				}
			}
		}
	}
	if links < 500 {
		t.Errorf("only %d links were followed, want 500 or more", links)
	}
}

// leads reports whether a link in a package leads somewhere. Packages of others are not looked into.
func leads(scopes map[string]*scope, pkg, link string) bool {
	if scopes[pkg].names[link] || scopes[link] != nil {
		return true
	}
	first, rest, _ := strings.Cut(link, ".")
	to, ok := scopes[pkg].imports[first]
	return ok && (rest == "" || scopes[to] == nil || scopes[to].names[rest])
}

// read adds what a file names, imports and says.
func (s *scope) read(file string) error {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, i := range f.Imports {
		to, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return err
		}
		s.imports[path.Base(to)] = to
	}
	for _, c := range f.Comments {
		s.comments[set.Position(c.Pos()).String()] = c.Text()
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = typeName(d.Recv.List[0].Type, nil) + "." + name
			}
			s.names[name] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				s.declare(spec)
			}
		}
	}
	return nil
}

// declare adds the names of a type, its fields and its methods, or of variables and constants.
func (s *scope) declare(spec ast.Spec) {
	add := func(before string, names []*ast.Ident) {
		for _, n := range names {
			s.names[before+n.Name] = true
		}
	}
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		add("", spec.Names)
	case *ast.TypeSpec:
		add("", []*ast.Ident{spec.Name})
		var members *ast.FieldList
		switch of := spec.Type.(type) {
		case *ast.StructType:
			members = of.Fields
		case *ast.InterfaceType:
			members = of.Methods
		default:
			return
		}
		for _, m := range members.List {
			add(spec.Name.Name+".", m.Names)
		}
	}
}
