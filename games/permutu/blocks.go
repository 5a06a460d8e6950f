package permutu

// A Colour is the colour of a block, and so its row: red on top, black in the
// middle, green below.
type Colour uint8

// The colours, from the top.
const (
	Red Colour = iota
	Black
	Green
	colours = 3
)

// String returns "red", "black" or "green".
func (c Colour) String() string { return [colours]string{"red", "black", "green"}[c] }

// MarshalText writes a colour as String does.
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// A Symbol is what a block shows: 0 is the letter A. Every symbol is on three
// blocks, one of each colour.
type Symbol uint8

// String returns the letter of the symbol.
func (s Symbol) String() string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return letters[s : s+1]
}

// MarshalText writes a symbol as its letter.
func (s Symbol) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// bit returns the symbol as a set of one.
func (s Symbol) bit() uint32 { return 1 << s }
