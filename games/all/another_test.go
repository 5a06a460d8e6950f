package all_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The functions of this file are another program: written from docs/fairness.md, with nothing of
// package games.

// h is H of that page.
func h(label string, fields ...string) string {
	var b bytes.Buffer
	for _, f := range append([]string{"parlour/" + label + "/2"}, fields...) {
		n := len(f)
		b.Write([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
		b.WriteString(f)
	}
	sum := sha256.Sum256(b.Bytes())
	return string(sum[:])
}

// codeFrom returns the code of a link.
func codeFrom(link string) string {
	const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	n := new(big.Int).SetBytes([]byte(link[:20]))
	var code string
	for i := range 32 {
		if i > 0 && i%4 == 0 {
			code = "-" + code
		}
		code = string(alphabet[new(big.Int).And(n, big.NewInt(31)).Int64()]) + code
		n.Rsh(n, 5)
	}
	return code
}

// A file is a record as it is written.
type file struct {
	Game    string
	Rules   int
	Seats   int
	Options map[string]string
	Seed    string
	Moves   []struct {
		Move string
		Seat int
	}
	Proof struct {
		Match, Commitment, Secret string
		Shares                    []struct {
			Salt, Word, Hash string
			SaltHash         string `json:"salt_hash"`
		}
		Order []int
		Seals []struct {
			Ply        int
			Hash, Salt string
		}
		Links []struct{ Of, Hash, Code string }
	}
}

// checked is what the other program finds of one thing, and what the file has.
type checked struct{ what, found, want string }

// check computes everything in a file again, as docs/fairness.md says.
func (f file) check() []checked {
	var all []checked
	raw := func(digits string) string {
		b, _ := hex.DecodeString(digits)
		return string(b)
	}
	add := func(what, found, want string) {
		all = append(all, checked{what, hex.EncodeToString([]byte(found)), want})
	}
	p := f.Proof
	fixed, words := []string{raw(p.Secret)}, []string{}
	for _, s := range p.Shares {
		add("a salt", h("salt", raw(s.Salt)), s.SaltHash)
		fixed = append(fixed, h("salt", raw(s.Salt)))
		word := ""
		if s.Word != "" {
			word = h("word", raw(s.Salt), s.Word)
		}
		add("a word", word, s.Hash)
		words = append(words, word)
	}
	add("the commitment", h("commitment", fixed...), p.Commitment)
	add("the seed", h("seed", append([]string{raw(p.Secret)}, words...)...), f.Seed)

	links := []string{h("table", p.Match, raw(p.Commitment))}
	links = append(links, h("words", append([]string{links[0]}, words...)...))
	order := ""
	for _, seat := range p.Order {
		order += string([]byte{byte(seat)})
	}
	setup := []string{links[1], f.Game, strconv.Itoa(f.Rules), strconv.Itoa(f.Seats), order}
	for _, name := range slices.Sorted(maps.Keys(f.Options)) {
		setup = append(setup, name, f.Options[name])
	}
	links = append(links, h("setup", setup...))
	for _, s := range p.Seals {
		move, seat := f.Moves[s.Ply].Move, string([]byte{byte(f.Moves[s.Ply].Seat)})
		told, _, _ := strings.Cut(move, " take ")
		bid := h("bid", h("key", raw(s.Salt))[:16], seat, told, h("rest", raw(s.Salt), seat, move))
		add("a bid", bid, s.Hash)
		links = append(links, h("link", links[len(links)-1], bid))
	}
	for i, l := range p.Links {
		add("a link", links[i], l.Hash)
		all = append(all, checked{"a code", codeFrom(links[i]), l.Code})
	}
	return all
}

// Another program, written from docs/fairness.md, comes to the same commitment, seed, hashes and
// codes from a whole record.
func TestAnotherProgramAgrees(t *testing.T) {
	r := proven(t)
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var f file
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	all := f.check()
	if want := 5*2 + 2 + 3*2 + 3*len(r.Proof.Seals); len(all) != want {
		t.Errorf("%d things were checked, want %d", len(all), want)
	}
	for _, c := range all {
		if c.found != c.want {
			t.Errorf("of %s the other program finds %s, and the file has %s", c.what, c.found, c.want)
		}
	}
}
