package chess

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"parlour/games"
)

// FromPosition reads a position in FEN, or X-FEN for Chess960, in which nobody has moved yet.
func (Game) FromPosition(text string) (games.State, error) {
	p, err := readFEN(text)
	if err != nil {
		return nil, games.Refuse("chess.refuse.position", "Why", err.Error())
	}
	s := newState(p)
	s.Passed = int(p.mover)
	s.judge()
	return s, nil
}

// FEN writes a position. A rook that may castle from inside the edges is named by its column.
func (p *Position) FEN() string {
	var board, rights strings.Builder
	for row := 7; row >= 0; row-- {
		empty := 0
		for col := range 8 {
			if letter := p.letter(squareAt(col, row)); letter != emptyLetter {
				board.WriteString(strings.TrimPrefix(strconv.Itoa(empty), "0"))
				board.WriteByte(letter)
				empty = 0
			} else {
				empty++
			}
		}
		board.WriteString(strings.TrimPrefix(strconv.Itoa(empty), "0"))
		if row > 0 {
			board.WriteByte('/')
		}
	}
	for side, names := range [2]string{"QBCDEFGK", "qbcdefgk"} {
		for col := 7; col >= 0; col-- {
			if p.castle.has(squareAt(col, 7*side)) {
				rights.WriteByte(names[col])
			}
		}
	}
	return fmt.Sprintf("%s %c %s %s %d", board.String(), "wb"[p.mover], cmp.Or(rights.String(), "-"), cmp.Or(p.passed.String(), "-"), p.clock)
}

// elsewhere reports whether a side may castle from where its king or a rook doesn't stand in the usual first row.
func (p *Position) elsewhere() bool {
	const corners Set = 1 | 1<<7 | 1<<56 | 1<<63
	for side, own := range p.sides {
		if rooks := p.castle & own; rooks != 0 && (rooks&^corners != 0 || p.king(uint8(side)).col() != 4) {
			return true
		}
	}
	return false
}

// emptyLetter stands for an empty square.
const emptyLetter = '-'

// letter returns the letter of the piece on a square, a small one for Black.
func (p *Position) letter(at Square) byte {
	if !p.pieces().has(at) {
		return emptyLetter
	}
	letter := letters[p.kindAt(at)]
	if p.sides[1].has(at) {
		letter += 'a' - 'A'
	}
	return letter
}

// errPieces refuses pieces that cannot stand so.
var errPieces = errors.New("pieces")

// word cuts the first word off a text. A missing one is the usual one.
func word(text *string, usual string) string {
	first, rest, _ := strings.Cut(*text, " ")
	*text = rest
	return cmp.Or(first, usual)
}

// readFEN reads a position. What is missing behind the pieces is taken as White to move, without rights.
func readFEN(text string) (p Position, err error) {
	p.passed = none
	at := 64
	for _, r := range word(&text, "") {
		kind := strings.IndexRune(letters, unicode.ToUpper(r))
		switch {
		case r == '/' && at%8 == 0:
		case r >= '1' && r <= '8' && int(r-'0') <= at:
			at -= int(r - '0')
		case kind >= 0 && at > 0:
			at--
			side := uint8(0)
			if unicode.IsLower(r) {
				side = 1
			}
			p.toggle(side, Kind(kind), Square(at^7))
		default:
			return p, errPieces
		}
	}
	kings := p.kinds[King]
	if at != 0 || p.kinds[Pawn]&(firstRank|lastRank) != 0 || (kings&p.sides[0]).count() != 1 || (kings&p.sides[1]).count() != 1 {
		return p, errPieces
	}
	return p, p.readRest(text)
}

// readRest reads the words behind the pieces. The number of the move is left out.
func (p *Position) readRest(text string) error {
	mover, rights, passed, plies := word(&text, "w"), word(&text, "-"), word(&text, "-"), word(&text, "0")
	clock, err := strconv.ParseUint(plies, 10, 8)
	p.clock = uint8(clock)
	if err != nil || clock > allPlies || mover != "w" && mover != "b" {
		return fmt.Errorf("%s %s", mover, plies)
	}
	if mover == "b" {
		p.pass()
	}
	if p.attackers(p.king(1-p.mover), p.pieces())&p.sides[p.mover] != 0 {
		return errPieces
	}
	for _, r := range rights {
		rooks := p.rooksOf(r)
		if rooks == 0 && r != '-' {
			return errors.New(rights)
		}
		p.allow(p.castle | rooks)
	}
	over, ok := readSquare(passed)
	switch {
	case passed == "-":
	case ok && over.row() == 5-3*int(p.mover) && (p.kinds[Pawn] & p.sides[1-p.mover]).has(behind(over, p.mover)) &&
		!p.pieces().has(over) && !p.pieces().has(behind(over, 1-p.mover)):
		p.offer(over)
	default:
		return errors.New(passed)
	}
	return nil
}

// rooksOf returns the rook of a letter for castling, if there is one: K and Q name the outermost one, others a column.
func (p *Position) rooksOf(letter rune) Set {
	side := uint8(0)
	if unicode.IsLower(letter) {
		side, letter = 1, unicode.ToUpper(letter)
	}
	king, home := p.king(side), firstRank<<(56*side)
	rooks := p.kinds[Rook] & p.sides[side] & home
	switch {
	case !home.has(king):
		return 0
	case letter < 'A' || letter > 'H' && letter != 'K' && letter != 'Q':
		return 0
	case letter == 'K':
		rooks &= rays[king][0].above
		for rooks.several() {
			rooks &= rooks - 1
		}
		return rooks
	case letter == 'Q':
		rooks &= rays[king][0].below
		return rooks & -rooks
	}
	return rooks & (0x0101010101010101 << (uint8(letter-'A') & 7))
}
