package sandbox

import (
	"bytes"
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

// An openAPI is Discord's own description of its REST API: every request of the
// bot and every answer of the sandbox is held to it. Schemas are compiled when
// they are first needed. It is safe for concurrent use.
type openAPI struct {
	doc    map[string]any
	routes []apiRoute

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // by their place in the document
}

// An apiRoute is a path of the document, "/channels/{channel_id}/messages".
type apiRoute struct {
	path     string
	segments []string
}

// document is the name under which the compiler knows the document.
const document = "discord.json"

// described keeps the documents that were read: many sandboxes share one, and
// what it compiled.
var described struct {
	mu     sync.Mutex
	byFile map[string]*openAPI
}

// sharedOpenAPI reads a document unless that was done already.
func sharedOpenAPI(file string) (*openAPI, error) {
	described.mu.Lock()
	defer described.mu.Unlock()
	if a := described.byFile[file]; a != nil {
		return a, nil
	}
	a, err := readOpenAPI(file)
	if err != nil {
		return nil, err
	}
	if described.byFile == nil {
		described.byFile = map[string]*openAPI{}
	}
	described.byFile[file] = a
	return a, nil
}

// readOpenAPI reads the document, and mends what is known to be wrong in it.
func readOpenAPI(file string) (*openAPI, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("sandbox: read Discord's API description: %w", err)
	}
	read, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	doc, _ := read.(map[string]any)
	paths, ok := doc["paths"].(map[string]any)
	if err != nil || !ok {
		return nil, fmt.Errorf("sandbox: %s is no OpenAPI document: give Discord's openapi.json", file)
	}
	mend(doc)
	a := &openAPI{doc: doc, compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	a.compiler.AssertFormat()
	if err := a.compiler.AddResource(document, doc); err != nil {
		return nil, fmt.Errorf("sandbox: %s: %w", file, err)
	}
	for path := range paths {
		a.routes = append(a.routes, apiRoute{path, strings.Split(path, "/")})
	}
	// A path with a variable goes after one that has none in its place.
	slices.SortFunc(a.routes, func(x, y apiRoute) int { return strings.Compare(x.sortKey(), y.sortKey()) })
	return a, nil
}

func (r apiRoute) sortKey() string { return strings.ReplaceAll(r.path, "{", "\U0010FFFF") }

// fits reports whether a path that was asked for is this one.
func (r apiRoute) fits(asked []string) bool {
	return slices.EqualFunc(r.segments, asked, func(mine, theirs string) bool {
		return mine == theirs || strings.HasPrefix(mine, "{") && theirs != ""
	})
}

// An operation is what the document says of one method of a path.
type operation struct {
	route apiRoute
	at    string         // its place in the document
	says  map[string]any // what stands there
}

// operation finds what the document says of a request: nil when it has no such
// route.
func (a *openAPI) operation(method, path string) *operation {
	asked, name := strings.Split(path, "/"), strings.ToLower(method)
	for _, r := range a.routes {
		if !r.fits(asked) {
			continue
		}
		at := pointer("paths", r.path, name)
		if says := a.at(at); says != nil {
			return &operation{r, at, says}
		}
	}
	return nil
}

// request holds a request to the document. What is wrong is returned as Discord
// says it, 50035 with its paths.
func (a *openAPI) request(method string, u *url.URL, body []byte, files bool) error {
	op := a.operation(method, u.Path)
	if op == nil {
		return nil // the sandbox answers 404, or knows a route that the document lacks
	}
	if err := a.parameters(op, u); err != nil {
		return err
	}
	at, wanted := a.resolve(op.at + pointer("requestBody"))
	switch {
	case wanted == nil:
		return nil
	case len(body) > 0:
		return a.check(at, wanted, body)
	case wanted["required"] == true && !files: // files alone are a body, too
		var f faults
		f.add("", "BASE_TYPE_REQUIRED", "This field is required")
		return f.err()
	}
	return nil
}

// parameters holds what stands in a path and its query to the document.
func (a *openAPI) parameters(op *operation, u *url.URL) error {
	var f faults
	given, query := strings.Split(u.Path, "/"), u.Query()
	for _, at := range []string{pointer("paths", op.route.path, "parameters"), op.at + pointer("parameters")} {
		list, _ := a.lookup(at).([]any)
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
			schema, err := a.schema(at + pointer(strconv.Itoa(i), "schema"))
			if err != nil {
				return err
			}
			tell(&f, []string{name}, schema.Validate(parameter(p, value)))
		}
	}
	return f.err()
}

// parameter reads a text as the type that its schema asks for, if it is one.
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

// answer holds an answer of the sandbox to the document.
func (a *openAPI) answer(method, path string, status int, body []byte) error {
	op := a.operation(method, path)
	if op == nil || status >= http.StatusInternalServerError {
		return nil // Discord does not describe its own faults
	}
	all, _ := op.says["responses"].(map[string]any)
	for _, name := range []string{strconv.Itoa(status), fmt.Sprintf("%dXX", status/100)} {
		if all[name] != nil {
			at, response := a.resolve(op.at + pointer("responses", name))
			return a.check(at, response, body)
		}
	}
	return fmt.Errorf("Discord does not answer %s %s with %d", method, path, status) //lint:ignore ST1005 a name
}

// resolve is what stands at a place of the document, or where it refers to.
func (a *openAPI) resolve(at string) (string, map[string]any) {
	object := a.at(at)
	for object["$ref"] != nil {
		ref, _ := object["$ref"].(string)
		at = strings.TrimPrefix(ref, "#")
		object = a.at(at)
	}
	return at, object
}

// check holds a body to what a request body or a response of the document says.
func (a *openAPI) check(at string, wanted map[string]any, body []byte) error {
	content, _ := wanted["content"].(map[string]any)
	if content["application/json"] == nil {
		if len(body) > 0 && len(content) == 0 {
			return errors.New("Discord has no body there") //lint:ignore ST1005 a name
		}
		return nil
	}
	schema, err := a.schema(at + pointer("content", "application/json", "schema"))
	if err != nil {
		return err
	}
	if !json.Valid(body) { // which the schema's own reader would take in part
		return errBadJSON
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return errBadJSON
	}
	var f faults
	tell(&f, nil, schema.Validate(value))
	return f.err()
}

var (
	escapeStep   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapeStep = strings.NewReplacer("~1", "/", "~0", "~")
)

// pointer is a JSON pointer of these steps.
func pointer(steps ...string) string {
	all := ""
	for _, step := range steps {
		all += "/" + escapeStep.Replace(step)
	}
	return all
}

// lookup follows a JSON pointer; nil is for nothing there.
func (a *openAPI) lookup(pointer string) any {
	var node any = a.doc
	for _, step := range strings.Split(strings.Trim(pointer, "/"), "/") {
		object, _ := node.(map[string]any)
		node = object[unescapeStep.Replace(step)]
	}
	return node
}

// at follows a JSON pointer to an object; nil is for none there.
func (a *openAPI) at(pointer string) map[string]any {
	object, _ := a.lookup(pointer).(map[string]any)
	return object
}

// schema compiles what stands at a JSON pointer, once.
func (a *openAPI) schema(pointer string) (*jsonschema.Schema, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.schemas[pointer]; s != nil {
		return s, nil
	}
	s, err := a.compiler.Compile(document + "#" + (&url.URL{Path: pointer}).EscapedPath())
	if err != nil {
		return nil, fmt.Errorf("sandbox: Discord's API description at %s: %w", pointer, err)
	}
	a.schemas[pointer] = s
	return s, nil
}
