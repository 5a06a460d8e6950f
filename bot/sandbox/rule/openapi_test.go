package rule

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// fake is a document of our own. With it the tests need not have Discord's.
const fake = "testdata/openapi.json"

func readFake(t *testing.T) *Document {
	t.Helper()
	a, err := Open(fake)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// held holds a request to a document.
func held(t *testing.T, a *Document, method, path, body string) error {
	t.Helper()
	u, err := url.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	return a.Request(method, u, []byte(body), false)
}

// flawsOf lists the flaws of an error, "path: message (code)".
func flawsOf(err error) []string {
	if err == nil {
		return nil
	}
	return strings.Split(InFull(err), "\n")[1:]
}

func TestRequestsAreHeldToTheDocument(t *testing.T) {
	a := readFake(t)
	const required = "This field is required (BASE_TYPE_REQUIRED)"
	for name, c := range map[string]struct {
		method, path, body string
		want               []string
	}{
		"good":             {"PATCH", "/things/1", `{"name":"ring","parts":[{"type":1,"radius":2}]}`, nil},
		"unknown route":    {"PATCH", "/nothings/1", `{"name":1}`, nil},
		"unknown method":   {"POST", "/things/1", `{"name":1}`, nil},
		"unknown field":    {"PATCH", "/things/1", `{"size":1}`, nil},
		"no body needed":   {"DELETE", "/things/1", "", nil},
		"a body too much":  {"DELETE", "/things/1", "x", nil},
		"no body given":    {"PATCH", "/things/1", "", []string{": " + required}},
		"optional body":    {"PUT", "/things/1", "", nil},
		"referenced body":  {"PUT", "/things/1", `{"name":1}`, []string{"name: Got number, want null or string. (BASE_TYPE_BAD_TYPE)"}},
		"of another shape": {"PATCH", "/things/1", `[]`, []string{": Got array, want object. (BASE_TYPE_BAD_TYPE)"}},
		"two flaws": {"PATCH", "/things/1", `{"name":7,"marks":"x"}`,
			[]string{"marks: Got string, want array. (BASE_TYPE_BAD_TYPE)", "name: Got number, want null or string. (BASE_TYPE_BAD_TYPE)"}},
		"too short":      {"PATCH", "/things/1", `{"name":"a"}`, []string{"name: Must be 2 or more in length. (BASE_TYPE_MIN_LENGTH)"}},
		"too long":       {"PATCH", "/things/1", `{"name":"éééééé"}`, []string{"name: Must be 5 or fewer in length. (BASE_TYPE_MAX_LENGTH)"}},
		"too many":       {"PATCH", "/things/1", `{"marks":[1,2,3]}`, []string{"marks: Must be 2 or fewer in length. (BASE_TYPE_MAX_LENGTH)"}},
		"too great":      {"PATCH", "/things/1", `{"marks":[1,10]}`, []string{"marks.1: Value should be less than or equal to 9. (NUMBER_TYPE_MAX)"}},
		"twice the same": {"PATCH", "/things/1", `{"marks":[1,1]}`, []string{"marks: The set already contains this value (SET_TYPE_ALREADY_CONTAINS_VALUE)"}},
		"no link":        {"PATCH", "/things/1", `{"link":"no link"}`, []string{"link: Not a well formed URL. (URL_TYPE_INVALID_URL)"}},
		"no time":        {"PATCH", "/things/1", `{"made":"today"}`, []string{"made: Could not parse today. Should be ISO8601. (DATE_TIME_TYPE_PARSE)"}},
		"permissions":    {"PATCH", "/things/1", `{"default_member_permissions":"8"}`, nil},
		"path":           {"DELETE", "/things/x", "", []string{`thing_id: Value "x" is not snowflake. (NUMBER_TYPE_COERCE)`}},
		"fixed path":     {"GET", "/things/@me", "", nil},
		"query":          {"GET", "/things/1?limit=100&whole=true&other=x", "", nil},
		"limit":          {"GET", "/things/1?limit=101", "", []string{"limit: Value should be less than or equal to 100. (NUMBER_TYPE_MAX)"}},
		"limit is text":  {"GET", "/things/1?limit=all", "", []string{"limit: Got string, want integer. (BASE_TYPE_BAD_TYPE)"}},
		"whole":          {"GET", "/things/1?whole=some", "", []string{"whole: Got string, want boolean. (BASE_TYPE_BAD_TYPE)"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := flawsOf(held(t, a, c.method, c.path, c.body)); !slices.Equal(got, c.want) {
				t.Errorf("%s %s of %s: %q, want %q", c.method, c.path, c.body, got, c.want)
			}
		})
	}
	if err := held(t, a, "PATCH", "/things/1", `{} {}`); err != ErrBadJSON {
		t.Errorf("two values in one body: %v, want %v", err, ErrBadJSON)
	}
}

// The flaws of a union are those of the branch that was meant.
func TestUnions(t *testing.T) {
	a := readFake(t)
	for body, want := range map[string]string{
		`{"parts":[{"type":2,"side":1}]}`:                       "",
		`{"parts":[{"type":2,"side":"1"}]}`:                     "parts.0.side: Got string, want number. (BASE_TYPE_BAD_TYPE)",
		`{"parts":[{"type":1}]}`:                                "parts.0.radius: This field is required (BASE_TYPE_REQUIRED)",
		`{"parts":[{"type":2,"side":1,"inside":[{"type":1}]}]}`: "parts.0.inside.0.radius: This field is required (BASE_TYPE_REQUIRED)",
		`{"parts":[{"type":3}]}`:                                `parts.0: Value of field "type" must be one of (1, 2). (UNION_TYPE_CHOICES)`,
		`{"parts":[{"radius":3}]}`:                              "parts.0.type: This field is required (BASE_TYPE_REQUIRED)",
		`{"parts":[5]}`:                                         "parts.0: Got number, want object. (BASE_TYPE_BAD_TYPE)",
		`{"note":null}`:                                         "",
		`{"note":{"text":5}}`:                                   "note.text: Got number, want string. (BASE_TYPE_BAD_TYPE)",
		`{"note":5}`:                                            "note: Got number, want null or object. (BASE_TYPE_BAD_TYPE)",
		`{"colour":"green"}`:                                    "colour: Value must be one of (red, blue). (BASE_TYPE_CHOICES)",
		`{"plan":{}}`:                                           "plan.text: This field is required (BASE_TYPE_REQUIRED)",
		`{"plan":{"text":1}}`:                                   "plan.text: Got number, want string. (BASE_TYPE_BAD_TYPE)",
	} {
		if got := strings.Join(flawsOf(held(t, a, "PATCH", "/things/1", body)), "; "); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

func TestAnswersAreHeldToTheDocument(t *testing.T) {
	a := readFake(t)
	const faulty = `{"code":50035,"message":"x","errors":{"name":{"_errors":[{"code":"BASE_TYPE_REQUIRED","message":"x"}]}}}`
	for _, c := range []struct {
		method, path string
		status       int
		body, want   string
	}{
		{"GET", "/things/1", 200, `{"name":"ring"}`, ""},
		{"GET", "/things/1", 200, `{"name":"a"}`, "Must be 2 or more"},
		{"GET", "/things/@me", 200, `true`, ""},
		{"GET", "/things/@me", 200, `{}`, "want boolean"},
		{"GET", "/things/1", 404, `{"code":10003,"message":"Unknown"}`, ""},
		{"GET", "/things/1", 404, `{"message":"Unknown"}`, "code: This field is required"},
		{"GET", "/things/1", 400, faulty, ""},
		{"GET", "/things/1", 200, `nonsense`, "invalid JSON"},
		{"GET", "/things/1", 201, `{}`, "does not answer GET /things/1 with 201"},
		{"GET", "/things/1", 502, `<html>`, ""},
		{"DELETE", "/things/1", 204, "", ""},
		{"DELETE", "/things/1", 204, `{}`, "no body"},
		{"GET", "/nothings", 200, `{}`, ""},
	} {
		err := a.Answer(c.method, c.path, c.status, []byte(c.body))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(InFull(err), c.want) {
			t.Errorf("%d %s to %s %s: %v, want %q", c.status, c.body, c.method, c.path, err, c.want)
		}
	}
}

// Goroutines share the schemas that one of them compiles.
func TestManyHoldAtOnce(t *testing.T) {
	a := readFake(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				if err := held(t, a, http.MethodPatch, "/things/1?limit=1", `{"parts":[{"type":3}]}`); err == nil {
					t.Error("a wrong part passed")
				}
				if err := a.Answer("GET", "/things/1", 200, []byte(`{}`)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// Any body passes or is refused with its flaws.
func FuzzBodies(f *testing.F) {
	a, err := Open(fake)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		`{"name":"ring","parts":[{"type":1,"radius":2},{"type":2,"side":1,"inside":[{}]}]}`, `{"parts":[{"type":3},5,null,{"type":"1"}]}`,
		`{"plan":{"text":1},"colour":"green","marks":[1,1,1e99]}`, `null`, `[]`, `{`, `{"default_member_permissions":"8","note":{"_errors":1}}`,
	} {
		f.Add(seed)
	}
	u := &url.URL{Path: "/things/1"}
	f.Fuzz(func(t *testing.T, body string) {
		err := a.Request(http.MethodPatch, u, []byte(body), true)
		var flaws *Error
		if err != nil && !errors.As(err, &flaws) && err != ErrBadJSON {
			t.Errorf("%q: %v is no flaw of the form", body, err)
		}
	})
}

// A document that was read serves wherever the program goes then.
func TestADocumentServesInAnotherFolder(t *testing.T) {
	a := readFake(t)
	t.Chdir(t.TempDir())
	if err := held(t, a, "PATCH", "/things/1", `{"name":"ring"}`); err != nil {
		t.Error(err)
	}
	if flaws := flawsOf(held(t, a, "PATCH", "/things/1", `[]`)); len(flaws) != 1 || !strings.Contains(flaws[0], "want object") {
		t.Errorf("a wrong body has the flaws %q", flaws)
	}
}
