package message

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/imaging/pages"
	"parlour/storage"
)

// The values of the option of /top that says of which time the standings are.
const (
	WhenMonth = "month"
	WhenYear  = "year"
	WhenEver  = "ever"
)

// Whens are all of these, the shortest time first.
var Whens = []string{WhenMonth, WhenYear, WhenEver}

// OfMore ends the name of a game where its ratings with more than two are meant.
const OfMore = "+"

// RowsOnPage is how many rows the standings have on a page of text.
const RowsOnPage = 10

// Standings are the standings of a server, as far as they are shown.
type Standings struct {
	Info games.Info // of the only game; zero for all
	More bool       // whether its ratings are those with more than two, if it has several
	When string
	All  int         // number of people
	Rows []match.Row // that are shown
	Rest int         // the first row that does not follow the one before; 0 for none
	Page int         // of text, from 1; 0 for a picture
	Left string      // why the reader has no row in any of them: a key; empty if they have
}

// Standings returns the standings of a server, as a picture or as a page of text. Buttons lead to the other form, to
// other pages, and to other times.
func (p Pen) Standings(s Standings) Message {
	msg := Message{
		Content: p.standingsHead(s),
		Rows:    p.standingsButtons(s),
	}
	switch {
	case s.All == 0:
		msg = Message{Content: p.Say("standings.none", "Title", s.title(), "When", p.period(s.When)), Rows: append(msg.Rows, p.StartRow()...)}
	case s.Page == 0:
		msg.Picture = p.standingsPicture(s)
	default:
		for _, r := range s.Rows {
			msg.Below(p.row(p.voice, r, r.Person == p.r.ID))
		}
	}
	msg.Below(p.sayIf(slices.ContainsFunc(s.Rows, func(r match.Row) bool { return r.Rating != nil && isUnsure(*r.Rating) }), "ratings.note"))
	if s.All > 0 && s.Left != "" {
		msg.Below(p.Say(s.Left))
	}
	return msg
}

// standingsHead is the first line of standings.
func (p Pen) standingsHead(s Standings) string {
	return p.Say("standings.head", "Title", s.title(), "When", p.period(s.When), "Line", s.line())
}

// title says what stands above standings, and line what is told of them all.
func (s Standings) title() games.Text { return games.Say("standings.title", "Game", s.Info.Brief()) }

func (s Standings) line() games.Text {
	rated := games.Text{}
	if apartRated(s.Info) && s.byRating() {
		rated = games.Say("standings.rated", "More", s.More)
	}
	return games.Say("standings.line", "Count", s.All, "Rated", rated)
}

// byRating reports whether the rows have ratings.
func (s Standings) byRating() bool {
	return slices.ContainsFunc(s.Rows, func(r match.Row) bool { return r.Rating != nil })
}

// period says of which time standings are.
func (p Pen) period(when string) games.Text {
	now := p.r.Now.UTC()
	return games.Say("standings.when."+when, "Month", month(now), "Year", strconv.Itoa(now.Year()))
}

// apartRated reports whether a game has ratings with two, and others with more.
func apartRated(info games.Info) bool { return info.MinSeats <= 2 && info.MaxSeats > 2 }

// SuggestStandings suggests games whose standings can be asked for. One that has several ratings is suggested with each.
func (p Pen) SuggestStandings(list []games.Game, typed string) (all []MenuOption) {
	for _, o := range p.SuggestGames(list, typed) {
		all = append(all, o)
		i := slices.IndexFunc(list, func(g games.Game) bool { return g.Info().Name == o.Value })
		if info := list[i].Info(); apartRated(info) {
			all = append(all, Choice(p.Label("standings.suggest", "Game", info.Title), o.Value+OfMore))
		}
	}
	return all[:min(len(all), MaxMenu)]
}

// PeriodOf returns the time at a moment that an option of /top names.
func PeriodOf(when string, now time.Time) storage.Period {
	switch when {
	case WhenMonth:
		return storage.MonthOf(now)
	case WhenYear:
		return storage.YearOf(now)
	}
	return storage.Ever
}

// row says a row in words, which may stand out in Markdown.
func (p Pen) row(v locale.Voice, r match.Row, standsOut bool) string {
	form := ""
	for _, letter := range r.Form {
		form += v.Say(games.Say("standings.form." + string(letter)))
	}
	return v.Say(games.Say("standings.row", "Place", r.Place, "Name", clipAll([]string{r.Name})[0], "Rating", ratingOf(r),
		"Played", r.Played(), "Won", r.Won, "Drawn", r.Drawn, "Lost", r.Lost, "Form", form, "Bold", standsOut))
}

// ratingOf says the rating of a row, as far as it is known.
func ratingOf(r match.Row) games.Text {
	switch {
	case r.Rating == nil:
		return games.Text{}
	case isUnsure(*r.Rating):
		return games.Say("standings.unsure")
	}
	return points(*r.Rating)
}

// standingsPicture draws standings, and says in words what they show.
func (p Pen) standingsPicture(s Standings) *Picture {
	say := p.plain().Say
	drawn := pages.Standings{
		Title: say(s.title()), Line: say(s.line()), Aside: say(p.period(s.When)), Game: s.Info.Name,
		Played: p.Label("standings.played"), Form: p.Label("standings.form"), Rest: s.Rest, Look: p.look(),
	}
	if s.byRating() {
		drawn.Rating = p.Label("standings.rating")
	}
	said := []string{strings.Join([]string{drawn.Title, drawn.Aside, drawn.Line}, " · ")}
	for _, r := range s.Rows {
		row := pages.Standing{
			Place: r.Place, Name: clipAll([]string{p.w.legible(r.Name, r.User)})[0], Rating: say(ratingOf(r)), Played: r.Played(),
			Score: pages.Score{Won: r.Won, Drawn: r.Drawn, Lost: r.Lost}, Asks: r.Person == p.r.ID,
		}
		if drawn.Game == "" {
			row.Game = r.Game
		}
		for _, letter := range r.Form {
			row.Form = append(row.Form, pages.Outcome(strings.IndexRune(storage.HasWon+storage.HasDrawn+storage.HasLost, letter)))
		}
		drawn.Rows, said = append(drawn.Rows, row), append(said, p.row(p.plain(), r, false))
	}
	return &Picture{Page: drawn, Alt: Clip(Lines(said...), maxAlt)}
}

// standingsButtons are the buttons of standings.
func (p Pen) standingsButtons(s Standings) [][]Control {
	to := func(label, when string, page int) Control {
		more := ""
		if s.More {
			more = "more"
		}
		return NewButton(nil, VerbTop, s.Info.Name, more, when, strconv.Itoa(page)).Control(p.Label(label), Plain)
	}
	form := slices.Concat(
		when(s.Page == 0 && s.All > 0, to("button.text", s.When, 1)),
		when(s.Page > 0 && s.All > 0, to("button.picture", s.When, 0)),
		when(s.Page > 1, to("button.earlier", s.When, s.Page-1)),
		when(s.Page > 0 && s.Page*RowsOnPage < s.All, to("button.later", s.When, s.Page+1)),
	)
	var times []Control
	for i, t := range Whens {
		if t != s.When && (s.All > 0 || i > slices.Index(Whens, s.When)) { // a shorter time has nobody either
			times = append(times, to("button.top-"+t, t, min(s.Page, 1)))
		}
	}
	return append(inRows(form), inRows(times)...)
}
