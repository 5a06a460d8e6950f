package commands_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
)

// The forms of what is stored are frozen. In testdata/samples each number of a form has a sample, as the program of its
// time wrote it: stores, packed, with a line of text for each match in them, and buttons. Records and proofs of all
// numbers lie with their games and in cmd/parlour/testdata/records. With -samples (make samples) a number that has no
// sample gets one, and so does a verb of a button. What is there is never written again.
var addSamples = flag.Bool("samples", false, "add samples of forms that have none to testdata/samples")

// inSamples returns the path of a file of the samples.
func inSamples(name string) string { return filepath.Join("testdata", "samples", name) }

// A store of each number opens with today's program. Every match in it leads to the position that it had, every record of
// a game verifies, the ratings come out the same, and all other records are read.
func TestSampleStores(t *testing.T) {
	t.Parallel()
	if *addSamples {
		addStores(t)
	}
	kinds := map[string]bool{}
	for _, sample := range append(glob(t, "bolt-*.zst"), glob(t, "postgres-*.zst")...) {
		t.Run(filepath.Base(sample), func(t *testing.T) {
			w := newTalk(t)
			store := openSample(t, sample)
			w.over(store)
			want, err := os.ReadFile(strings.TrimSuffix(sample, ".zst") + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			compare(t, sample, string(want), matchesIn(t, w.service.Env, store))
			if n, wrong, err := match.RebuildRatings(t.Context(), store, false); n == 0 || wrong != nil || err != nil {
				t.Errorf("of %d rated games %q, %v", n, wrong, err)
			}
			for r, err := range store.Records(t.Context()) {
				read := readers[r.Kind]
				if err != nil || read == nil {
					t.Fatalf("a record of the kind %q: %v", r.Kind, err)
				}
				if err := read(t.Context(), store, r.ID); err != nil {
					t.Error(err)
				}
				kinds[r.Kind] = true
			}
		})
	}
	for kind := range readers {
		if !kinds[kind] && kind != storage.Fleets.Name() { // which only a fleet has
			t.Errorf("no sample has a record of the kind %q: add it to play.txt before the next one is made", kind)
		}
	}
	for _, name := range []string{fmt.Sprintf("bolt-%d.zst", bolt.Schema()), fmt.Sprintf("postgres-%d.zst", postgres.Schema)} {
		if _, err := os.Stat(inSamples(name)); err != nil {
			t.Errorf("the form of today has no sample: make samples, and commit it: %v", err)
		}
	}
}

// glob lists the samples of a pattern.
func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(inSamples(pattern))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// readers read a record of each kind, by its name.
var readers = map[string]func(context.Context, storage.Store, string) error{}

func reads[T any](k storage.Kind[T]) {
	readers[k.Name()] = func(ctx context.Context, s storage.Store, id string) error {
		_, err := k.Get(ctx, s, id)
		return err
	}
}

func init() {
	reads(storage.People)
	reads(storage.Servers)
	reads(storage.Halls)
	reads(storage.Dailies)
	reads(storage.PuzzleDays)
	reads(storage.AllSeries)
	reads(storage.AllRatings)
	reads(storage.AllOpenings)
	reads(storage.AllDeeds)
	reads(storage.Uptimes)
	reads(storage.Fleets)
}

// openSample unpacks a sample of a store and opens it, a database only where there is a server.
func openSample(t *testing.T, sample string) storage.Movable {
	t.Helper()
	packed, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	d, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	text, err := d.DecodeAll(packed, nil)
	if err != nil {
		t.Fatal(err)
	}
	var store storage.Movable
	if strings.HasPrefix(filepath.Base(sample), "bolt") {
		path := filepath.Join(t.TempDir(), "store")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if found, err := bolt.Check(t.Context(), path); err != nil || found.Damaged != nil || found.Astray {
			t.Errorf("Check = %+v, %v", found, err)
		}
		store, err = bolt.Open(path)
	} else {
		server := pgtest.Shared(t)
		address := server.Fresh(t)
		server.Exec(t, address, string(text))
		if _, _, err := postgres.Migrate(t.Context(), address); err != nil {
			t.Fatal(err)
		}
		store, err = postgres.Open(t.Context(), address, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// matchesIn returns a line for each match of a store: how far it is, how it ended, and a hash of the position to which its
// log leads. It checks the record of each.
func matchesIn(t *testing.T, env *match.Env, store storage.Movable) string {
	t.Helper()
	var lines []string
	for stored, err := range store.Matches(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		m, err := env.Open(stored)
		if err != nil {
			t.Errorf("match %s: %v", stored.ID, err)
			continue
		}
		position := "none"
		if m.State != nil {
			text, err := m.State.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(text)
			position = fmt.Sprintf("%x", sum[:6])
			checkRecord(t, "match "+m.ID, recordOf(t, m), m.Phase == storage.Over)
			if *addSamples {
				addRecord(t, m)
			}
		}
		if r, over := resultOf(m); over && m.Phase == storage.Over && !slices.Equal(r.Places, m.Places) {
			t.Errorf("match %s ends with the places %v, and has %v", m.ID, r.Places, m.Places)
		}
		lines = append(lines, fmt.Sprintf("%s %s %s %s%s, %d plies, turn %d, places %v, position %s\n",
			m.ID, m.Setup.Game, m.Phase, m.Ended, lastOf(m.Log), m.Plies, m.Turn, m.Places, position))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// lastOf returns the last move of a log if the system made it.
func lastOf(log []storage.Entry) string {
	if len(log) > 0 && log[len(log)-1].Move.System() {
		return "by " + string(log[len(log)-1].Move)
	}
	return ""
}

func resultOf(m *match.Match) (r games.Result, over bool) {
	if m.State == nil {
		return r, false
	}
	return m.State.Result()
}

// recordOf returns a match's record as /record and Proof give it.
func recordOf(t *testing.T, m *match.Match) []byte {
	t.Helper()
	var told any = m.Revealed()
	if !m.Secretive() {
		r, err := m.Record()
		if err != nil {
			t.Fatal(err)
		}
		told = r
	}
	text, err := json.MarshalIndent(told, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// checkRecord checks that a record is read and verifies.
func checkRecord(t *testing.T, of string, text []byte, ended bool) {
	t.Helper()
	r, err := games.DecodeRecord(text)
	if err != nil {
		t.Errorf("the record of %s: %v", of, err)
	}
	for _, f := range games.Verify(all.Games(), r) {
		if !f.Holds && (ended || f.Text.Key != games.Unended) {
			t.Errorf("the record of %s: %s", of, f.Text.Key)
		}
	}
}

// Records that were given out, with the proofs of their deals, are read and verify: of games that ended by the rules, by time,
// by resigning and in a draw, and what is told in the middle.
func TestSampleRecords(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for _, file := range glob(t, "record-*.json") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		checkRecord(t, file, text, !strings.Contains(file, "playing"))
		form, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(file), "record-"), "-p")
		found[form] = true
	}
	if form := fmt.Sprint(games.RecordForm); !found[form] {
		t.Errorf("no sample has a record of the form %s: make samples, and commit it", form)
	}
}

// addRecord adds the record of a match with a proof or an end by the system, unless there is such a one.
func addRecord(t *testing.T, m *match.Match) {
	name := inSamples(fmt.Sprintf("record-%d-proof-%d-%s-%s%s.json", games.RecordForm, games.ProofVersion, m.Setup.Game, m.Phase, strings.ReplaceAll(lastOf(m.Log), "by ", "-")))
	if _, err := os.Stat(name); err == nil || m.State == nil || m.Phase == storage.Off || !m.Info.Chance && lastOf(m.Log) == "" {
		return
	}
	if err := os.WriteFile(name, recordOf(t, m), 0o644); err != nil {
		t.Fatal(err)
	}
}

// addStores adds samples of today's stores: the games of [playSample] in a file and, where there is a server, moved to a
// database.
func addStores(t *testing.T) {
	w := newTalk(t)
	if playSample(t, w); t.Failed() {
		return
	}
	store := w.store.(storage.Movable)
	lines := matchesIn(t, w.service.Env, store)
	name := fmt.Sprintf("postgres-%d", postgres.Schema)
	if _, err := os.Stat(inSamples(name + ".zst")); err != nil {
		server := pgtest.Shared(t)
		address := server.Migrated(t)
		to, err := postgres.Open(t.Context(), address, nil)
		if err == nil {
			_, err = storage.Move(t.Context(), store, to)
		}
		if err != nil {
			t.Fatal(err)
		}
		to.Close()
		address, schema, _ := strings.Cut(address, "&search_path=")
		dump, err := exec.Command("pg_dump", "--inserts", "--no-owner", "--no-privileges", "--schema", schema, address).CombinedOutput()
		if err != nil {
			t.Fatalf("pg_dump: %v: %s", err, dump)
		}
		var kept []string
		for line := range strings.Lines(string(dump)) {
			if !slices.ContainsFunc([]string{`\`, "--", "CREATE SCHEMA", "SELECT pg_catalog.set_config('search_path'"}, func(s string) bool { return strings.HasPrefix(line, s) }) {
				kept = append(kept, regexp.MustCompile(`\b`+schema+`\.`).ReplaceAllString(line, "")) // for a schema of any name
			}
		}
		addStore(t, name, []byte(strings.Join(kept, "")), lines)
	}
	w.store.Close()
	if _, _, err := bolt.Compact(t.Context(), w.path, w.Now(), false); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(w.path)
	if err != nil {
		t.Fatal(err)
	}
	addStore(t, fmt.Sprintf("bolt-%d", bolt.Schema()), file, lines)
}

// addStore adds a sample of a store, if there is none of its name.
func addStore(t *testing.T, name string, text []byte, lines string) {
	t.Helper()
	if _, err := os.Stat(inSamples(name + ".zst")); err == nil {
		return
	}
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(inSamples(name+".zst"), e.EncodeAll(text, nil), 0o644), os.WriteFile(inSamples(name+".txt"), []byte(lines), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// playSample plays a whole game of each kind and then the steps of play.txt.
func playSample(t *testing.T, w *talk) {
	w.with(func(c *commands.Config) { c.Random = rand.NewChaCha8([32]byte{1}) })
	for _, g := range all.Games() {
		w.steps(t, "ann /play opponent:ben rated:on game:"+g.Info().Name, "ben clicks Accept on last")
		for n := 0; ; n++ {
			own, err := w.store.OfPlayer(t.Context(), "ann", true, storage.All)
			if err != nil || len(own) == 0 || n == 500 {
				if n == 0 || n == 500 || err != nil {
					t.Fatalf("%s after %d moves: %v", g.Info().Name, n, err)
				}
				break
			}
			m, err := w.service.Env.Load(t.Context(), own[0].ID)
			if err != nil {
				t.Fatal(err)
			}
			owe := m.State.ToMove()
			legal := m.State.Legal(owe[0])
			w.Pass(time.Minute)
			w.steps(t, m.Players[owe[0]].ID+" plays "+string(legal[(n*7+3)%len(legal)]))
		}
		w.steps(t, "wake")
	}
	script, err := os.ReadFile(inSamples("play.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(script)) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") {
			w.out.Reset()
			err := w.step(t, line)
			t.Logf("%s\n%s", line, w.out.String()) // to see by whether it did what it should
			if err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
}

// Each button of a sample means what it meant: its match, turn, verb and steps. There is something that it does, and every verb has
// a sample.
func TestSampleButtons(t *testing.T) {
	t.Parallel()
	verbs := map[string]bool{}
	for _, file := range glob(t, "buttons-*.txt") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			id, want, _ := strings.Cut(strings.TrimSpace(line), " ")
			b, err := message.ParseButton(id)
			if got := meaning(b); err != nil || got != want {
				t.Errorf("%s: the button %s means %s, %v, want %s", file, id, got, err, want)
			}
			if !slices.Contains(commands.Verbs(), string(b.Verb)) {
				t.Errorf("%s: the button %s does nothing any more", file, id)
			}
			verbs[string(b.Verb)] = true
		}
	}
	for _, verb := range commands.Verbs() {
		if !verbs[verb] {
			t.Errorf("no sample has a button %q: make samples, and commit it", verb)
		}
	}
}

// meaning says what a button says.
func meaning(b message.Button) string {
	return fmt.Sprintf("match=%q turn=%d verb=%s steps=%q", b.Match, b.Turn, b.Verb, b.Steps)
}

// harvest keeps the shortest button of each verb and number of steps that a conversation shows, for -samples.
var harvest struct {
	sync.Mutex
	of map[string]string
}

// keepButtons keeps buttons of a message for [addButtons].
func keepButtons(m message.Message) {
	if !*addSamples {
		return
	}
	harvest.Lock()
	defer harvest.Unlock()
	if harvest.of == nil {
		harvest.of = map[string]string{}
	}
	for _, c := range m.Controls() {
		if b, err := message.ParseButton(c.ID); err == nil {
			key := fmt.Sprint(b.Verb, " ", len(b.Steps))
			if old, there := harvest.of[key]; !there || len(c.ID) < len(old) || len(c.ID) == len(old) && c.ID < old {
				harvest.of[key] = c.ID
			}
		}
	}
}

// addButtons adds the buttons that were kept, of verbs that have no sample.
func addButtons(t *testing.T) {
	name := inSamples("buttons-1.txt")
	old, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	text := string(old)
	for _, key := range slices.Sorted(maps.Keys(harvest.of)) {
		verb, _, _ := strings.Cut(key, " ")
		if b, err := message.ParseButton(harvest.of[key]); err == nil && slices.Contains(commands.Verbs(), verb) && !strings.Contains(string(old), " verb="+verb+" ") {
			text += harvest.of[key] + " " + meaning(b) + "\n"
		}
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What is stored has the fields that the samples' numbers stand for. A field more, one less or another type is another
// form: whoever changes one counts up the numbers of both stores, or those of records and proofs, and makes samples.
func TestFieldsAreThoseOfTheNumbers(t *testing.T) {
	t.Parallel()
	numbers := fmt.Sprintf("bolt %d, postgres %d, record %d, proof %d\n", bolt.Schema(), postgres.Schema, games.RecordForm, games.ProofVersion)
	var fields []string
	for name, v := range map[string]any{
		"match": storage.Head{}, "entry": storage.Entry{}, "counter": storage.Counter{}, "tally": storage.Tally{}, "record": games.Record{}, "revealed": games.Revealed{},
		"person": storage.Person{}, "server": storage.Server{}, "hall": storage.Hall{}, "daily": storage.Daily{}, "puzzle": storage.PuzzleDay{},
		"series": storage.Series{}, "ratings": storage.Ratings{}, "openings": storage.Openings{}, "deeds": storage.Deeds{}, "uptime": storage.Uptime{}, "fleet": storage.Fleet{},
	} {
		fields = append(fields, fieldsOf(name, reflect.TypeOf(v))...)
	}
	slices.Sort(fields)
	got := numbers + strings.Join(fields, "\n") + "\n"
	file := inSamples("fields.txt")
	old, err := os.ReadFile(file)
	if err == nil && strings.HasPrefix(string(old), numbers) || !*addSamples {
		compare(t, file, string(old), got)
		return
	}
	if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
		t.Fatal(err)
	}
}

// fieldsOf lists the fields of a type as JSON has them, each with its type.
func fieldsOf(at string, of reflect.Type) (all []string) {
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		if of.Elem().Kind() == reflect.Uint8 {
			break
		}
		if of.Kind() == reflect.Pointer {
			return fieldsOf(at, of.Elem())
		}
		return fieldsOf(at+"[]", of.Elem())
	case reflect.Map:
		return fieldsOf(at+"{}", of.Elem())
	case reflect.Struct:
		if of == reflect.TypeFor[time.Time]() || of == reflect.TypeFor[games.Text]() {
			break
		}
		for i := range of.NumField() {
			f := of.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch {
			case name == "-" || !f.IsExported() && !f.Anonymous:
			case f.Anonymous && name == "":
				all = append(all, fieldsOf(at, f.Type)...)
			default:
				if name == "" {
					name = f.Name
				}
				all = append(all, fieldsOf(at+"."+name, f.Type)...)
			}
		}
		return all
	}
	return []string{at + " " + of.String()}
}
