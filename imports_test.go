package parlour

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers are the rooms from the top down, each with all beneath it that has no line of its own. A room imports
// none of a layer above its own, and none that lies beside it.
var layers = [][]string{
	{"cmd"},
	{"bot/bottest"},
	{"bot", "bot/sandbox"},
	{"commands"},
	{"commands/publish", "commands/think"},
	{"commands/message"},
	{"commands/match", "commands/locale", "imaging"},
	{"commands/clock"},
	{"storage"},
	{"games", "games/all"},
}

// only lists, for each library, the rooms that may name it, in tests too.
var only = map[string][]string{
	"github.com/bwmarrin/discordgo": {"bot", "bot/gateway", "bot/rest", "bot/web"},
	"github.com/gorilla/websocket":  {"bot", "cmd/parlour"},
	"go.etcd.io/bbolt":              {"storage/bolt"},
	"github.com/jackc/pgx":          {"storage/postgres"},
	"github.com/pressly/goose":      {"storage/postgres"},
	"github.com/fogleman/gg":        {"imaging/canvas"},
	"github.com/chromedp":           {"bot"},
	"github.com/prometheus":         {"bot"},
	"golang.org/x/term":             {"cmd/parlour/setup"},
}

// under reports whether a package is a room or beneath it.
func under(pkg, room string) bool { return pkg == room || strings.HasPrefix(pkg, room+"/") }

// layerOf returns the layer of a package, 0 at the top, and the room of that layer in which it lies.
func layerOf(pkg string) (layer int, room string) {
	layer = -1
	for i, rooms := range layers {
		for _, r := range rooms {
			if under(pkg, r) && len(r) > len(room) {
				layer, room = i, r
			}
		}
	}
	return layer, room
}

// isGame reports whether a package is that of a single game.
func isGame(pkg string) bool {
	return path.Dir(pkg) == "games" && !slices.Contains([]string{"all", "board", "gametest", "puzzles", "search"}, path.Base(pkg))
}

// isKit reports whether a package is a kit for tests.
func isKit(pkg string) bool { return strings.HasSuffix(pkg, "test") || pkg == "commands/world" }

// TestImports holds the layers. Tests may import what they like of the project's.
func TestImports(t *testing.T) {
	err := filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || path.Dir(file) == "." {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(file))
		for _, i := range parsed.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			for library, rooms := range only {
				if strings.HasPrefix(name, library) && !slices.ContainsFunc(rooms, func(r string) bool { return under(pkg, r) }) {
					t.Errorf("%s imports %s, which only %s may", file, name, strings.Join(rooms, ", "))
				}
			}
			own, ours := strings.CutPrefix(name, "parlour/")
			if why := forbidden(pkg, own); ours && why != "" && !strings.HasSuffix(file, "_test.go") {
				t.Errorf("%s imports %s: %s", file, own, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// forbidden says why a package may not import another one, or nothing if it may.
func forbidden(pkg, imported string) string {
	from, room := layerOf(pkg)
	to, other := layerOf(imported)
	switch {
	case isKit(imported) && !isKit(pkg) && !isKit(room):
		return "a kit of tests is for tests alone"
	case from < 0 || to < 0:
		return "one of them is in no layer"
	case to < from && !isKit(pkg):
		return room + " lies below " + other
	case to == from && room != other && room != "cmd" && room != "games/all":
		return room + " and " + other + " lie side by side"
	case under(pkg, "bot/sandbox") && !under(imported, "bot/sandbox"):
		return "the sandbox imports nothing of the project's but its own"
	case under(pkg, "imaging") && !under(imported, "imaging") && !under(imported, "games"):
		return "a picture needs a View and nothing else"
	case isGame(pkg) && isGame(imported) && imported != pkg:
		return "no game knows another"
	}
	return ""
}
