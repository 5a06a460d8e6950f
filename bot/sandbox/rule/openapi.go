package rule

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Document is a description that was read. A schema is compiled when it is first
// needed. A Document is safe for concurrent use.
type Document struct {
	doc    map[string]any
	routes []route

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // by their place in the document
}

// route is a path of the document, "/channels/{channel_id}/messages".
type route struct {
	path     string
	segments []string
}

// resource is the name under which the compiler knows the document. It is a whole address, because the compiler
// looks for others in the folder where the program is at that moment.
const resource = "document:///discord.json"

// opened keeps the documents that [Open] read, so that many sandboxes share one and its
// compiled schemas.
var opened struct {
	mu     sync.Mutex
	byFile map[string]*Document
}

// Open reads a document, or returns the one that it read from this file before.
func Open(file string) (*Document, error) {
	opened.mu.Lock()
	defer opened.mu.Unlock()
	if d := opened.byFile[file]; d != nil {
		return d, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("openapi: read Discord's API description: %w", err)
	}
	d, err := parse(file, text)
	if err != nil {
		return nil, err
	}
	if opened.byFile == nil {
		opened.byFile = map[string]*Document{}
	}
	opened.byFile[file] = d
	return d, nil
}

//go:embed excerpt.json
var excerpt []byte

// Excerpt returns the part of Discord's description that comes with this package.
// It limits the fields of the bot's requests, and describes no answers.
var Excerpt = sync.OnceValue(func() *Document {
	d, err := parse("the excerpt", excerpt)
	if err != nil {
		panic(err) // it is part of the binary
	}
	return d
})

// parse reads a document of that name and corrects it by [mend].
func parse(name string, text []byte) (*Document, error) {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	doc, _ := value.(map[string]any)
	paths, ok := doc["paths"].(map[string]any)
	if err != nil || !ok {
		return nil, fmt.Errorf("openapi: %s is not an OpenAPI document: give Discord's openapi.json", name)
	}
	mend(doc)
	d := &Document{doc: doc, compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	d.compiler.AssertFormat()
	if err := d.compiler.AddResource(resource, doc); err != nil {
		return nil, fmt.Errorf("openapi: %s: %w", name, err)
	}
	for path := range paths {
		d.routes = append(d.routes, route{path, strings.Split(path, "/")})
	}
	// A path with a variable comes after a path with a fixed word in the same place.
	slices.SortFunc(d.routes, func(x, y route) int { return strings.Compare(x.sortKey(), y.sortKey()) })
	return d, nil
}

func (r route) sortKey() string { return strings.ReplaceAll(r.path, "{", "\U0010FFFF") }

// fits reports whether the path of a request is one of this route.
func (r route) fits(asked []string) bool {
	return slices.EqualFunc(r.segments, asked, func(mine, theirs string) bool {
		return mine == theirs || strings.HasPrefix(mine, "{") && theirs != ""
	})
}

// operation is one method of a path.
type operation struct {
	route route
	at    string         // its place in the document
	says  map[string]any // the object at that place
}

// operation finds the operation of a request, or nil.
func (d *Document) operation(method, path string) *operation {
	asked, name := strings.Split(path, "/"), strings.ToLower(method)
	for _, r := range d.routes {
		if !r.fits(asked) {
			continue
		}
		at := pointer("paths", r.path, name)
		if says := d.at(at); says != nil {
			return &operation{r, at, says}
		}
	}
	return nil
}

// Request holds a request to the document. Its error lists the [Flaws] of a form that is
// wrong, or is [ErrBadJSON] for a body that is no JSON; another one is a mistake in the
// document. files says that the request brought files, which are enough for a body.
func (d *Document) Request(method string, u *url.URL, body []byte, files bool) error {
	op := d.operation(method, u.Path)
	if op == nil {
		return nil // see the policy
	}
	if err := d.parameters(op, u); err != nil {
		return err
	}
	at, wanted := d.resolve(op.at + pointer("requestBody"))
	switch {
	case wanted == nil:
		return nil
	case len(body) > 0:
		return d.check(at, wanted, body)
	case wanted["required"] == true && !files:
		var f Flaws
		f.Required("", true)
		return f.Err()
	}
	return nil
}

// parameters holds the variables of a path and of its query to the document.
func (d *Document) parameters(op *operation, u *url.URL) error {
	var f Flaws
	given, query := strings.Split(u.Path, "/"), u.Query()
	for _, at := range []string{pointer("paths", op.route.path, "parameters"), op.at + pointer("parameters")} {
		list, _ := d.lookup(at).([]any)
		for i, p := range list {
			p, _ := p.(map[string]any)
			name, _ := p["name"].(string)
			value := query.Get(name)
			if n := slices.Index(op.route.segments, "{"+name+"}"); n >= 0 && p["in"] == "path" {
				value = given[n]
			}
			if value == "" || p["schema"] == nil {
				continue
			}
			schema, err := d.schema(at + pointer(strconv.Itoa(i), "schema"))
			if err != nil {
				return err
			}
			tell(&f, []string{name}, schema.Validate(parameter(p, value)))
		}
	}
	return f.Err()
}

// parameter reads a text as a number or a truth value where its schema asks for one. A
// text that is neither stays a text, for the schema to refuse.
func parameter(p map[string]any, text string) any {
	says, _ := p["schema"].(map[string]any)
	switch says["type"] {
	case "integer":
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
	case "boolean":
		if b, err := strconv.ParseBool(text); err == nil {
			return b
		}
	}
	return text
}

// Answer holds an answer to the document. Its errors are those of [Document.Request],
// and a sentence where Discord never answers with that status or with a body.
func (d *Document) Answer(method, path string, status int, body []byte) error {
	op := d.operation(method, path)
	if op == nil || status >= http.StatusInternalServerError {
		return nil // the document does not describe 500 and above
	}
	all, _ := op.says["responses"].(map[string]any)
	if all == nil {
		return nil // the excerpt describes no answers
	}
	for _, name := range []string{strconv.Itoa(status), fmt.Sprintf("%dXX", status/100)} {
		if all[name] != nil {
			at, response := d.resolve(op.at + pointer("responses", name))
			return d.check(at, response, body)
		}
	}
	return fmt.Errorf("Discord does not answer %s %s with %d", method, path, status) //lint:ignore ST1005 a name
}

// resolve follows the references at a place of the document, and returns the place and
// the object to which they lead.
func (d *Document) resolve(at string) (string, map[string]any) {
	object := d.at(at)
	for object["$ref"] != nil {
		ref, _ := object["$ref"].(string)
		at = strings.TrimPrefix(ref, "#")
		object = d.at(at)
	}
	return at, object
}

// check holds a body to a request body or a response of the document.
func (d *Document) check(at string, wanted map[string]any, body []byte) error {
	content, _ := wanted["content"].(map[string]any)
	if content["application/json"] == nil {
		if len(body) > 0 && len(content) == 0 {
			return errors.New("Discord has no body there") //lint:ignore ST1005 a name
		}
		return nil
	}
	schema, err := d.schema(at + pointer("content", "application/json", "schema"))
	if err != nil {
		return err
	}
	if !json.Valid(body) { // the schema's own reader would accept "{} {}"
		return ErrBadJSON
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return ErrBadJSON
	}
	var f Flaws
	tell(&f, nil, schema.Validate(value))
	return f.Err()
}

var (
	escapeStep   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapeStep = strings.NewReplacer("~1", "/", "~0", "~")
)

// pointer makes a JSON pointer of steps.
func pointer(steps ...string) string {
	all := ""
	for _, step := range steps {
		all += "/" + escapeStep.Replace(step)
	}
	return all
}

// lookup follows a JSON pointer. It returns nil where nothing is.
func (d *Document) lookup(pointer string) any {
	var node any = d.doc
	for _, step := range strings.Split(strings.Trim(pointer, "/"), "/") {
		object, _ := node.(map[string]any)
		node = object[unescapeStep.Replace(step)]
	}
	return node
}

// at follows a JSON pointer to an object. It returns nil where none is.
func (d *Document) at(pointer string) map[string]any {
	object, _ := d.lookup(pointer).(map[string]any)
	return object
}

// schema compiles the schema at a JSON pointer, once.
func (d *Document) schema(pointer string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.schemas[pointer]; s != nil {
		return s, nil
	}
	s, err := d.compiler.Compile(resource + "#" + (&url.URL{Path: pointer}).EscapedPath())
	if err != nil {
		return nil, fmt.Errorf("openapi: Discord's API description at %s: %w", pointer, err)
	}
	d.schemas[pointer] = s
	return s, nil
}

// operations names every operation of Discord's API, one a line. TestOperationsAreDiscords
// holds it to Discord's description.
//
//go:embed operations.txt
var operations string

// Operations returns the names of all operations of Discord's API, sorted by path:
// "POST /channels/{channel_id}/messages".
func Operations() []string { return strings.Split(strings.TrimSpace(operations), "\n") }

// paths are the operations by their methods.
var paths = sync.OnceValue(func() map[string][]route {
	all := map[string][]route{}
	for _, name := range Operations() {
		method, path, _ := strings.Cut(name, " ")
		all[method] = append(all[method], route{path, strings.Split(path, "/")})
	}
	return all
})

// IsOperation reports whether a request is an operation of Discord's API, by its method and its
// path without the version.
func IsOperation(method, path string) bool {
	asked := strings.Split(path, "/")
	for _, r := range paths()[method] {
		if r.fits(asked) {
			return true
		}
	}
	return false
}
