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

// rooms says, for each room, which of the project's packages it may import.
// "games/*" stands for every game, and "games/*/*" for its rooms, which no other game may import.
// Tests may import anything but Discord's library.
var rooms = map[string][]string{
	"games":                    {},
	"games/search":             {},
	"games/search/odds":        {"games"},
	"games/search/levels":      {"games", "games/search", "games/search/odds"},
	"games/board":              {"games"},
	"games/*":                  {"games", "games/board", "games/search", "games/search/odds", "games/search/levels", "games/*/*"},
	"games/*/*":                {"games", "games/board", "games/search", "games/search/odds", "games/search/levels", "games/*/*"},
	"games/gametest":           {"games", "games/*", "games/gametest/golden", "games/gametest/catalogue", "games/gametest/stroll"},
	"games/gametest/stroll":    {"games"},
	"games/gametest/catalogue": {"games"},
	"games/gametest/golden":    {"games"},
	"games/all":                {"games", "games/*"},
	"storage":                  {"games"},
	"storage/fleet":            {"storage"},
	"storage/bolt":             {"storage/bolt/layout", "storage/bolt/pages", "storage/bolt/sweep", "storage", "games"},
	"storage/bolt/layout":      {"storage"},
	"storage/bolt/pages":       {},
	"storage/bolt/sweep":       {"storage/bolt/layout", "storage/bolt/pages", "storage"},
	"storage/storetest":        {"storage", "games"},
	"storage/storetest/either": {"storage/bolt", "storage/postgres", "storage/postgres/pgtest", "storage"},
	"storage/postgres":         {"storage"},
	"storage/postgres/pgtest":  {},
	"imaging":                  {"imaging/canvas", "imaging/stones", "games/board", "imaging/columns", "games", "games/*", "games/*/*"},
	"imaging/columns":          {"imaging/canvas", "games/*"},
	"imaging/canvas":           {"games"},
	"imaging/stones":           {"imaging/canvas", "games", "games/board"},
	"commands/clock":           {"storage", "games"},
	"commands/locale":          {"games"},
	"commands/match":           {"commands/match/number", "commands/match/shard", "commands/match/stand", "commands/clock", "storage", "storage/fleet", "games"},
	"commands/match/number":    {"storage"},
	"commands/match/shard":     {"commands/clock", "storage"},
	"commands/match/stand":     {"storage", "games"},
	"commands/match/due":       {"commands/match", "storage", "games"},
	"commands/match/fair":      {"commands/match", "storage", "games"},
	"commands/match/terms":     {"commands/match"},
	"commands/match/news":      {"commands/match", "games"},
	"commands/match/which":     {"commands/match", "storage", "games"},
	"commands/match/ending":    {"commands/match", "storage", "games"},
	"commands/match/outage":    {"commands/match", "commands/match/shard", "storage"},
	"commands/match/guest":     {"commands/match", "storage", "games"},
	"commands/match/lobby":     {"commands/match/terms", "commands/match", "commands/match/fair", "commands/match/number", "storage", "games"},
	"commands/message": {"commands/match/ending", "commands/match/terms", "commands/match/news", "commands/message/button", "commands/message/layout", "commands/match", "commands/match/fair", "commands/match/guest", "commands/match/refused", "commands/clock", "commands/locale",
		"storage", "games"},
	"commands/message/button":   {"commands/match", "games"},
	"commands/message/layout":   {"games"},
	"commands/message/insight":  {"commands/message/button", "commands/message", "commands/match", "commands/match/fair", "commands/locale", "storage", "games"},
	"commands/message/personal": {"commands/message/button", "commands/message", "commands/message/layout", "commands/match", "commands/match/refused", "commands/clock", "commands/locale", "storage", "games"},
	"commands/message/typing":   {"commands/match/terms", "commands/message/button", "commands/message", "commands/match", "commands/clock", "commands/locale", "storage", "games"},
	"commands/publish/ask":      {"storage"},
	"commands/publish/budget":   {"storage"},
	"commands/publish/agenda":   {"commands/match", "commands/match/shard", "commands/clock", "storage", "games"},
	"commands/publish/past":     {"commands/match", "storage"},
	"commands/publish": {"commands/publish/agenda", "commands/publish/ask", "commands/publish/budget", "commands/publish/past", "commands/message/button", "commands/message", "commands/message/personal", "commands/match", "commands/match/due", "commands/match/fair", "commands/match/outage", "commands/match/guest", "commands/match/which",
		"commands/match/lobby", "commands/match/privacy", "commands/clock", "storage", "games"},
	"commands/think":       {"commands/match", "commands/match/due", "games"},
	"commands/interaction": {"commands/message", "commands/match", "storage"},
	"commands/host": {"commands/message/button", "commands/interaction", "commands/publish", "commands/think", "commands/message", "commands/message/insight",
		"commands/message/personal", "commands/message/typing", "commands/match", "commands/match/guest", "commands/match/lobby", "commands/match/refused", "commands/match/which", "storage", "games"},
	"commands/opening": {"commands/match/terms", "commands/host", "commands/message/button", "commands/interaction", "commands/message", "commands/message/personal", "commands/message/typing",
		"commands/match", "commands/match/guest", "commands/match/lobby", "commands/match/which", "commands/clock", "storage", "games"},
	"commands/turn": {"commands/host", "commands/message/button", "commands/interaction", "commands/message", "commands/message/insight", "commands/message/typing",
		"commands/match", "commands/match/guest", "commands/match/which", "storage", "games"},
	"commands/look": {"commands/host", "commands/turn", "commands/message/button", "commands/interaction", "commands/think", "commands/message", "commands/message/insight",
		"commands/message/personal", "commands/match", "commands/match/fair", "commands/match/refused", "commands/match/which", "commands/locale", "storage", "games"},
	"commands/own": {"commands/host", "commands/interaction", "commands/message", "commands/message/personal", "commands/message/typing", "commands/match", "commands/match/privacy",
		"commands/clock", "storage", "games"},
	"commands/steward": {"commands/publish", "commands/publish/budget", "commands/host", "commands/opening", "commands/message/button", "commands/interaction", "commands/message", "commands/match", "commands/match/ending",
		"commands/match/terms", "commands/clock", "storage", "games"},
	"commands": {"commands/steward", "commands/host", "commands/opening", "commands/turn", "commands/look", "commands/own", "commands/message/button", "commands/interaction",
		"commands/publish", "commands/publish/budget", "commands/think", "commands/message", "commands/match", "commands/match/lobby", "commands/match/refused", "commands/match/shard", "commands/match/which", "commands/locale", "storage", "storage/fleet", "games"},
	"bot/tokens":   {"commands/match"},
	"bot/arrival":  {"commands/interaction"},
	"bot/age":      {},
	"bot/standing": {"bot/rest", "commands/interaction"},
	"bot/list":     {"commands/interaction"},
	"bot/self":     {"bot/rest"},
	"bot": {"bot/self", "bot/standing", "commands/message/button", "bot/age", "bot/list", "storage/fleet", "bot/arrival", "bot/tokens", "bot/lanes", "bot/gateway", "bot/rest", "bot/shards", "bot/web", "commands", "commands/interaction", "commands/publish", "commands/message", "commands/match", "commands/match/shard", "imaging",
		"games", "storage"},
	"bot/gateway":                  {"bot/bound"},
	"bot/shards":                   {"bot/gateway", "commands/match/shard"},
	"bot/web":                      {"bot/bound"},
	"bot/probe":                    {"bot/gateway", "bot/rest"},
	"bot/rest":                     {"bot/bound"},
	"bot/bound":                    {},
	"bot/lanes":                    {},
	"bot/sandbox":                  {"bot/sandbox/discord", "bot/sandbox/fault", "bot/sandbox/rule", "bot/sandbox/world"},
	"bot/sandbox/discord":          {"bot/sandbox/fault", "bot/sandbox/rule", "bot/sandbox/world"},
	"bot/sandbox/fault":            {"bot/sandbox/rule", "bot/sandbox/world"},
	"bot/sandbox/world":            {"bot/sandbox/rule"},
	"bot/sandbox/control":          {"bot/sandbox", "bot/sandbox/world"},
	"bot/sandbox/testdata/arikawa": {}, // a module of its own: a bot on another library
	"bot/sandbox/rule":             {},
	"cmd/chances":                  {"games", "games/all", "games/search/odds"},
	"cmd/scale":                    {},
	"cmd/parlour/engine":           {"commands/locale", "games"},
	"cmd/parlour/arena":            {"commands/locale", "games"},
	"cmd/parlour/licenses":         {},
	"cmd/parlour/notify":           {},
	"cmd/parlour/settings":         {},
	"cmd/parlour/setup":            {"bot/rest", "bot/self", "cmd/parlour/settings", "packaging"},
	"cmd/parlour/setup/ptytest":    {},
	"cmd/parlour": {"cmd/parlour/arena", "cmd/parlour/engine", "cmd/parlour/licenses", "cmd/parlour/notify", "cmd/parlour/settings", "cmd/parlour/setup", "bot", "bot/web", "bot/shards", "bot/probe", "bot/sandbox", "bot/sandbox/control", "bot/sandbox/world", "commands", "commands/locale", "games", "games/*", "games/all", "games/search",
		"imaging", "storage", "storage/bolt", "storage/postgres"},
	"packaging": {},

	"commands/match/privacy": {"commands/match", "commands/match/lobby", "storage", "games"},
	"commands/match/refused": {"commands/match", "storage"},

	"commands/locale/localetest": {"commands/locale", "games"},

	"games/search/levels/levelstest": {"games", "games/search", "games/search/levels", "games/search/odds"},
}

// homes lists, for each library, the only rooms that may name it, in tests too.
var homes = map[string][]string{
	"github.com/bwmarrin/discordgo": {"bot", "bot/arrival", "bot/gateway", "bot/list", "bot/rest", "bot/self", "bot/web"},
	"github.com/gorilla/websocket":  {"bot/gateway", "bot/probe", "bot/sandbox", "bot/sandbox/discord", "bot/sandbox/fault", "bot"}, // in bot only its tests
	"go.etcd.io/bbolt":              {"storage/bolt"},
	"github.com/jackc/pgx":          {"storage/postgres", "storage/postgres/pgtest"},
	"github.com/pressly/goose":      {"storage/postgres"},
	"github.com/fogleman/gg":        {"imaging/canvas"},
	"github.com/santhosh-tekuri":    {"bot/sandbox/rule"},
	"github.com/BurntSushi/toml":    {"cmd/parlour/settings"},
	"github.com/chromedp":           {"bot"},
	"golang.org/x/sys":              {"cmd/parlour/setup"},
	"golang.org/x/term":             {"cmd/parlour/setup"},
	"github.com/prometheus":         {"bot"},
}

// roomOf returns the name under which a package stands in rooms.
func roomOf(pkg string) string {
	_, named := rooms[pkg]
	switch {
	case named:
		return pkg
	case path.Dir(pkg) == "games":
		return "games/*"
	case path.Dir(path.Dir(pkg)) == "games":
		return "games/*/*"
	}
	return pkg
}

// eachFile calls a function with every file of Go in a room: its name, its package and what it imports.
func eachFile(t *testing.T, f func(file, pkg string, imports []string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || path.Dir(file) == "." {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		var imports []string
		for _, i := range parsed.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			imports = append(imports, name)
		}
		f(file, path.Dir(filepath.ToSlash(file)), imports)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	eachFile(t, func(file, pkg string, imports []string) {
		seen[roomOf(pkg)] = true
		allowed, ok := rooms[roomOf(pkg)]
		if !ok {
			t.Errorf("%s: there is no room %s", file, pkg)
			return
		}
		for _, name := range imports {
			checkImport(t, file, pkg, name, allowed)
		}
	})
	if !seen["games/*"] || !seen["bot"] {
		t.Error("the walk has not seen the rooms")
	}
}

func checkImport(t *testing.T, file, pkg, name string, allowed []string) {
	for library, only := range homes {
		if strings.HasPrefix(name, library) && !slices.Contains(only, pkg) {
			t.Errorf("%s imports %s, which only %s may", file, name, strings.Join(only, ", "))
		}
	}
	own, ours := strings.CutPrefix(name, "parlour/")
	if !ours || strings.HasSuffix(file, "_test.go") {
		return
	}
	if home := path.Dir(own); roomOf(own) == "games/*/*" && strings.HasPrefix(pkg, "games/") && home != pkg && home != path.Dir(pkg) {
		t.Errorf("%s imports %s, a room of another game", file, name)
	}
	if !slices.Contains(allowed, roomOf(own)) {
		t.Errorf("%s imports %s, which %s may not", file, name, pkg)
	}
}
