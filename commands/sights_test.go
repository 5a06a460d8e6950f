package commands_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/world"
	"parlour/games/permutations"
	"parlour/storage"
)

// sightsFile says what each may get, by the answer. It is golden.
const sightsFile = "testdata/sights/sights.golden"

// A sight is a match in a moment, played by Ann and Ben in a channel that not everybody sees.
type sight struct {
	name, channel string
	script        string
}

var sights = []sight{
	{"a table", "hidden", "ann in hidden /play game:permutations first:me"},
	{"a rated table, whose channel was hidden after it opened", "hidden", `
		views hidden
		ann in hidden /play game:magic rated:on
		views hidden -guild +ann +ben +mo`},
	{"a game in which Ann has bid in secret", "hidden", secretBid},
	{"a game that goes on", "hidden", goesOn},
	{"a game that is over", "hidden", isOver},
	{"a game that is over, while the other of its match goes on", "hidden", `
		ann in hidden /play game:permutu options:symbols=3 match:two opponent:ben
		ben in hidden clicks Accept on 1
		ann in hidden presses 1:1:0:resign`},
	{"a game among friends in which Ann has bid in secret", "friends", strings.ReplaceAll(secretBid, "hidden", "friends")},
	{"a game among friends that goes on", "friends", strings.ReplaceAll(goesOn, "hidden", "friends")},
}

const secretBid = `
	ann in hidden /play game:permutations first:me
	ben in hidden clicks Join on 1
	ann in hidden clicks Start on 1
	ann in hidden /bid bid:47`

const isOver = `
	ann in hidden /play game:magic opponent:ben first:me
	ben in hidden clicks Accept on 1
	ann in hidden plays b2U
	ann in hidden /draw
	ben in hidden clicks Agree on 4`

const goesOn = `
	ann in hidden /play game:permute opponent:ben first:me
	ben in hidden clicks Accept on 1
	ann in hidden plays Cd3-d4
	ann in hidden /draw`

// A viewer is a person who asks, and the channel where they do; empty for that of the match.
type viewer struct{ name, who, channel string }

var viewers = []viewer{
	{"a stranger in another channel", "cleo", "games"},
	{"a stranger in the bot's direct messages", "cleo", world.DM + "cleo"},
	{"a stranger among friends of their own", "cleo", "friends-of-cleo"},
	{"an onlooker", "dan", ""},
	{"the other player", "ben", ""},
	{"a moderator", moderator, ""},
	{"a moderator in another channel", moderator, "games"},
}

// pressed is what the buttons of some verbs carry: their steps, after "=" the value that is chosen there, and after "~"
// the text that is typed.
var pressed = listed(`
	=ben: invited
	0: accept take dismiss seat give keepseat pick page point
	1: yes no
	0:easy: engage
	0: option
	resign: ask
	film: post
	3: confirm open
	permute: rules learn teach
	permute:0:page:0: lesson
	x:0 =permute: choose
	magic: practise
	record =1: which
	=1: game
	Cd3-d4: another
	~plum: say
	~Berlin: zone
	~3: type
	=contrast: palette
	sure: close
	games: server
	ann: bar
	::month:1: top
	=ann: unblock
`)

// listed reads a list of words, each with what stands before its line.
func listed(list string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(list)) {
		what, words, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for word := range strings.FieldsSeq(words) {
			all[word] = what
		}
	}
	return all
}

// given are the options of some commands beside the game.
var given = map[string]map[string]string{
	"move": {"move": "3"}, "bid": {"bid": "3"}, "play": {"game": "no such game"}, "away": {"until": "5"}, "rules": {"game": "permute"}, "learn": {"game": "permute"},
}

// ofNobody are verbs and commands whose answer is not about the match that is named, if one is.
var ofNobody = strings.Fields(`/play /games /profile /top top /settings /server server /doctor /away /help /rules /learn next zone setting fill unblock direct check back keep games
	/puzzle puzzle solve practise learn teach lesson finished fresh begin choose results rules /privacy mydata forgetme eraseme keepme`)

// everything lists what can be asked about a match: each verb, and each command with a slash.
func everything(s *commands.Service) []string {
	all := commands.Verbs()
	for _, d := range s.Definitions("") {
		all = append(all, "/"+d.Name)
	}
	return all
}

// requestOf returns what a viewer sends: a command about match 1, or the press of a forged button
// about it.
func requestOf(w *talk, v viewer, what string, turn int) commands.Request {
	w.requests++
	r := commands.Request{ID: strconv.Itoa(w.requests), By: person(v.who), Guild: "guild", Channel: v.channel, Lang: "en-GB", PlaceLang: "en-US", Moderates: v.who == moderator || v.who == manager, Manages: v.who == manager}
	if r.Guest = strings.HasPrefix(v.channel, world.Friends); r.Guest || strings.HasPrefix(v.channel, world.DM) {
		r.Guild = ""
	}
	r.Posts = r.Guild != ""
	if command, ok := strings.CutPrefix(what, "/"); ok {
		r.Command, r.Options = command, map[string]string{"game": "1"}
		maps.Copy(r.Options, given[command])
		return r
	}
	b := message.Button{Match: "1", Turn: turn, Verb: message.Verb(what)}
	if slices.Contains([]string{"which", "game", "next"}, what) {
		b.Match, b.Turn = "", 0
	}
	for part := range strings.FieldsSeq(pressed[what]) {
		value, chosen := strings.CutPrefix(part, "=")
		typed, types := strings.CutPrefix(part, "~")
		switch {
		case chosen:
			r.Values = []string{value}
		case types:
			r.Typed, r.Filled = &typed, map[string][]string{message.TypedField: {typed}}
		default:
			b.Steps = strings.Split(part, ":")
		}
	}
	r.Button = b.String()
	if r.Guest { // pressed on what all there see
		r.Message = strconv.Itoa(max(1, len(w.Posts)))
	}
	return r
}

// told is all that a reply says in words.
func told(m message.Message) string {
	said := m.Said()
	for _, c := range m.Controls() {
		said += "\n" + c.Label
		for _, o := range c.Options {
			said += "\n" + o.Label
		}
	}
	for _, p := range []*message.Picture{m.Picture, m.Better} {
		if p != nil {
			said += "\n" + p.Alt
		}
	}
	return said
}

// shows says in a line what a reply shows: what it says first, and what comes with it.
func shows(reply commands.Reply) string {
	m := reply.Message
	said, _, _ := strings.Cut(m.Content, "\n")
	for _, comes := range []struct {
		what  string
		there bool
	}{
		{"a picture", m.Picture != nil}, {"a film", m.Animation != nil}, {"a file", m.File != nil}, {"a form", reply.Form != nil},
		{"seen by all", reply.Public},
	} {
		if comes.there {
			said += " + " + comes.what
		}
	}
	return said
}

// wantHidden checks that a stranger gets nothing of a match.
func wantHidden(t *testing.T, at string, reply commands.Reply, before, after storage.Head) {
	t.Helper()
	m := reply.Message
	if m.Picture != nil && !strings.Contains(at, "rules") || m.File != nil || m.Animation != nil || reply.Public || reply.Aloud != nil || reply.Form != nil && !strings.Contains(at, "zone") {
		t.Errorf("%s: there is a picture, a file or a form: %q", at, m.Content)
	}
	for _, name := range []string{"Ann", "Ben"} {
		if strings.Contains(told(m), name) {
			t.Errorf("%s: it says %q", at, told(m))
		}
	}
	if after.Version != before.Version {
		t.Errorf("%s: the match is changed", at)
	}
	if said := "That game isn't played here. Use /board in its own channel."; m.Content != said {
		t.Errorf("%s: it says %q, want %q", at, m.Content, said)
	}
}

// wantNoHand checks that nobody sees the hand or the bid of Ann.
func wantNoHand(t *testing.T, at string, m message.Message) {
	t.Helper()
	if m.Picture == nil {
		return
	}
	if v, ok := m.Picture.View.(permutations.View); ok && (v.Sides[0].Hand != nil || v.Sides[0].Bid != permutations.None) {
		t.Errorf("%s: Ann's hand is shown", at)
	}
}

// annsNote is what Ann has written to herself about each sight.
const annsNote = "watch the corner"

// begun returns a talk in which a sight has come about. Ann, Ben and moderators alone view the hidden channel.
func (s sight) begun(t *testing.T) *talk {
	w := newTalk(t)
	w.arrange("hidden", []string{"-guild", "+ann", "+ben", "+mo"})
	w.tell(t, s.script)
	if err := w.service.KeepNote(t.Context(), "ann", "1", annsNote); err != nil {
		t.Fatal(err)
	}
	return w
}

// seenBy asks everything about a sight as a viewer, and lists it by the answer.
func (s sight) seenBy(t *testing.T, v viewer) string {
	if v.channel == "" {
		v.channel = s.channel
	}
	w := s.begun(t)
	byAnswer, noted := map[string][]string{}, false
	for _, what := range everything(w.service) {
		at := fmt.Sprintf("%s: %s: %s", s.name, v.name, what)
		before := w.head(t, "1")
		turn := 0
		if len(w.Posts) > 1 {
			turn = first(w.Posts[len(w.Posts)-1]).Turn
		}
		reply := w.service.Handle(t.Context(), requestOf(w, v, what, turn))
		after := w.head(t, "1")
		wantNoHand(t, at, reply.Message)
		if strings.Contains(told(reply.Message), annsNote) {
			noted = true
			if v.who != "ann" || reply.Public {
				t.Errorf("%s: Ann's note is shown", at)
			}
		}
		if v.who == "cleo" && !slices.Contains(ofNobody, what) {
			wantHidden(t, at, reply, before, after)
		}
		answer := shows(reply)
		if after.Version != before.Version {
			answer += " + it is changed"
		}
		if after.Version != before.Version || what == "eraseme" { // of whom nothing is known from then on
			w = s.begun(t)
		}
		byAnswer[answer] = append(byAnswer[answer], what)
	}
	for _, p := range w.Posts {
		if strings.Contains(told(p.Newest()), annsNote) {
			t.Errorf("%s: %s: Ann's note is posted", s.name, v.name)
		}
	}
	if !noted && v.who == "ann" {
		t.Errorf("%s: %s: Ann never sees her note", s.name, v.name)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "## %s: %s\n", s.name, v.name)
	for _, answer := range slices.Sorted(maps.Keys(byAnswer)) {
		fmt.Fprintf(&text, "%s\n\t%s\n", answer, strings.Join(byAnswer[answer], " "))
	}
	return text.String()
}

// Every verb and every command, forged or not, gives a stranger nothing of a match in a channel
// that they do not see, and leaves it as it is. An onlooker gets what everybody there may see, and
// a player nothing of another's hand. The golden file says what each gets.
//
//test:unwatched
func TestWhatEachMayGet(t *testing.T) {
	t.Parallel()
	parts := make([]string, len(sights)*len(viewers))
	t.Run("each", func(t *testing.T) {
		for i := range parts {
			t.Run(strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				parts[i] = sights[i/len(viewers)].seenBy(t, viewers[i%len(viewers)])
			})
		}
	})
	got := strings.Join(parts, "\n")
	if *update {
		if err := os.WriteFile(sightsFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(sightsFile)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, sightsFile, string(want), got)
}

// Completions tell a stranger and an onlooker nothing of a match that they name.
func TestCompletionsTellOthersNothing(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.tell(t, secretBid)
	asked := 0
	for _, d := range w.service.Definitions("") {
		for _, p := range d.Options {
			if !p.Completes || slices.Contains([]string{"play", "rules", "learn", "top"}, d.Name) { // those complete the names of games to play
				continue
			}
			for _, v := range viewers[:4] {
				v.channel = cmp.Or(v.channel, "hidden")
				r := requestOf(w, v, "/"+d.Name, 0)
				r.Focus = p.Name
				if p.Name == "game" {
					r.Options[p.Name] = ""
				}
				if got := w.service.Handle(t.Context(), r).Choices; len(got) > 0 && d.Name != "settings" && d.Name != "away" && p.Name != "zone" {
					t.Errorf("%s is offered %v for %s of /%s", v.name, got, p.Name, d.Name)
				}
				asked++
			}
		}
	}
	if asked < 4*10 {
		t.Errorf("%d completions were asked for, want those of all commands", asked)
	}
}

// A rematch in which somebody else has their place by now is not shown to a player of the game
// before it, from a channel that does not see it.
func TestARematchIsHiddenFromOneWhoLeftIt(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.tell(t, isOver)
	w.tell(t, `
		ann in hidden /rematch
		ben in hidden clicks Accept on 6
		ann in hidden clicks More on 7 > Offer my place
		ann in hidden clicks Yes, offer it
		cleo in hidden clicks Take Ann's place on 8
		+ Cleo
		ann in games presses 1:1:0:rematch
		- Cleo
		ann in hidden presses 1:1:0:rematch
		+ Cleo
	`)
}

// Strangers, and the opener, who press a button of a question to others are told whose it is. They are never sent to the
// table on which the button stands, nor told that the button is old.
func TestButtonsOfAQuestionSayWhoseTheyAre(t *testing.T) {
	for name, script := range map[string]string{
		"a challenge":   "ann /play game:permute opponent:ben first:me",
		"an invitation": "ann /play game:catchup with:ben",
		"a table":       "ann /play game:permutations",
		"a full table":  "ann /play game:permutations\nben clicks Join on 1\ndan clicks Join on 1\neve clicks Join on 1\nfay clicks Join on 1",
		"a draw":        asked("draw"), "a takeback": asked("takeback"), "a rematch": asked("resign") + "\nann /rematch",
		"a declined challenge": "ann /play game:permute opponent:ben first:me\nben clicks Decline on 1",
	} {
		for _, who := range []string{"ann", "cleo"} {
			w, pressed := newTalk(t), 0
			w.tell(t, script)
			var posted []message.Message
			for _, p := range w.Posts {
				posted = append(posted, p.Newest())
			}
			for _, m := range posted {
				for _, b := range slices.Concat(m.Rows...) {
					if b.ID == "" || who == "ann" && b.Label != "Block" {
						continue
					}
					pressed++
					r := commands.Request{ID: fmt.Sprint("press-", pressed), By: person(who), Guild: "guild", Channel: "games", Lang: "en-GB", PlaceLang: "en-US", Posts: true, Button: b.ID}
					said := w.service.Handle(t.Context(), r).Message.Content
					if strings.Contains(said, "Go to its table") || strings.Contains(said, "older Parlour") || strings.Contains(said, "broke") {
						t.Errorf("%s: %s presses %s and is told %q", name, who, b.Label, said)
					}
				}
			}
			if pressed == 0 && who != "ann" {
				t.Errorf("%s has no button", name)
			}
		}
	}
}

// asked is a game in which Ann gives a command after her move.
func asked(command string) string {
	return "ann /play game:permute opponent:ben first:me\nben clicks Accept on 1\nann plays Cd3-d4\nann /" + command
}
