package message

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// A viewpoint is a position as somebody sees it, to be drawn or said.
type viewpoint struct {
	Pen
	state  games.State // that of the match, an earlier one, or the one after a move that is only tried; nil if seen is all that is shown
	tried  games.Move  // that move; else empty
	made   games.Move  // the move that was made, where the one that is tried was better; else empty
	one    string      // of a move that is tried: "played" for one that was made, or its key from [best]; empty for one to come
	making *making     // a move in the making; else nil
	now    bool        // whether state is that of the match, and no move is tried

	seen  games.View  // what the seat sees, once [viewpoint.looked] has made it
	words games.Words // those of seen
}

// A making is a move in the making, as its seat sees it.
type making struct {
	view   games.View
	asks   games.Text
	picked []games.Choice
}

// sees returns what the reader sees of the match.
func (p Pen) sees() viewpoint { return viewpoint{Pen: p, state: p.State, now: true} }

// trying returns the same with a move tried. In a game that hides something it is the board
// as it is with the move marked: the position after a move may show what its player may not
// know yet.
func (v viewpoint) trying(move games.Move) (viewpoint, error) {
	next, err := v.state.Play(v.seat, move)
	if err != nil {
		return v, err
	}
	v.tried, v.now, v.seen = move, false, nil
	if !v.Info.Hidden {
		v.state = next
	}
	return v, nil
}

// drawn returns what to draw of an earlier position of the match, as a seat sees it.
func (p Pen) drawn(s games.State, seat games.Seat) games.Drawing {
	v := viewpoint{Pen: p, state: s}
	v.seat = seat
	return v.drawing()
}

// looked returns the same with seen and words, which are made once.
func (v viewpoint) looked() viewpoint {
	t, tries := v.state.(games.Trier)
	switch {
	case v.seen != nil:
		return v
	case v.making != nil:
		v.seen = v.making.view
	case tries && v.tried != "":
		v.seen = t.Try(v.seat, v.tried)
	default:
		v.seen = v.state.View(v.seat)
	}
	v.words = v.seen.Words()
	return v
}

// picture returns the picture to draw, with its alt text.
func (v viewpoint) picture() *Picture {
	v = v.looked()
	d := v.drawing()
	return &Picture{Drawing: d, Alt: v.inWords(v.w.Plain, false, "")}
}

// drawing returns what to draw.
func (v viewpoint) drawing() games.Drawing {
	v = v.looked()
	names := v.legible()
	voice := v.w.Plain(v.r.Lang, names)
	names = clipAll(names) // dummies come after the players
	for i := range v.words.Dummies {
		names = append(names, v.Label("seat.dummy", "Number", i+1))
	}
	d := games.Drawing{View: v.seen, Names: names, Captions: voice.All(v.words.Captions), Palette: v.r.Own.Palette, Ribbon: v.ending(voice)}
	if v.tried != "" {
		d.Preview = v.Label("picture." + cmp.Or(v.one, "preview"))
	}
	return d
}

// boardText returns a board as text: in words, or drawn with letters, which a message shows in a code block if fenced is set.
func boardText(v games.View, voice locale.Voice, fenced bool) string {
	if spoken, ok := v.(games.Spoken); ok {
		return voice.Say(spoken.InWords())
	} else if fenced {
		return Lines("```", v.String(), "```")
	}
	return v.String()
}

// inWords says a viewpoint in at most [maxAlt] characters: the step of a move in the making,
// which game it is and who plays, the last ply, whose turn it is or who won and how long it took, how it stands,
// and the board, what its signs mean and a link that may be empty, which are never cut.
// If that is too long, names are cut shorter; then the last lines of how it stands are left out, because
// the board itself shows most of it.
func (v viewpoint) inWords(voice func(lang string, names []string) locale.Voice, fenced bool, link string) string {
	v = v.looked()
	fits := func(text string) bool { return utf8.RuneCountInString(text) <= maxAlt }
	var said, score, board string
	for _, most := range []int{maxName, maxName / 2, maxName / 4, maxName / 8} {
		voice := voice(v.r.Lang, clipEach(v.names(), most))
		said, score = v.said(voice)
		board = Lines(boardText(v.seen, voice, fenced), voice.Say(v.words.Signs), link)
		if text := Lines(said, score, board); fits(text) {
			return text
		}
	}
	for score != "" && !fits(Lines(said, score, board)) {
		score = score[:max(0, strings.LastIndex(score, "\n"))]
	}
	if text := Lines(said, score, board); fits(text) {
		return text
	}
	return Lines(Clip(said, maxAlt-utf8.RuneCountInString("\n"+board)), board)
}

// said says all of a viewpoint but the board, and apart from it how it stands.
func (v viewpoint) said(voice locale.Voice) (said, score string) {
	var first string
	switch {
	case v.making != nil:
		first = Lines(voice.Say(v.making.asks), echo(voice, v.making.picked))
	case v.made != "":
		first = voice.Say(games.Say("alt."+v.one, "Made", string(v.made), "Move", string(v.tried)))
	case v.one != "":
		first = voice.Say(games.Say("alt.one."+v.one, "Move", string(v.tried)))
	case v.tried != "":
		first = voice.Say(games.Say("alt.preview", "Move", string(v.tried)))
	}
	last, facts := Lines(voice.All(v.words.Last)...), ""
	if v.ended() {
		facts = strings.Join(v.facts(voice), " · ")
	}
	return Lines(first, voice.Say(v.head(voice)), last, voice.Say(v.turn()), facts), Lines(voice.Say(v.words.Warns), voice.Say(v.words.Score))
}

// head says which game it is, and who plays.
func (v viewpoint) head(voice locale.Voice) games.Text {
	return games.Say("alt.head", "Game", v.Title(), "Players", sides(voice, v.Match, v.looked().seen))
}

// turn says whose turn it is, or how the game ended.
func (v viewpoint) turn() games.Text {
	if v.state == nil {
		return games.Text{}
	}
	if _, over := v.state.Result(); over {
		return games.Say("alt.over", "Outcome", outcome(v.Match, v.state))
	}
	if v.Phase == storage.Off {
		return games.Say("standing."+match.EndKey(v.Head), "Match", v.Info.Title)
	}
	return games.Say("alt.turn", "Players", v.state.ToMove())
}

// sides says who plays what or, where seats are alike, which number the text board gives
// to each. One in words gives none.
func sides(voice locale.Voice, m *match.Match, view games.View) locale.Verbatim {
	var said []string
	words := view.Words()
	_, named := view.(games.Spoken)
	for i := range len(m.Players) + words.Dummies {
		seat := games.Seat(i)
		text := games.Say("alt.seat", "Number", i+1, "Name", seat)
		switch {
		case i < len(words.Sides) && m.Players[i].Name == voice.Say(words.Sides[i]): // as in a puzzle
			text = words.Sides[i]
		case i < len(words.Sides):
			text = games.Say("alt.side", "Name", seat, "Side", words.Sides[i])
		case i >= len(m.Players):
			text = games.Say("seat.dummy", "Number", i-len(m.Players)+1)
		case named:
			text = games.Say("alt.named", "Name", seat)
		}
		said = append(said, voice.Say(text))
	}
	return locale.Verbatim(strings.Join(said, ", "))
}

// outcome says who won a match and why, or who left it to opponents. The names in it are those of the seats.
func outcome(m *match.Match, s games.State) games.Text {
	if resigned := m.Resigned(); resigned != nil {
		return games.Say("system.leave", "Player", resigned)
	}
	result, _ := s.Result()
	return result.Outcome()
}

// maxFrames bounds the positions of a game in its animation, besides the last: of a longer
// game, every other one is shown, every third and so on.
const maxFrames = 200

// How long the positions of an animation are shown.
const (
	eachFrame = 1200 * time.Millisecond // unless that makes the whole too long
	allFrames = time.Minute
	lastFrame = 3 * time.Second
)

// Film returns a match from its start to now, as everybody could see it, in the
// language and the palette of its reader.
func (p Pen) Film() *Animation {
	shown, zone := thin(turns(p.Match)), ""
	if !p.Phase.Live() {
		zone = p.r.Own.Zone // of the day on which it ended
	}
	a := &Animation{
		Name: fileName(p.Match, "gif"),
		Key:  fmt.Sprintf("%q %d %q %q %q", p.ID, p.Version, p.r.Lang, p.r.Own.Palette, zone),
		Each: min(eachFrame, allFrames/time.Duration(len(shown))), Last: lastFrame,
		Alt: p.gameInWords(), Lost: p.Say("record.lost"),
	}
	for _, turn := range shown {
		a.Frames = append(a.Frames, p.drawn(p.position(turn), games.Spectator))
	}
	p.seat = games.Spectator
	if v := p.sees(); v.ended() { // the ribbon comes after the position in which it ended
		a.Frames = append(a.Frames, v.drawing())
	}
	return a
}

// fileName returns the name of a file about a match.
func fileName(m *match.Match, extension string) string {
	return m.Info.Name + "-" + m.ID + "." + extension
}

// position returns the one after a ply of the log, of which -1 stands for the start.
func (p Pen) position(ply int) games.State {
	if ply < 0 {
		return p.StateAt(0)
	}
	return p.Steps()[ply].After
}

// thin drops turns at regular distances, so that at most maxFrames and the last stay.
func thin(turns []int) (kept []int) {
	step := (len(turns) + maxFrames - 1) / maxFrames
	for i, turn := range turns {
		if i%step == 0 || i == len(turns)-1 {
			kept = append(kept, turn)
		}
	}
	return kept
}

// gameInWords says which game an animation shows, who played, how long and how it ended, in
// at most as many characters as an alt text may have.
func (p Pen) gameInWords() string {
	p.seat = games.Spectator
	v, voice := p.sees(), p.plain()
	plies := p.Label("alt.animation", "Count", p.Moves())
	return Clip(Lines(voice.Say(v.head(voice)), plies, voice.Say(v.turn())), maxAlt)
}

// Rules tells the rules of a game, its designer and where they are published, with a picture.
func (p Pen) Rules(game games.Game) (Message, error) {
	picture, caption, err := p.example(game)
	if err != nil {
		return Message{}, err
	}
	info, source := game.Info(), "rules.source"
	if info.Experiment {
		source = "rules.experiment"
	}
	msg := Message{Picture: picture, Content: Lines(
		p.Say("rules.head", "Game", info.Title, "Designer", strings.TrimPrefix(info.Designer, games.Traditional), "Players", info.Players()),
		p.Say(info.Name+".rules"),
		p.begins(game),
		p.Say("rules.example", "Caption", locale.Verbatim(caption)),
		p.Say(source, "Source", locale.Verbatim(info.Source)),
	)}
	var row []Control
	if _, teaches := game.(games.Tutor); teaches {
		row = append(row, p.Button(VerbTeach, Main, info.Name))
	}
	if _, played := game.(games.Opponent); played {
		row = append(row, p.Button(VerbPractise, Plain, info.Name))
	}
	msg.Rows = inRows(row)
	return msg, nil
}

// begins says what it is worth to begin a game, nothing where that was not measured.
func (p Pen) begins(game games.Game) string {
	rated, ok := game.(games.Rated)
	if !ok {
		return ""
	}
	r := rated.Ratings()
	return p.sayIf(r.Begins > 0, "rules.begins", "Usual", r.Begins, "Swapped", r.BeginsSwapped, "Unswapped", r.BeginsUnswapped)
}

// example returns a picture of the position with which a game teaches its rules, and a line on
// what to look at. The reader is "You", and the others have numbers.
func (p Pen) example(game games.Game) (*Picture, string, error) {
	e := game.Example()
	state, _, err := games.Replay(game, e.Setup, e.Log)
	if err != nil {
		return nil, "", fmt.Errorf("the example of %s: %w", e.Setup.Game, err)
	}
	m := &match.Match{Game: game, Info: game.Info(), State: state}
	m.Setup = e.Setup
	for seat := range games.Seat(e.Setup.Seats) {
		name := games.Say("rules.player", "Number", int(seat)+1)
		if seat == e.Seat {
			name = games.Say("rules.you")
		}
		m.Players = append(m.Players, storage.Player{Name: p.plain().Say(name)})
	}
	p = p.w.To(p.r, m)
	d := p.drawn(state, e.Seat)
	return &Picture{Drawing: d, Alt: Lines(p.plain().Say(e.Alt), boardText(d.View, p.plain(), false), p.plain().Say(d.View.Words().Signs))}, p.voice.Say(e.Caption), nil
}
