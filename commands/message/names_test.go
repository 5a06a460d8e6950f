package message

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/storage"
)

// zeros is a random source that returns zeros only.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// writer returns a Writer with the sentences of some games, or of all.
func writer(t *testing.T, of ...games.Game) *Writer {
	t.Helper()
	if of == nil {
		of = all.Games()
	}
	words, err := locale.New(of)
	if err != nil {
		t.Fatal(err)
	}
	return NewWriter(words, []string{"classic"})
}

// called returns the head of a match of some players.
func called(options map[string]string, names ...string) storage.Head {
	head := storage.Head{Lobby: storage.Lobby{Phase: storage.Playing, Setup: games.Setup{Game: "sized", Rules: 1, Options: options}}}
	for _, n := range names {
		head.Players = append(head.Players, storage.Player{ID: n, Name: n})
	}
	return head
}

// What is typed is shown whole or not at all, also where it is cut.
func TestCleanAndClip(t *testing.T) {
	scot, family := "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", "👩\u200d👩\ufe0f\u200d👧🏽"
	for text, want := range map[string]string{
		"Ann " + scot + family + "🇩🇪":              "Ann " + scot + family + "🇩🇪",
		"\u202eAnn\u2066\u200b\x00 \ufeffB\u00ad":  "Ann B",
		"🇩 Ann " + scot[:len(scot)-4]:              " Ann ",
		"👩\u200d Ann\u200d\u200c":                  "👩 Ann",
		"\u200d\u0301Ann \u0301\u20e3":             "Ann ",
		"می\u200cخواهم":                            "می\u200cخواهم",
		"e\u0301 \u1112\u1161\u11ab":               "é 한",
		"\u3164\u115f\ufe0f\u2800\u034f\U0001D159": "  ",
	} {
		if got := Clean(text); got != want || Clean(got) != want {
			t.Errorf("Clean(%+q) = %+q, want %+q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"Annabelle": "Annabe…", "Ann 🇩🇪🇫🇷🇮🇹": "Ann 🇩🇪…", "Anna 🇩🇪🇫🇷": "Anna …", "Ann" + scot: "Ann…", "Ann" + family + "b": "Ann…",
		"अनुराधा": "अनुराधा", "Zoe\u0301 Zoe\u0301": "Zoe\u0301 Z…", family + family: "…",
	} {
		if got := Clip(text, 7); got != want {
			t.Errorf("Clip(%q) = %q, want %q", text, got, want)
		}
	}
}

// Names of many kinds, with a bar between what people see as one character each.
var seenAs = []string{
	"क्ष|त्रि|य| |श्री|का|न्त", "শ্রী|কৃ|ষ্ণ", "શ્રી|લ|ક્ષ્મી", "తె|లు|గు| |క్రి|ష్ణ", "ಕ|ನ್ನ|ಡ| |ಕೃ|ಷ್ಣ", "ਪ੍ਰੀ|ਤ", "ശ്രീ|ല|ക്ഷ്മി", "ක්\u200dර|ම",
	"ស្រី|ស្រ|ស់", "မြ|န္မာ", "น้ำ|ทำ", "த|மி|ழ்", "བོ|ད| |བ|རྒྱ", "김|철|수|ㅎ|한|\u1112\u119e\u11ab", "Z|o\u0324\u0301|e\u0301", "م\u0651\u064e|د|ى| |A|b", "נ\u05b9|ח|ג| |7",
	"🇩🇪|🇫🇷|🏴\u200d☠\ufe0f|1\ufe0f\u20e3", "🧑🏽\u200d🤝\u200d🧑🏻|❤\ufe0f\u200d🔥|🏳\ufe0f\u200d🌈|👍🏿", "م|ی\u200cخ|و|ا|ه|م",
}

// No name is cut within what is seen as one character, however much room it has: by itself, in menus, on buttons, in
// names of threads, in texts and in alt texts. What turns a line about ends where it is cut.
func TestNamesAreCutBetweenWhatIsSeen(t *testing.T) {
	g := all.Games()[0]
	w, start := writer(t, g), beginning(t, g, 2)
	for _, bars := range seenAs {
		name, left := strings.ReplaceAll(bars, "|", ""), map[string]bool{"": true} // what may be left of it
		if got := Clean(name); got != norm.NFC.String(name) {
			t.Errorf("%s is shown as %+q", bars, got)
		}
		long, kept := strings.Repeat(name+".", 40), ""
		for range 40 {
			for _, seen := range append(strings.Split(bars, "|"), ".") {
				kept += Clean(seen)
				left[kept] = true
			}
		}
		clean := Clean(long)
		var parts []string // what may not be left of it too
		for i := range Clip(clean, maxTyped) {
			parts = append(parts, clean[:i])
		}
		m := matchOf(g, start)
		m.Players[0].Name, m.Players[1].Name = long, "Ben"
		p := w.To(Reader{ID: "ben"}, m)
		shown := []string{
			p.ListName(g.Info(), called(nil, long, "b", "c")), w.Public(m).ThreadName(true), p.sees().picture().Alt,
			p.Label("button.bar", "Name", long), p.Say("button.bar", "Name", long), w.Plain("en", nil).Say(games.Say("button.bar", "Name", long)),
			Choice(apart(strings.Repeat("b", 40)+clean), "").Label,
		}
		for most := 2; most < 30; most++ {
			shown = append(shown, Clip(apart(clean), most))
		}
		for _, text := range shown {
			cut := strings.Split(text, "…")
			if strings.Count(text, isolate) != strings.Count(text, isolated) || len(cut) == 1 {
				t.Errorf("%s is shown as %+q", bars, text)
			}
			for _, before := range cut[:len(cut)-1] {
				end := ""
				for _, part := range parts {
					if strings.HasSuffix(before, part) {
						end = part
					}
				}
				if !left[end] {
					t.Errorf("%s is cut to %+q", bars, end)
				}
			}
		}
	}
}

// A match has one name: the game, the options worth telling and the players, without its reader.
func TestListName(t *testing.T) {
	w := writer(t, gametest.Sized{})
	usual := map[string]string{"size": "9", "swap": "on", "start": "here"}
	third := called(usual, "Ann", "Ben")
	third.Number = 3
	first := called(usual, "Ann", "Ben")
	first.Number = 1
	challenge := called(usual, "Ann")
	challenge.Phase, challenge.Invited = storage.Open, &storage.Player{ID: "Ben", Name: "Ben\u202e"}
	table := called(usual, "Ann")
	table.Phase = storage.Open
	for _, c := range []struct {
		head   storage.Head
		reader string
		want   string
	}{
		{called(usual, "Ann", "Ben"), "", "Sized · Ann – Ben"},
		{called(usual, "Ann", "Ben"), "Ann", "Sized · Ben"},
		{first, "Ben", "Sized · Ann"},
		{third, "", "Sized · Ann – Ben · game 3"},
		{third, "Ann", "Sized · Ben · game 3"},
		{called(usual, "Ann", "Ben", "Cleo"), "", "Sized · Ann, Ben, Cleo"},
		{called(usual, "Ann", "Ben", "Cleo"), "Ben", "Sized · Ann, Cleo"},
		{called(usual, "Ann"), "Ann", "Sized"},
		{called(usual, "Ann"), "", "Sized · Ann"},
		{called(nil, "Ann", "Ben"), "Ann", "Sized · Ben"},
		{called(map[string]string{"size": "12", "swap": "off", "start": "there"}, "Ann", "Ben"), "Ann", "Sized 12, no swap, start there · Ben"},
		{called(map[string]string{"size": "big"}, "Ann", "Parlour (hard)"), "Ann", "Sized, big board · Parlour (hard)"},
		{challenge, "", "Sized · Ann – Ben"},
		{challenge, "Ann", "Sized · Ben"},
		{challenge, "Ben", "Sized · Ann"},
		{table, "Ann", "Sized"},
	} {
		if got := w.To(Reader{ID: c.reader}, nil).ListName(gametest.Sized{}.Info(), c.head); got != c.want {
			t.Errorf("the name of %v for %q is %q, want %q", c.head.Lobby, c.reader, got, c.want)
		}
	}
}

// Two matches that would read alike in a list, in its menu or in a completion say since when they are there, on the
// reader's clock. Others don't.
func TestMatchesThatReadAlikeAreToldApart(t *testing.T) {
	w, began := writer(t, gametest.Sized{}), time.Date(2026, 11, 22, 23, 30, 0, 0, time.UTC)
	var live, over []Listed
	for n, plies := range []int{4, 4, 5, 0, 0} {
		head := called(nil, "Ann", "Parlour (easy)")
		head.ID, head.Plies, head.Created, head.Began = strconv.Itoa(n), plies, began, began.Add(time.Duration(n)*time.Hour)
		head.Phase, head.Players[1].ID, head.Players[1].Level = storage.Playing, "opponent-1", games.Easy
		live = append(live, Listed{Head: head, Info: gametest.Sized{}.Info(), Want: match.WantMove})
		head.Phase, head.Places = storage.Over, []int{1, 2}
		over = append(over, Listed{Head: head, Info: gametest.Sized{}.Info()})
	}
	p := w.To(Reader{ID: "Ann", Own: storage.Person{Zone: "Europe/Berlin"}}, nil)
	alone := []string{"Sized · Parlour (easy) · 4 moves", "Sized · Parlour (easy) · 4 moves", "Sized · Parlour (easy) · 5 moves", "Sized · Parlour (easy)", "Sized · Parlour (easy)"}
	since := []string{", since Mon 23 Nov, 00:30", ", since Mon 23 Nov, 01:30", ", since Mon 23 Nov, 02:30", ", since Mon 23 Nov, 03:30", ", since Mon 23 Nov, 04:30"}
	list, finished, named := p.List(live, nil, false, false, Leaf{Text: true}), p.Finished(over, nil, "", nil, Leaf{Text: true}), p.Names(live)
	for i := range live {
		want := alone[i]
		if i != 2 {
			want += since[i]
		}
		if got := list.Rows[0][0].Options[i].Label; got != want || named[i].Label != want || !strings.Contains(strings.ReplaceAll(list.Content, "\\", ""), want+": your turn") {
			t.Errorf("game %d is %q in the menu and %q in a completion, want %q; the list is\n%s", i, got, named[i].Label, want, list.Content)
		}
		if got, want := finished.Rows[0][0].Options[i].Label, "Sized · Parlour (easy)"+since[i]; got != want {
			t.Errorf("the finished game %d is %q, want %q", i, got, want)
		}
	}
}

// Long names are cut so that every player and the number of the game stay in its name.
func TestListNameFits(t *testing.T) {
	long := strings.Repeat("ab", 30)
	head := called(nil, "A"+long, "B"+long, "C"+long, "D"+long, "E"+long)
	head.Number = 12
	got := writer(t, gametest.Sized{}).In("en").ListName(gametest.Sized{}.Info(), head)
	if n := utf8.RuneCountInString(got); n > 100 {
		t.Errorf("a name has %d characters, want at most 100: %s", n, got)
	}
	for _, part := range []string{"Sized", "Aab", "Bab", "Cab", "Dab", "Eab", " · game 12"} {
		if !strings.Contains(got, part) {
			t.Errorf("the name is %q, want %q in it", got, part)
		}
	}
}

// What belongs to an opponent names it without its level, and two of different levels still apart.
func TestOpponentsOwnThingsUnderTheirNumbers(t *testing.T) {
	w := writer(t, gametest.Sized{})
	names := []string{w.In("en").OpponentName(games.Easy, 1), w.In("en").OpponentName(games.Hard, 2)}
	for seat, want := range []string{"Not yet. It's Parlour's turn.", "Not yet. It's Parlour 2's turn."} {
		if said := w.Voice("en", names).Say(games.Say("refuse.turn", "Player", games.Seat(seat))); said != want {
			t.Errorf("of %q it says %q, want %q", names[seat], said, want)
		}
	}
}

// However many games a person plays, and whatever their players are called, the list fits into a
// message. It counts what it leaves out, and its menu has the most urgent games.
func TestListFits(t *testing.T) {
	w, now := writer(t, gametest.Sized{}), time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	var list []Listed
	for n := range 40 {
		head := called(map[string]string{"size": "12", "swap": "off"}, "Ann", strings.Repeat("*_", 25)+strconv.Itoa(n))
		head.ID, head.Guild, head.Channel, head.Message = strconv.Itoa(n), "111111111111111111", "222222222222222222", "333333333333333333"
		head.Clocks = []storage.Clock{{Since: now, Due: now.Add(time.Hour)}, {}}
		list = append(list, Listed{Head: head, Info: gametest.Sized{}.Info(), Want: match.WantMove})
	}
	var tables []*match.Match
	for n := range 4 {
		head := called(map[string]string{"size": "12", "swap": "off"}, strings.Repeat("*_", 25)+strconv.Itoa(n))
		head.ID, head.Home, head.TurnTime = strconv.Itoa(n), "222222222222222222", 36*time.Hour
		tables = append(tables, &match.Match{Match: storage.Match{Head: head}, Game: gametest.Sized{}, Info: gametest.Sized{}.Info()})
	}
	msg := w.To(Reader{ID: "Ann", Lang: "en", Now: now}, nil).List(list, tables, false, true, Leaf{Text: true})
	if n := utf8.RuneCountInString(msg.Content); n > 2000 || !strings.Contains(msg.Content, "… and ") || strings.Count(msg.Content, "is looking") != 4 || len(msg.Rows) > 5 {
		t.Errorf("the list has %d characters and %d rows, want at most 2,000, a count of the rest, and four tables:\n%s", n, len(msg.Rows), msg.Content)
	}
	if !strings.HasPrefix(msg.Content, "40 games wait for you\n[Sized 12, no swap · ") {
		t.Errorf("the list begins with %q", strings.SplitN(msg.Content, "\n", 3)[:2])
	}
	if len(msg.Rows) != 3 || len(msg.Rows[0]) != 1 || len(msg.Rows[0][0].Options) != MaxMenu || msg.Rows[0][0].Options[0].Value != "0" {
		t.Errorf("the list has the rows %v, want a menu of the first %d", msg.Rows, MaxMenu)
	}
}

// A list in pages has each game once, and each page fits into a message of Components V2, in the longest language too.
// Names of 32 characters leave room for ten games a page.
func TestAListInPagesFits(t *testing.T) {
	w, now, rng := writer(t, gametest.Sized{}), time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC), rand.New(rand.NewPCG(1, 2))
	if err := w.words.MakeUp("de"); err != nil {
		t.Fatal(err)
	}
	for i := range 24 {
		name := []string{strings.Repeat("W", 32), strings.Repeat("*_", 25), strings.Repeat("👩\u200d🚀", 20)}[i%3]
		var list []Listed
		for n := range rng.IntN(35) {
			head := called(map[string]string{"size": "12", "swap": "off"}, "Ann", name+strconv.Itoa(n))
			head.ID, head.Guild, head.Channel, head.Message = strings.Repeat("z", 11)+strconv.Itoa(n), "111111111111111111", "222222222222222222", "333333333333333333"
			head.Home, head.Plies, head.Number, head.Asleep = "222222222222222222", 999, 99, rng.IntN(5) == 0
			head.Clocks = []storage.Clock{{Since: now, Due: now.Add(100 * time.Hour)}, {}}
			head.Paused, head.Phase = rng.IntN(4) == 0, []storage.Phase{storage.Playing, storage.Open}[rng.IntN(4)/3]
			l := Listed{Head: head, Info: gametest.Sized{}.Info(), Want: []match.Want{match.WantNothing, match.WantMove, match.WantAnswer, match.WantReturn}[rng.IntN(4)]}
			if rng.IntN(9) == 0 {
				l.Refusal = strings.Repeat("No. ", 40)
			}
			list = append(list, l)
		}
		var tables []*match.Match
		for n := range rng.IntN(5) {
			head := called(map[string]string{"size": "12", "swap": "off"}, name)
			head.ID, head.Home, head.TurnTime = "table"+strconv.Itoa(n), "222222222222222222", 36*time.Hour
			tables = append(tables, &match.Match{Match: storage.Match{Head: head}, Game: gametest.Sized{}, Info: gametest.Sized{}.Info()})
		}
		p, seen := w.To(Reader{ID: "Ann", Lang: []string{"en", "de"}[i/3%2], Now: now}, nil), map[string]int{}
		shown, sections := 0, 0
		for page, last := 0, false; !last; page++ {
			msg := p.List(list, tables, true, true, Leaf{Page: page})
			ids, components := map[string]bool{}, 1+len(msg.Rows)+len(msg.Controls())
			last = true
			for _, s := range msg.Sections {
				if components++; s.Button.ID != "" {
					components++
				}
				if strings.Contains(s.Says, "222222222222222222/333333333333333333") || strings.Contains(s.Button.ID, "table") {
					shown++
				}
			}
			for _, c := range msg.Controls() {
				b, err := ParseButton(c.ID)
				if err != nil || ids[c.ID] || utf8.RuneCountInString(c.Label) > maxLabel {
					t.Fatalf("a page has the button %+v, %v", c, err)
				}
				ids[c.ID] = true
				if b.Match != "" {
					seen[b.Match]++
				}
				last = last && (b.Verb != VerbGames || c.Disabled || c.Label != p.Label("button.page-on"))
			}
			if n := utf8.RuneCountInString(msg.Said()); n > 4000 || components > 40 || len(msg.Sections) > 13 || page > 40 {
				t.Fatalf("page %d has %d characters in %d components, want at most 4,000 in 40:\n%s", page, n, components, msg.Said())
			}
			if sections = len(msg.Sections); !last && i%3 == 0 && sections < onPage {
				t.Errorf("page %d has %d games, want %d:\n%s", page, sections, onPage, msg.Said())
			}
		}
		if want := len(list) + len(tables); shown != want {
			t.Errorf("%d games and tables of %d are shown", shown, want)
		}
		for id, n := range seen {
			if n != 1 {
				t.Errorf("%s has %d buttons", id, n)
			}
		}
	}
}

// A page whose words are too many ends earlier, and says of each game once in which group it is.
func TestAPageHasRoomForItsWords(t *testing.T) {
	long := strings.Repeat("w", 300)
	list := []entry{{says: long}, {group: "list.tables", says: long}, {group: "list.others", says: long}, {group: "list.others", says: long}}
	var got []string
	for _, page := range writer(t).In("en").pages(list, 700) {
		for _, s := range page {
			got = append(got, strings.ReplaceAll(s.Says, long, "…"))
		}
		got = append(got, "|")
	}
	if want := "…,Not begun: …,|,Others to move:,…,…,|"; strings.Join(got, ",") != want {
		t.Errorf("the pages are %q, want %s", got, want)
	}
}

// A match that waits for an answer links to its question, and has a button that opens it.
func TestListLinksToQuestions(t *testing.T) {
	w, now := writer(t, gametest.Sized{}), time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	head := called(nil, "Ann", "Ben")
	head.ID, head.Guild, head.Channel, head.Message = "1", "g", "thread", "board"
	head.Asks = []storage.Ask{
		{Number: 1, About: "draw", By: "Ann", Agreed: []string{"Ann"}, Channel: "thread", Message: "mine"},
		{Number: 2, About: "draw", By: "Ben", Agreed: []string{"Ben"}, Answer: "gone", Channel: "thread", Message: "old"},
		{Number: 3, About: "takeback", By: "Ben", Agreed: []string{"Ben"}, Channel: "thread", Message: "asked"},
	}
	msg := w.To(Reader{ID: "Ann", Lang: "en", Now: now}, nil).List([]Listed{{Head: head, Info: gametest.Sized{}.Info(), Want: match.WantAnswer}}, nil, false, false, Leaf{})
	want := "1 game waits for you\n[Sized · Ben](https://discord.com/channels/g/thread/asked): waits for your answer"
	if msg.Said() != want || len(msg.Rows) != 0 || msg.Sections[0].Button.ID != (Button{Match: "1", Verb: VerbEnter}).String() {
		t.Errorf("the list is %q with the sections %v, want %q with a button that opens it", msg.Said(), msg.Sections, want)
	}
}

// The name of a thread says who plays, then which game, and options only where they are not as usual. Where a side bar
// has no room for it, names are cut. An experiment's mark is short, and an opponent's level is left out.
func TestThreadName(t *testing.T) {
	w := writer(t, gametest.Sized{})
	info := gametest.Sized{}.Info()
	experiment := info
	experiment.Title, experiment.Experiment = "Twist only"+games.ExperimentMark, true
	usual, large := map[string]string{"size": "9", "swap": "on", "start": "here"}, map[string]string{"size": "12", "swap": "off"}
	for _, c := range []struct {
		info    games.Info
		options map[string]string
		names   string
		number  int
		want    string
		nobody  string // without people
	}{
		{info, usual, "Ann,Ben", 1, "Ann – Ben · Sized", "Sized"},
		{info, usual, "Ann,Ben", 3, "Ann – Ben · Sized · game 3", "Sized"},
		{info, large, "Ann,Ben", 0, "Ann – Ben · Sized 12, no swap", "Sized 12, no swap"},
		{info, nil, "Annabelle,Bo", 0, "Annabelle – Bo · Sized", "Sized"},
		{info, nil, "Annabelle,Ben", 0, "Annabel… – Ben · Sized", "Sized"},
		{info, nil, "Ann,Maximilian,Wilhelmina,Chloë,Ed", 0, "Ann, Maximil…, Wilhelm…, Chloë, Ed · Sized", "Sized"},
		{info, nil, "Ann", 0, "Ann · Sized", "Sized"},
		{experiment, nil, "Ann,Ben", 0, "Ann – Ben · Twist only (exp.)", "Twist only (exp.)"},
		{info, nil, "Ann,Parlour (medium)", 0, "Ann – Parlour · Sized", "Sized"},
		{info, nil, "Maximilian,Parlour 2 (medium)", 0, "Maximil… – Parlour 2 · Sized", "Sized"},
	} {
		m := &match.Match{Info: c.info}
		m.Head = called(c.options, strings.Split(c.names, ",")...)
		m.Lang, m.Number = "en", c.number
		if last := &m.Players[len(m.Players)-1]; strings.HasPrefix(last.Name, "Parlour") {
			last.Level, last.ID = games.Medium, "opponent-1"
			if strings.HasPrefix(last.Name, "Parlour 2") {
				last.ID = "opponent-2"
			}
		}
		for people, want := range map[bool]string{true: c.want, false: c.nobody} {
			if got := w.Public(m).ThreadName(people); got != want {
				t.Errorf("the thread of %s is called %q, want %q", c.names, got, want)
			}
		}
	}
}

// A picture of rules, where a reader is called "You", says nothing of a player in a sentence that is wrong of "you".
func TestRulesSpeakToTheReader(t *testing.T) {
	wrong := regexp.MustCompile(`\bYou('s| \w+s)\b`)
	for _, g := range all.Games() {
		msg, err := writer(t).In("").Rules(g)
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Join(append(msg.Picture.Captions, msg.Content, msg.Picture.Alt), "\n")
		if found := wrong.FindString(said); found != "" {
			t.Errorf("the rules of %s say %q", g.Info().Name, found)
		}
	}
}

// The rules of each game fit into a message, also in a language whose sentences are a third longer.
func TestRulesFit(t *testing.T) {
	words, err := locale.New(all.Games())
	if err == nil {
		err = words.MakeUp("de")
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all.Games() {
		msg, err := NewWriter(words, []string{"classic"}).In("de").Rules(g)
		if n := utf8.RuneCountInString(msg.Content); err != nil || n > 2000 {
			t.Errorf("the rules of %s have %d characters, %v, want at most 2,000", g.Info().Title, n, err)
		}
	}
}

// endedGame is a position after the end of a game.
type endedGame struct {
	games.State
	result games.Result
}

func (e endedGame) Result() (games.Result, bool) { return e.result, true }

// The name of a thread at the end begins with a flag and says who won, which stays true while a rematch is played in
// it. It fits into 100 characters.
func TestThreadNameAtTheEnd(t *testing.T) {
	long := strings.Repeat("long", 10)
	for want, c := range map[string]struct {
		players        string
		places, scores []int
	}{
		"Ann 43–16 Ben":                       {"Ann Ben", []int{1, 2}, []int{43, 16}},
		"Annabel… 43–16 Benjami…":             {"Annabelle Benjamina", []int{1, 2}, []int{43, 16}},
		"Ben beat Ann":                        {"Ann Ben", []int{2, 1}, []int{16, 16}},
		"Ann and Ben drew":                    {"Ann Ben", []int{1, 1}, []int{16, 12}},
		"Ben beat Ann ":                       {"Ann Ben", []int{2, 1}, []int{0, 1}},
		"Ann and Ben drew ":                   {"Ann Ben", []int{1, 1}, []int{0, 0}},
		"Cleo beat Ann and Ben":               {"Ann Ben Cleo", []int{3, 2, 1}, nil},
		"Ann and Cleo beat Ben":               {"Ann Ben Cleo", []int{1, 3, 1, 1}, nil},
		"Dummy one beat Ann":                  {"Ann", []int{2, 1}, nil},
		"Ann, because all groups are equal":   {"Ann", []int{1}, nil},
		"longlon… beat longlon… and longlon…": {strings.Repeat(long+" ", 3), []int{1, 2, 3}, nil},
	} {
		result := games.Result{Places: c.places, Scores: c.scores}
		if len(c.places) == 1 {
			result.Reason = games.Say("reason.groups.equal")
		}
		m := &match.Match{Info: gametest.Sized{}.Info(), State: endedGame{result: result}}
		m.Head = called(map[string]string{"size": "12"}, strings.Fields(c.players)...)
		m.Lang, m.Number, m.Phase = "en", 3, storage.Over
		w := writer(t, gametest.Sized{})
		if got, want := w.Public(m).ThreadName(true), "🏁 "+strings.TrimSpace(want)+" · Sized 12"; got != want || utf8.RuneCountInString(got) > 100 {
			t.Errorf("the thread is called %q, want %q", got, want)
		}
		if got := w.Public(m).ThreadName(false); got != "🏁 Sized 12" {
			t.Errorf("without people the thread is called %q", got)
		}
	}
}

// The name of a thread whose game ended without a result says who played, and how it ended.
func TestThreadNameWithoutAResult(t *testing.T) {
	for ended, want := range map[string]string{"off": "called off", match.Moderated: "closed by a moderator"} {
		m := &match.Match{Info: gametest.Sized{}.Info()}
		m.Setup = games.Setup{Options: map[string]string{"size": "12"}}
		m.Lang, m.Number, m.Phase, m.Ended = "en", 3, storage.Off, ended
		m.Players = []storage.Player{{ID: "ann", Name: "Ann"}, {ID: "ben", Name: "Ben"}}
		for people, name := range map[bool]string{true: "🏁 Ann – Ben, " + want + " · Sized 12", false: "🏁 Sized 12"} {
			if got := writer(t, gametest.Sized{}).Public(m).ThreadName(people); got != name {
				t.Errorf("the thread is called %q, want %q", got, name)
			}
		}
	}
}

// Nobody gets a link to a thread before there is a thread, and a board in it.
func TestThreadLink(t *testing.T) {
	for _, c := range []struct{ channel, board, want string }{
		{"home", "", ""}, {"home", "1", ""}, {"thread", "", ""}, {"thread", "1", "https://discord.com/channels/guild/thread"},
	} {
		var m match.Match
		m.Guild, m.Home, m.Channel, m.Thread = "guild", "home", c.channel, true
		m.Live = storage.Board{Channel: c.channel, Message: c.board}
		if got := string(ThreadLink(&m)); got != c.want {
			t.Errorf("the link to %+v is %q", c, got)
		}
	}
}
