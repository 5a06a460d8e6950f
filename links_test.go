package parlour

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
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
	for pkg, s := range scopes {
		for at, text := range s.comments {
			for _, m := range docLink.FindAllStringSubmatch(text, -1) {
				if !leads(scopes, pkg, m[1]) {
					t.Errorf("%s: there is no [%s]", at, m[1])
				}
			}
		}
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
				name = typeName(d.Recv.List[0].Type) + "." + name
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

// typeName returns the name of the type of a receiver.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
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

// The links of a document, to a file beside it, a heading, or both; and the targets of make and the tests that
// it names.
var (
	pageLink = regexp.MustCompile(`\]\(([^)\s]+)\)|src="([^"]+)"`)
	makes    = regexp.MustCompile("`make ([a-z-]+)")
	tests    = regexp.MustCompile(`\bTest[A-Z0-9]\w*`)
	fenced   = regexp.MustCompile("(?s)```.*?```")
	inline   = regexp.MustCompile("`[^`\n]*`")
)

// A link in a document leads to a file or a folder of the project, and to a heading that it has. A target of
// make that a document names is in the Makefile, and a test in the code.
func TestLinksInDocumentsLead(t *testing.T) {
	makefile, pages, code := read(t, "Makefile"), []string{}, strings.Builder{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case d != nil && d.IsDir() && (d.Name() == "artefacts" || d.Name() == "node_modules"):
			return fs.SkipDir
		case strings.HasSuffix(file, ".md"):
			pages = append(pages, file)
		case strings.HasSuffix(file, "_test.go"):
			code.WriteString(read(t, file))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range pages {
		text := read(t, file)
		for _, m := range makes.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(makefile, "\n"+m[1]+":") {
				t.Errorf("%s: the Makefile has no %s", file, m[1])
			}
		}
		for _, name := range tests.FindAllString(text, -1) {
			if !strings.Contains(code.String(), "func "+name+"(") {
				t.Errorf("%s: there is no %s", file, name)
			}
		}
		text = inline.ReplaceAllString(fenced.ReplaceAllString(text, ""), "")
		for _, m := range pageLink.FindAllStringSubmatch(text, -1) {
			link := m[1] + m[2]
			if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
				continue
			}
			if wrong := astray(file, link); wrong != "" {
				t.Errorf("%s: the link %s leads nowhere: %s", file, link, wrong)
			}
		}
	}
	if len(pages) == 0 || astray("README.md", "docs/none.md") == "" || astray("README.md", "#none") == "" {
		t.Error("links that lead nowhere are not found")
	}
}

// astray says what is wrong with a link in a document to another file or heading. It is empty if nothing is.
func astray(file, link string) string {
	to, heading, _ := strings.Cut(link, "#")
	page := file
	if to != "" {
		page = filepath.Join(filepath.Dir(file), filepath.FromSlash(to))
	}
	info, err := os.Stat(page)
	switch {
	case err != nil:
		return err.Error()
	case heading == "":
		return ""
	case info.IsDir():
		return page + " is a folder"
	}
	text, err := os.ReadFile(page)
	if err != nil {
		return err.Error()
	}
	for line := range strings.Lines(fenced.ReplaceAllString(string(text), "")) {
		if title := strings.TrimLeft(line, "#"); title != line && anchor(title) == heading {
			return ""
		}
	}
	return page + " has no such heading"
}

// anchor returns the name that a heading has in links.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(title))
}

// pageNamed finds where a text of the program names a page of its documents.
var pageNamed = regexp.MustCompile(`docs/[a-z-]+\.md(?:#[a-z-]+)?`)

// What the program says of its pages is so: each that it names is there, with the heading that it names.
func TestPagesThatTheProgramNamesAreThere(t *testing.T) {
	named := 0
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || strings.HasSuffix(file, "_test.go") || !strings.HasSuffix(file, ".go") && filepath.Base(filepath.Dir(file)) != "locale" {
			return err
		}
		if d.IsDir() {
			return nil
		}
		for _, page := range pageNamed.FindAllString(read(t, file), -1) {
			if named++; astray("README.md", page) != "" {
				t.Errorf("%s names %s: %s", file, page, astray("README.md", page))
			}
		}
		return nil
	})
	if err != nil || named < 10 {
		t.Errorf("%d pages are named, %v", named, err)
	}
}
