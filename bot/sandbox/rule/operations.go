package rule

import (
	_ "embed"
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
