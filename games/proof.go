package games

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// The proof of a match. When a table opens, a secret and a salt for every seat are
// drawn, and the commitment fixes them all. The players' words are mixed in as salted hashes,
// so that a word can be erased and the deal still be proved. Whatever is fixed later, each bid
// above all, is a link of one chain, and the code of its newest link proves everything before.
// docs/fairness.md tells another program how to check that, and a test holds it to that.

// ProofVersion is the number of the proof's form, which the labels of its hashes have too. From 0.1.0 on it is frozen:
// [Verify] checks proofs of this number for ever, and of the next one beside it. cmd/parlour/testdata/records has one.
const ProofVersion = 2

// A Proof is the part of a record that shows that nobody tampered with the match: what was
// fixed in advance, and what opens it. While the game goes on it has only what everybody may
// know, and is kept in a [Revealed].
type Proof struct {
	Version    int    `json:"version"`
	Match      string `json:"match"`            // id of the match
	Commitment Hash   `json:"commitment"`       // fixed when the table opened
	Secret     *Seed  `json:"secret,omitempty"` // of the commitment; nil while the game goes on
	// one for each player that there might have been, in that order
	Shares []Share `json:"shares,omitempty"`
	Order  []Seat  `json:"order,omitempty"` // the seats in that order, once the game has begun
	// the first position, hidden things too; nil while the game goes on
	Deal  json.RawMessage `json:"deal,omitempty"`
	Seals []Opened        `json:"seals"`           // of the bids, changed ones too
	Links []Link          `json:"links,omitempty"` // of the chain
}

// An Opened is the hash of a bid and, as soon as it may be known, what opens it.
type Opened struct {
	Ply  int   `json:"ply"` // index of the bid in the record
	Hash Hash  `json:"hash"`
	Salt *Salt `json:"salt,omitempty"` // nil while the game goes on
	Told *Told `json:"told,omitempty"` // the part that is told while the game goes on; nil before and after
}

// A Salt keeps a word or a bid from being guessed from its hash. As text it is 32 hex
// digits.
type Salt [16]byte

// MarshalText writes the salt as 32 hex digits.
func (s Salt) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, s[:]), nil }

// UnmarshalText reads 32 hex digits and refuses anything else.
func (s *Salt) UnmarshalText(text []byte) error {
	if n, err := hex.Decode(make([]byte, hex.DecodedLen(len(text))), text); err != nil || n != len(s) {
		return fmt.Errorf("a salt is %d hex digits", hex.EncodedLen(len(s)))
	}
	_, err := hex.Decode(s[:], text)
	return err
}

// An Opener is a Game that reveals only a part of a bid when it is opened.
type Opener interface {
	// Open returns the part of a bid that is revealed, as a move.
	Open(m Move) Move
}

// Opens returns the part of a bid that a game reveals when it is opened.
func Opens(g Game, m Move) Move {
	if o, ok := g.(Opener); ok {
		return o.Open(m)
	}
	return m
}

// A Share is what one player puts into the deal. Its salt is fixed before anybody sits down,
// so that whoever runs the bot cannot choose it to suit a word. An erased word has left its
// hashes.
type Share struct {
	Salt     *Salt  `json:"salt,omitempty"` // nil while it is secret, and when the word is erased
	SaltHash Hash   `json:"salt_hash"`
	Word     string `json:"word,omitempty"` // empty for none, and when it is erased
	Hash     Hash   `json:"hash,omitzero"`  // of the salt and the word; zero for none
}

// NewShare returns a share with a salt and no word.
func NewShare(salt Salt) Share {
	return Share{Salt: &salt, SaltHash: hashOf("salt", salt[:])}
}

// Saying returns a share with a word, which may be empty. Its salt is known.
func (s Share) Saying(word string) Share {
	s.Word, s.Hash = word, Hash{}
	if word != "" {
		s.Hash = hashOf("word", s.Salt[:], []byte(word))
	}
	return s
}

// holds reports whether what is there of a share fits its hashes.
func (s Share) holds() bool {
	if s.Salt == nil {
		return s.Word == ""
	}
	made := NewShare(*s.Salt).Saying(s.Word)
	return made.SaltHash == s.SaltHash && made.Hash == s.Hash
}

// mixed are the fields of a hash that takes the words.
func mixed(shares []Share) [][]byte {
	var fields [][]byte
	for _, s := range shares {
		if s.Hash == (Hash{}) {
			fields = append(fields, nil)
		} else {
			fields = append(fields, s.Hash[:])
		}
	}
	return fields
}

// CommitmentTo returns the hash that fixes a secret and the salts of shares before anybody
// sits down.
func CommitmentTo(secret Seed, shares []Share) Hash {
	fields := [][]byte{secret[:]}
	for _, s := range shares {
		fields = append(fields, s.SaltHash[:])
	}
	return hashOf("commitment", fields...)
}

// said reports whether somebody said a word.
func said(shares []Share) bool {
	return slices.ContainsFunc(shares, func(s Share) bool { return s.Hash != Hash{} })
}

// SeedFrom returns the seed of a match: it comes from the secret and the salted hash of each
// word. Without any word it is the secret.
func SeedFrom(secret Seed, shares []Share) Seed {
	if !said(shares) {
		return secret
	}
	return Seed(hashOf("seed", slices.Concat([][]byte{secret[:]}, mixed(shares))...))
}

// BidHash returns the hash that fixes a bid, of which a part will be told.
func BidHash(salt Salt, p Ply, told Move) Hash {
	key, rest := BidOpening(salt, p)
	return Told{p.Seat, told, key, rest}.hash()
}

// BidOpening returns what opens the hash of a bid to the part that is told, and to nothing
// else: the whole bid stays secret until the salt is shown.
func BidOpening(salt Salt, p Ply) (key Salt, rest Hash) {
	sum := hashOf("key", salt[:])
	copy(key[:], sum[:])
	return key, hashOf("rest", salt[:], []byte{byte(p.Seat)}, []byte(p.Move))
}

// A Told is the part of a bid that everybody may know, with what opens its hash to that part.
type Told struct {
	Seat Seat `json:"seat"`
	Move Move `json:"move"`
	Key  Salt `json:"key"`
	Rest Hash `json:"rest"`
}

func (t Told) hash() Hash {
	return hashOf("bid", t.Key[:], []byte{byte(t.Seat)}, []byte(t.Move), t.Rest[:])
}

// A Link is one step of a match's chain. Its hash takes that of the link before, so its code
// proves everything up to there.
type Link struct {
	Of   string `json:"of"` // "table", "words", "setup" or "bid"
	Hash Hash   `json:"hash"`
	Code string `json:"code"`
}

// Chain returns the links of a match up to now. Its table is the first, its words the second
// as soon as there is one. Once it has begun, its setup follows, and each bid in the order of
// the log.
func (p Proof) Chain(s Setup) []Link {
	var links []Link
	link := func(of string, fields ...[]byte) {
		if n := len(links); n > 0 {
			fields = slices.Concat([][]byte{links[n-1].Hash[:]}, fields)
		}
		h := hashOf(of, fields...)
		links = append(links, Link{of, h, h.Code()})
	}
	link("table", []byte(p.Match), p.Commitment[:])
	begun := s.Rules > 0
	if begun || said(p.Shares) {
		link("words", mixed(p.Shares)...)
	}
	if !begun {
		return links
	}
	link("setup", setupFields(s, p.Order)...)
	for _, o := range p.Seals {
		link("link", o.Hash[:])
		links[len(links)-1].Of = "bid"
	}
	return links
}

// setupFields are the fields of the hash of a setup: all of it but the seed, and the seats in
// the order in which their players sat down.
func setupFields(s Setup, order []Seat) [][]byte {
	var seats []byte
	for _, seat := range order {
		seats = append(seats, byte(seat))
	}
	fields := [][]byte{[]byte(s.Game), []byte(strconv.Itoa(s.Rules)), []byte(strconv.Itoa(s.Seats)), seats}
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		fields = append(fields, []byte(name), []byte(s.Options[name]))
	}
	return fields
}
