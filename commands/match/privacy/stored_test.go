package privacy

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
)

// kinds are the kinds of records, by the names of their variables in package storage.
var kinds = map[string]reflect.Type{
	"AllDeeds":    reflect.TypeFor[storage.Deeds](),
	"AllRatings":  reflect.TypeFor[storage.Ratings](),
	"AllSeries":   reflect.TypeFor[storage.Series](),
	"Halls":       reflect.TypeFor[storage.Hall](),
	"AllOpenings": reflect.TypeFor[storage.Openings](),
	"Dailies":     reflect.TypeFor[storage.Daily](),
	"PuzzleDays":  reflect.TypeFor[storage.PuzzleDay](),
	"Fleets":      reflect.TypeFor[storage.Fleet](),
	"People":      reflect.TypeFor[storage.Person](),
	"Servers":     reflect.TypeFor[storage.Server](),
	"Uptimes":     reflect.TypeFor[storage.Uptime](),
}

// stored are all types of what a store keeps.
func stored() []reflect.Type {
	all := []reflect.Type{reflect.TypeFor[storage.Head](), reflect.TypeFor[storage.Entry]()}
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		all = append(all, kinds[name])
	}
	return all
}

// The list has every kind of record that package storage defines.
func TestEveryKindIsWalked(t *testing.T) {
	files, err := filepath.Glob("../../../storage/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	var found []string
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			if made, ok := spec.Values[0].(*ast.CompositeLit); ok {
				if of, ok := made.Type.(*ast.IndexExpr); ok && fmt.Sprint(of.X) == "Kind" {
					found = append(found, spec.Names[0].Name)
				}
			}
			return true
		})
	}
	slices.Sort(found)
	if want := slices.Sorted(maps.Keys(kinds)); !slices.Equal(found, want) {
		t.Errorf("the kinds of records are %q, and this test walks %q", found, want)
	}
}

// namesNobody are the stored texts that name no person, with what they are. Every other text must go when
// a person is forgotten.
var namesNobody = listed(`
	made of the number of a click: Head.ID
	a process: Head.Owner Server.Month.Owner Head.Lobby.Thought.Owner Fleet.Members.ID
	one of four words: Head.Lobby.Phase Head.Publication.Named Head.Publication.Asks.About Head.Publication.Asks.Answer
	one of four words: Head.Publication.Answered.About Head.Publication.Answered.Answer
	a game: Head.Lobby.Setup.Game Server.Without Ratings.All.Pool.Game
	options of a game: Head.Lobby.Setup.Options
	a position: Head.Lobby.Setup.Deal
	of an opponent: Head.Lobby.NextLevel Head.Lobby.Players.Level Head.Lobby.Invited.Level
	one of three words: Head.Lobby.First
	a reason: Head.Lobby.Ended Head.Lobby.Rated.Not
	a letter a seat: Head.Lobby.Outcome
	a match: Server.Called.Match Head.Lobby.Next Openings.Opened.Match Series.Newest
	a match: Hall.Drawn.Match Hall.Results
	a hash: Hall.Shown Hall.Drawn.Names
	a place and a process: Hall.Guild Hall.Owner Hall.Channel Hall.Lang Hall.Message Hall.Old.Channel Hall.Old.Message
	a move: Head.Lobby.Plan.Lines.If Head.Lobby.Plan.Lines.Then Head.Lobby.Tips.Move Entry.Ply.Move
	a palette: Head.Place.Palette
	a language: Head.Place.Lang Server.Lang Server.Month.Lang
	a server: Head.Place.Guild Server.ID Ratings.All.Pool.Guild
	a role of a server: Head.Publication.Asks.Role Head.Publication.Answered.Role Server.Role Server.Called.Role
	a time zone of a server: Server.Zone
	a channel: Head.Place.Channel Head.Place.Home Head.Publication.Live.Channel Head.Publication.Old.Channel
	a channel: Head.Publication.Lines.Board.Channel Head.Publication.Asks.Channel Head.Publication.Answered.Channel
	a channel: Head.Place.Above Head.Place.Postings.Channel Server.Channels Server.Results
	what was posted: Head.Place.Postings.Kind
	a message: Head.Place.Table Head.Place.Message Head.Publication.Live.Message Head.Publication.Old.Message
	a message: Head.Publication.Lines.Board.Message Head.Publication.Asks.Message Head.Publication.Answered.Message
	a code: Head.Place.Deal
	a sentence: Head.Publication.News.Key
	the number of a click: Entry.RequestID PuzzleDay.Counted.Request
	a server, a process, a place and a language: Daily.Guild Daily.Owner Daily.Channel Daily.Lang
	a night, or a sum over the commands: Fleet.Done
	a word, and a keyed hash of an id: Deeds.Done.What Deeds.Done.Of
`)

// ofOthers are the texts in the record of one person that may name another, with why they stay. The
// record of a forgotten person goes as a whole.
var ofOthers = listed(`
	a level of Parlour: Person.Levels
	the number of a click: Person.Puzzles.Counting.Request
	a reminder that is about to be sent, and goes with that: Person.Outbox.Content
	a match: Person.Notes.Match
	what its writer alone sees, for 30 days after the end at most: Person.Notes.Text
	a block that holds when its person comes back: Person.Blocked.ID
	by which it can be taken back: Person.Blocked.Name
`)

// listed reads a list of texts, each with what they are before it.
func listed(list string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(list)) {
		what, paths, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for path := range strings.FieldsSeq(paths) {
			all[path] = what
		}
	}
	return all
}

// A leaf is a text in what is stored.
type leaf struct {
	path string
	set  func(text string)
}

// leaves fills a value and returns all texts in it.
func leaves(path string, v reflect.Value) []leaf {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)))
		return nil
	}
	if v.Type() == reflect.TypeFor[games.Text]() {
		key := v.FieldByName("Key")
		value := func(text string) { v.Set(reflect.ValueOf(games.Say(key.String(), "x", text))) }
		value("y")
		return []leaf{{path + ".Key", key.SetString}, {path + ".Args", value}}
	}
	switch v.Kind() {
	case reflect.String:
		return []leaf{{path, v.SetString}}
	case reflect.Struct:
		var all []leaf
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") == "-" {
				continue // which is not stored
			}
			all = append(all, leaves(path+"."+v.Type().Field(i).Name, v.Field(i))...)
		}
		return all
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return leaves(path, v.Elem())
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte(`{}`))
			return []leaf{{path, func(text string) { v.SetBytes([]byte(`"` + text + `"`)) }}}
		}
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		return leaves(path, v.Index(0))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		if v.Type().Elem().Kind() == reflect.Int { // by the name of a game
			v.SetMapIndex(reflect.ValueOf("x"), reflect.ValueOf(1))
			return nil
		}
		set := func(text string) {
			v.SetMapIndex(reflect.ValueOf("x"), reflect.ValueOf(text).Convert(v.Type().Elem()))
		}
		set("y")
		return []leaf{{path, set}}
	case reflect.Array:
		v.Index(0).SetUint(1)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint64:
		v.SetUint(1)
	case reflect.Int, reflect.Int64, reflect.Int8:
		v.SetInt(1)
	case reflect.Float64:
		v.SetFloat(1)
	default:
		panic(fmt.Sprintf("%s is a %v", path, v.Type()))
	}
	return nil
}

// Her id, her name and her word are not in any other text that is stored.
const (
	herID, herName, herWord = "100000000000000001", "Ann Example", "marzipan"
)

var former = storage.Player{ID: storage.Former("0f"), Name: "a former player"}

// wellFormed returns a head in which nothing is zero, with her and Ben in seats, and its texts.
func wellFormed(phase storage.Phase) (*storage.Head, []leaf) {
	h := &storage.Head{}
	all := leaves("Head", reflect.ValueOf(h).Elem())
	for _, l := range all {
		if l.path != "Head.Lobby.Setup.Deal" {
			l.set("a text")
		}
	}
	h.Phase, h.Order = phase, []games.Seat{0}
	return h, all
}

// Each stored text that may name a person is gone once they are forgotten. A new field that names one
// fails here until [erase] knows it.
func TestNothingThatNamesAPersonStays(t *testing.T) {
	used := map[string]bool{}
	for _, typ := range stored() {
		v := reflect.New(typ).Elem()
		for i, l := range leaves(typ.Name(), v) {
			if _, ok := namesNobody[l.path]; ok {
				used[l.path] = true
				continue
			}
			if typ == kinds["People"] {
				continue // the whole record goes
			}
			if typ != reflect.TypeFor[storage.Head]() || !goes(i) {
				t.Errorf("%s still names a person who was forgotten", l.path)
			}
		}
	}
	for path := range namesNobody {
		if !used[path] {
			t.Errorf("%s is no text that is stored", path)
		}
	}
}

// goes reports whether the id, the name or the word of a person goes from one text of a head.
func goes(i int) bool {
	for _, text := range []string{herID, herName, herWord} {
		h, all := wellFormed(storage.Over)
		all[i].set(text)
		if strings.HasPrefix(all[i].path, "Head.Lobby.Players") || strings.HasPrefix(all[i].path, "Head.Lobby.Invited") {
			h.Players[0].ID, h.Invited.ID = herID, herID
		}
		if strings.HasPrefix(all[i].path, "Head.Lobby.Invitations") {
			h.Invitations[0].ID = herID
		}
		if strings.HasPrefix(all[i].path, "Head.Publication.Asked") {
			h.Asked[0].Player = herID
		}
		if all[i].path == "Head.Lobby.Series" {
			all[i].set(strconv.Quote(text))
		}
		if strings.HasPrefix(all[i].path, "Head.Lobby.Shares") || strings.HasPrefix(all[i].path, "Head.Lobby.Words") {
			h.Players[0] = storage.Player{ID: herID, Name: herName, Word: herWord}
		}
		before, _ := json.Marshal(h)
		erase(h, herID, herName, former)
		after, err := json.Marshal(h)
		if err == nil && strings.Contains(string(before), text) && !strings.Contains(string(after), text) {
			return true
		}
	}
	return false
}

// What may name others in the record of a person is listed.
func TestWhatNamesOthersInTheRecordOfAPerson(t *testing.T) {
	own := strings.Fields(`ID Owner Lang Palette Direct Zone Met Reminded.Match Ended Sent.Channel Sent.Message Sent.For.Match Outbox.Nonce
		Outbox.Channel Outbox.Reminded.Match Outbox.Ended Challenges Pace Leaving.Secret Leaving.Name`)
	for _, l := range leaves("Person", reflect.New(kinds["People"]).Elem()) {
		if _, ok := ofOthers[l.path]; !ok && !slices.Contains(own, strings.TrimPrefix(l.path, "Person.")) {
			t.Errorf("%s may name another person: say what becomes of it when that one is forgotten", l.path)
		}
	}
}

// keysOf returns the names of all fields of a JSON value, however deep.
func keysOf(t *testing.T, text []byte) map[string]bool {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	keys := map[string]bool{}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, below := range v {
				keys[key] = true
				walk(below)
			}
		case []any:
			for _, below := range v {
				walk(below)
			}
		}
	}
	walk(v)
	return keys
}

// fieldsOf returns the names of all fields of a type as it is stored.
func fieldsOf(t *testing.T, typ reflect.Type) map[string]bool {
	t.Helper()
	v := reflect.New(typ)
	for _, l := range leaves(typ.Name(), v.Elem()) {
		if !strings.HasSuffix(l.path, ".Deal") {
			l.set("a text")
		}
	}
	text, err := json.Marshal(v.Interface())
	if err != nil {
		t.Fatal(err)
	}
	keys := keysOf(t, text)
	delete(keys, "x") // of a map
	return keys
}

// withheld are the fields of a match that nobody is ever given. Nobody is given the secret ones while it
// goes on.
var (
	withheld = []string{"chance"}
	secret   = []string{"chance", "secret", "seed", "deal", "shares", "salt_hash", "hash", "salt", "thought", "playouts"}
)

// All that is stored of a match and of a person is exported, but for what nobody is told.
func TestEverythingIsExported(t *testing.T) {
	h, _ := wellFormed(storage.Over)
	h.Players[0].ID, h.Plan.Player, h.Asked[0].Player = herID, herID, herID
	var e storage.Entry
	for _, l := range leaves("Entry", reflect.ValueOf(&e).Elem()) {
		l.set("a text")
	}
	e.Seat = 0
	text, err := json.Marshal(given(storage.Match{Head: *h, Log: []storage.Entry{e}}, herID, true, false))
	if err != nil {
		t.Fatal(err)
	}
	got := keysOf(t, text)
	for _, typ := range stored()[:2] {
		for key := range fieldsOf(t, typ) {
			if got[key] == slices.Contains(withheld, key) {
				t.Errorf("%s is exported: %v", key, got[key])
			}
		}
	}
	h.Phase = storage.Playing
	if text, err = json.Marshal(given(storage.Match{Head: *h, Log: []storage.Entry{e}}, herID, true, true)); err != nil {
		t.Fatal(err)
	}
	live := keysOf(t, text)
	for key := range got {
		isPlace := key == "deal" // of a rematch, the code that all saw, has the same name
		if live[key] == slices.Contains(secret, key) && !isPlace {
			t.Errorf("while the game goes on %s is exported: %v", key, live[key])
		}
	}
}

// The page names every field that is stored.
func TestThePageNamesEveryField(t *testing.T) {
	page, err := os.ReadFile("../../../docs/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range stored() {
		for key := range fieldsOf(t, typ) {
			if !strings.Contains(string(page), "`"+key+"`") {
				t.Errorf("docs/privacy.md does not say what %s of a %s is", key, typ.Name())
			}
		}
	}
}
