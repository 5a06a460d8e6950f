package imaging_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/imaging"
)

// A field is one of a Drawing or its View, or an element of one.
type field struct {
	path string
	at   reflect.Value
}

// A told is what is known of a field over all scenes of a game.
type told struct {
	path    string
	of      int    // how many scenes have it
	first   string // the first scene in which a change is seen, and where
	refused bool   // whether some value of it gives no picture
}

// TestFieldsTell changes each field of the Drawing of each scene by itself, and compares with testdata/fields.txt in
// which scene that is seen first, and where on the picture: in which of 16 columns and rows. No value breaks a picture,
// alone or with others; some give none.
func TestFieldsTell(t *testing.T) {
	const file = "testdata/fields.txt"
	var out strings.Builder
	for _, g := range all.Games() {
		fmt.Fprintf(&out, "%s\n", g.Info().Name)
		last := "" // a scene is named where it is not that of the line before
		for _, f := range fieldsOf(t, g) {
			if f.first != "" {
				scene, _, _ := strings.Cut(f.first, " ")
				fmt.Fprintf(&out, "%s %s\n", f.path, strings.TrimPrefix(f.first, last+" "))
				last = scene
			}
			if f.refused {
				fmt.Fprintf(&out, "%s refused\n", f.path)
			}
		}
	}
	want, err := os.ReadFile(file)
	if *gametest.Update {
		keep(t, file, []byte(out.String()))
	} else if got := strings.Split(out.String(), "\n"); err != nil || out.String() != string(want) {
		t.Errorf("%s differs, %v (go test ./imaging -update writes it): %s", file, err, unlike(got, strings.Split(string(want), "\n")))
	}
}

// unlike returns the first lines in which two texts differ.
func unlike(got, want []string) string {
	for i, line := range got {
		if i >= len(want) || line != want[i] {
			return fmt.Sprintf("line %d is %q, want %q", i+1, line, append(want[min(i, len(want)):], "no more")[0])
		}
	}
	return "lines are missing"
}

// fieldsOf tells of the fields of the scenes of a game.
func fieldsOf(t *testing.T, g games.Game) []*told {
	var all []*told
	known := map[string]*told{}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, s := range scenes(t, g) {
		d := s.picture
		d.Size = imaging.Smallest
		view := reflect.New(reflect.TypeOf(d.View)).Elem()
		view.Set(reflect.ValueOf(d.View))
		draw := func() []byte {
			defer func() {
				if broken := recover(); broken != nil {
					t.Errorf("%s: %v: %s", s.name, broken, debug.Stack())
				}
			}()
			d.View = view.Interface().(games.View)
			data, err := imaging.Raw(d)
			if err != nil && !errors.Is(err, imaging.ErrNoPicture) {
				t.Errorf("%s: %v", s.name, err)
			}
			return data
		}
		before := draw()
		fields := append(list(nil, "Drawing", reflect.ValueOf(&d).Elem()), list(nil, "", view)...)
		for _, f := range fields {
			k := known[f.path]
			if k == nil {
				k = &told{path: f.path}
				known[f.path], all = k, append(all, k)
			}
			k.of++
			old := reflect.ValueOf(f.at.Interface())
			others, wild := changes(f.at)
			for _, to := range others {
				if k.first != "" {
					break
				}
				f.at.Set(to)
				if after := draw(); after != nil && !bytes.Equal(after, before) {
					changed := decode(t, mustDraw(t, d))
					f.at.Set(old)
					d.View = view.Interface().(games.View)
					k.first = strings.TrimPrefix(s.name, g.Info().Name+"-") + " " + where(decode(t, mustDraw(t, d)), changed)
				}
			}
			if len(wild) > 0 && k.of <= max(8, len(wild)) { // one in each of the first scenes, in turn
				f.at.Set(wild[k.of%len(wild)])
				k.refused = draw() == nil || k.refused
			}
			f.at.Set(old)
		}
		wilder(rng, fields, draw)
	}
	return all
}

// wilder draws with wild values of several fields at once.
func wilder(rng *rand.Rand, fields []field, draw func() []byte) {
	for range 2 {
		var undo []func()
		for range 1 + rng.IntN(6) {
			at := fields[rng.IntN(len(fields))].at
			if others, wild := changes(at); len(wild)+len(others) > 0 {
				old := reflect.ValueOf(at.Interface())
				undo = append(undo, func() { at.Set(old) })
				at.Set(append(wild, others...)[rng.IntN(len(wild)+len(others))])
			}
		}
		draw()
		for i := range undo {
			undo[len(undo)-1-i]()
		}
	}
}

// list appends the fields of a value, with the first and the last element of each that is a
// list. Words of a View are left out, which are for the message beside the picture.
func list(all []field, path string, v reflect.Value) []field {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type.Kind() != reflect.Interface && f.Type != reflect.TypeFor[games.Text]() && strings.Count(path, ".") < 5 {
				name := path
				if !f.Anonymous {
					name = strings.TrimPrefix(path+"."+f.Name, ".")
				}
				all = list(all, name, v.Field(i))
			}
		}
		return all
	case reflect.Pointer:
		if !v.IsNil() && v.Type() != reflect.TypeFor[*games.Text]() {
			all = list(all, path, v.Elem())
		}
	case reflect.Slice, reflect.Array:
		n := v.Len()
		if n > 0 {
			all = list(all, path+".first", v.Index(0))
		}
		if n > 1 && !strings.HasPrefix(path, "Outcomes") {
			all = list(all, path+".last", v.Index(n-1))
		}
	}
	return append(all, field{path, v})
}

// changes returns other values that a field may well have, and wild ones.
func changes(v reflect.Value) (others, wild []reflect.Value) {
	put := func(to *[]reflect.Value, x any) { *to = append(*to, reflect.ValueOf(x).Convert(v.Type())) }
	switch v.Kind() {
	case reflect.Bool:
		put(&others, !v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int64:
		put(&others, v.Int()+1)
		most := int64(1)<<(v.Type().Bits()-1) - 1
		put(&wild, most)
		put(&wild, -most-1)
	case reflect.Uint8:
		put(&others, v.Uint()+1)
		put(&wild, uint64(255))
	case reflect.Float64:
		put(&others, v.Float()+25)
		for _, wilder := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64} {
			put(&wild, wilder)
		}
	case reflect.String:
		put(&others, v.String()+"x")
		for _, text := range strange {
			put(&wild, text)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return []reflect.Value{reflect.New(v.Type().Elem())}, nil
		}
		return []reflect.Value{reflect.Zero(v.Type())}, nil
	case reflect.Slice:
		many := reflect.Zero(v.Type())
		if n := v.Len(); n > 0 {
			others = []reflect.Value{v.Slice(1, n)}
			for range 60 {
				many = reflect.AppendSlice(many, v)
			}
		}
		wild = []reflect.Value{reflect.Zero(v.Type()), many}
	}
	return others, wild
}

// strange are names and words of any length and script.
var strange = []string{
	"", strings.Repeat("long ", 40_000), strings.Repeat("W", 500), "عبد الرحمن", "שלום", "田中さん", "🦊🎲", "e\u0301\u0301\u0301", "\u202eevil\u200b",
	"two\nlines\ttabs\x00\x7f", "@everyone <@1> **b** `c`", "\xff\xfe\xfd", "𝓕𝓪𝓷𝓬𝔂", "\ufdfa\ufdfa", "\U0010ffff\ue000",
}

// where returns the part of a picture in which another differs, as columns and rows of 16.
func where(a, b *image.RGBA) string {
	if a.Rect != b.Rect {
		return "all"
	}
	var part image.Rectangle
	apart(a, b, a.Rect, func(x, y int, _, _ color.RGBA) bool {
		part = part.Union(image.Rect(x, y, x+1, y+1))
		return true
	})
	cell := func(x, y int) string { return fmt.Sprintf("%c%d", 'a'+16*x/a.Rect.Dx(), 1+16*y/a.Rect.Dx()) }
	return cell(part.Min.X, part.Min.Y) + "–" + cell(part.Max.X-1, part.Max.Y-1)
}
