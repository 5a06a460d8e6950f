package rule

import (
	"cmp"
	_ "embed"
	"net/http"
	"slices"
	"strings"
	"sync"
)

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

// Operations returns the names of the operations of the document, sorted as [Operations] are.
func (d *Document) Operations() []string {
	var all []string
	for _, r := range d.routes {
		for method := range d.at(pointer("paths", r.path)) {
			if name := strings.ToUpper(method); slices.Contains(methods, name) {
				all = append(all, name+" "+r.path)
			}
		}
	}
	slices.SortFunc(all, func(x, y string) int {
		a, b := strings.Fields(x), strings.Fields(y)
		return cmp.Or(strings.Compare(a[1], b[1]), strings.Compare(a[0], b[0]))
	})
	return all
}

// methods are those of the operations of a path. A path has other fields too.
var methods = []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
