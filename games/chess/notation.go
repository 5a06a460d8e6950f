package chess

import (
	"regexp"
	"slices"
	"strings"

	"parlour/games"
)

// The moves that are not two squares.
const (
	shortCastle games.Move = "O-O"
	longCastle  games.Move = "O-O-O"
	claimMove   games.Move = "claim"
)

// move writes a turn in its one spelling: both squares, "e2e4", and the small letter of what a pawn becomes, "e7e8q".
func (p *Position) move(t Turn) games.Move {
	switch {
	case p.castles(t) && t.to() > t.from():
		return shortCastle
	case p.castles(t):
		return longCastle
	case t.becomes() != Pawn:
		return games.Move(t.from().String() + t.to().String() + pieceLetter(t.becomes(), 1))
	}
	return games.Move(t.from().String() + t.to().String())
}

// pieceLetter returns the letter of a piece, a small one for Black's.
func pieceLetter(k Kind, side uint8) string {
	letter := letters[k : k+1]
	if side == 1 {
		return strings.ToLower(letter)
	}
	return letter
}

// san writes a legal turn in algebraic notation: "Nbd2", "exd6", "e8=Q+".
func (p *Position) san(t Turn) string {
	from, to := t.from(), t.to()
	kind, text := p.kindAt(from), ""
	switch {
	case p.castles(t):
		text = string(p.move(t))
	case kind == Pawn && p.takes(t):
		text = from.String()[:1] + "x" + to.String()
	case kind == Pawn:
		text = to.String()
	default:
		text = letters[kind:kind+1] + p.apart(t, kind)
		if p.takes(t) {
			text += "x"
		}
		text += to.String()
	}
	if t.becomes() != Pawn {
		text += "=" + pieceLetter(t.becomes(), 0)
	}
	after := *p
	after.Play(t)
	switch stuck := len(after.turns(nil, false)) == 0; {
	case after.checks() == 0:
		return text
	case stuck:
		return text + "#"
	}
	return text + "+"
}

// apart tells a piece apart from others of its kind that can go to the same square: by its column, row or both.
func (p *Position) apart(t Turn, kind Kind) string {
	from, name := t.from(), t.from().String()
	var col, row, any bool
	for _, other := range p.turns(nil, false) {
		if at := other.from(); at != from && other.to() == t.to() && p.kinds[kind].has(at) && !p.castles(other) {
			any, col, row = true, col || at.col() == from.col(), row || at.row() == from.row()
		}
	}
	switch {
	case !any:
		return ""
	case !col:
		return name[:1]
	case !row:
		return name[1:]
	}
	return name
}

// The spellings of moves, without what [spellings] drops: castling, and a piece, where it comes from, where it goes, and
// what it becomes.
var (
	castling = regexp.MustCompile(`^[oO0]-?[oO0](-?[oO0])?$`)
	going    = regexp.MustCompile(`^([KQRBNP]?)([a-h]?)([1-8]?)([a-h][1-8])([QRBNqrbn]?)$`)
	number   = regexp.MustCompile(`^[0-9]+[. ]+`)
	noise    = strings.NewReplacer("ep", "", "x", "", "X", "", ":", "", "×", "", "+", "", "#", "", "!", "", "?", "", "=", "",
		"(", "", ")", "", "/", "", ",", "", " ", "")
)

// spellings returns a text as it may be meant: as it is, and where people leave capitals out or set too many.
func spellings(text string) (all []string) {
	text = noise.Replace(strings.ReplaceAll(number.ReplaceAllString(text, ""), ".", ""))
	if !castling.MatchString(text) {
		text = strings.ReplaceAll(text, "-", "")
	}
	small := strings.ToLower(text)
	all = append(all, text, small)
	if small != "" {
		all = append(all, strings.ToUpper(small[:1])+small[1:])
	}
	return all
}

// Parse understands two squares with what a pawn becomes behind them, and castling by its signs. What else is algebraic
// notation takes a position.
func (Game) Parse(text string) (games.Move, error) {
	if strings.HasPrefix(strings.ToLower(text), string(claimMove)) {
		return claimMove, nil
	}
	for _, spelt := range spellings(text) {
		if castling.MatchString(spelt) {
			if len(strings.ReplaceAll(spelt, "-", "")) == 2 {
				return shortCastle, nil
			}
			return longCastle, nil
		}
		if m := going.FindStringSubmatch(spelt); m != nil && m[1] == "" && m[2] != "" && m[3] != "" {
			return games.Move(strings.ToLower(spelt)), nil
		}
	}
	return "", games.Refuse("chess.refuse.notation", "Typed", text, "Example", "e2e4")
}

// Read understands algebraic notation too. A king that goes two squares or to its rook castles.
func (s state) Read(seat games.Seat, text string) (games.Move, error) {
	move, refused := Game{}.Parse(text)
	if !s.Owes(seat) {
		return move, refused
	}
	all := s.pos.turns(nil, false)
	for _, spelt := range spellings(text) {
		m := going.FindStringSubmatch(spelt)
		if m == nil {
			continue
		}
		fits := slices.DeleteFunc(slices.Clone(all), func(t Turn) bool { return !s.pos.fits(t, m[1:]) })
		if len(fits) == 0 {
			fits = slices.DeleteFunc(slices.Clone(all), func(t Turn) bool { return !s.pos.castlesTo(t, m[2]+m[3], m[4]) })
		}
		switch {
		case len(fits) == 1:
			return s.pos.move(fits[0]), nil
		case len(fits) > 1:
			return "", games.Refuse("chess.refuse.several", "Typed", text, "Which", s.pos.some(fits))
		case refused != nil:
			kind, key := moved(m[1]), "chess.refuse.nothing"
			if own := s.pos.kinds[kind] & s.pos.sides[s.pos.mover]; own != 0 && !own.several() {
				key = "chess.refuse.only"
			}
			refused = games.Refuse(key, "Piece", pieceName(kind), "To", m[4])
		}
	}
	return move, refused
}

// Complete makes a move of a square that is typed alone, which is refused as the square is.
func (s state) Complete(_ games.Seat, part string) games.Move {
	if at, ok := readSquare(strings.ToLower(part)); ok {
		return games.Move(at.String() + at.String())
	}
	return ""
}

// fits reports whether a turn is meant by a piece, a column, a row, a square, and what a pawn becomes.
func (p *Position) fits(t Turn, said []string) bool {
	from, kind := t.from().String(), p.kindAt(t.from())
	named := said[0] == "" && (kind == Pawn || said[1] != "" && said[2] != "") || said[0] == pieceLetter(kind, 0)
	return named && !p.castles(t) && t.to().String() == said[3] && strings.HasPrefix(from, said[1]) && strings.HasSuffix(from, said[2]) &&
		(said[4] == "" || t.becomes() != Pawn && strings.EqualFold(said[4], pieceLetter(t.becomes(), 0)))
}

// castlesTo reports whether a turn castles from a square, and brings the king to another one or has its rook there.
func (p *Position) castlesTo(t Turn, from, to string) bool {
	king, _ := castled(t)
	return p.castles(t) && t.from().String() == from && (king.String() == to || t.to().String() == to)
}

// some names some turns.
func (p *Position) some(all []Turn) (names games.Either) {
	const most = 4
	for _, t := range all[:min(len(all), most)] {
		names = append(names, p.san(t))
	}
	return names
}

// readTurn reads a move in its one spelling and checks that the seat to move may make it. A claim is no turn.
func (s state) readTurn(m games.Move) (Turn, error) {
	all := s.pos.turns(nil, false)
	from, ok := readSquare(string(m[:min(2, len(m))])) // not ok where it castles
	if i := slices.IndexFunc(all, func(t Turn) bool { return ok != s.pos.castles(t) && (!ok || t.from() == from) && s.pos.move(t) == m }); i >= 0 {
		return all[i], nil
	}
	switch m {
	case claimMove:
		if s.claim() == "" {
			return 0, games.Refuse("chess.refuse.claim")
		}
		return 0, nil
	case shortCastle, longCastle:
		return 0, games.Refuse("chess.refuse.castle")
	}
	if read, err := (Game{}).Parse(string(m)); err != nil || !ok || read != m {
		return 0, games.Refuse("chess.refuse.notation", "Typed", string(m), "Example", "e2e4")
	}
	if !s.pos.sides[s.pos.mover].has(from) {
		return 0, games.Refuse("chess.refuse.none", "Square", from.String(), "Own", s.pos.some(all))
	}
	own := slices.DeleteFunc(slices.Clone(all), func(t Turn) bool { return t.from() != from })
	piece := pieceName(s.pos.kindAt(from))
	switch {
	case len(own) > 0:
		return 0, games.Refuse("chess.refuse.there", "Piece", piece, "Square", from.String(), "Own", s.pos.some(own))
	case s.pos.checks() != 0:
		return 0, games.Refuse("chess.refuse.check", "Own", s.pos.some(all))
	}
	return 0, games.Refuse("chess.refuse.stuck", "Piece", piece, "Square", from.String(), "Own", s.pos.some(all))
}
