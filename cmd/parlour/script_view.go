package main

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/bot/sandbox"
)

// Discord's numbers for a button, and for the style of a button that is a link.
const (
	typeButton = 2
	styleLink  = 5
)

// A place is a channel, a thread, or direct messages: of a person with the bot, or of friends.
type place struct{ name, id string }

// A view is what people see, with names that stay the same from run to run.
type view struct {
	places   []place // two channels, two places of friends, and threads in the order in which they were found
	seen     map[string]*sight
	count    int               // number of messages that were ever seen
	mentions map[string]string // the name for each mention, such as "<@1>"
}

// A sight is a message as it was seen last.
type sight struct {
	sandbox.Message
	place string
	by    []string // names of the people who see it
	text  string   // the message as it is printed, without rows
	rows  string   // the buttons and menus as they are printed
	order int      // number in the order in which messages were first seen
}

func newView(server *sandbox.Server) view {
	v := view{seen: map[string]*sight{}, mentions: map[string]string{}}
	for _, name := range []string{"games", "lounge"} {
		v.places = append(v.places, place{"#" + name, server.Channel(name)})
	}
	friends, group := server.Stage().Befriend()
	v.places = append(v.places, place{"friends", friends}, place{"group", group})
	for _, name := range people {
		v.mentions[server.User(name).Mention()] = "@" + strings.ToUpper(name[:1]) + name[1:]
	}
	v.mentions["<@"+server.BotID()+">"] = "@Parlour"
	return v
}

// place returns the place with a name. For "dm" it is the direct messages of a person.
func (s *script) place(who, name string) (place, error) {
	if name == "dm" && who != "" {
		return place{name, s.discord.User(who).DM()}, nil
	}
	var names []string
	for _, p := range s.places {
		if p.name == name {
			return p, nil
		}
		names = append(names, p.name)
	}
	if who != "" {
		names = append(names, "dm")
	}
	return place{}, fmt.Errorf("there is no place %q: there are %s", name, strings.Join(names, ", "))
}

// look returns all messages in sight: first those that one person sees, then by place and
// by age. The order is the same on every machine, although the answer to a person and the
// messages for everybody race each other.
func (s *script) look() []*sight {
	var all []*sight
	for i := 0; i < len(s.places); i++ { // places grows in the loop
		all = append(all, s.lookAt(s.places[i], people...)...)
	}
	for _, who := range people {
		dm, _ := s.place(who, "dm")
		all = append(all, s.lookAt(dm, who)...)
	}
	private := slices.DeleteFunc(slices.Clone(all), func(m *sight) bool { return !m.Ephemeral })
	public := slices.DeleteFunc(all, func(m *sight) bool { return m.Ephemeral })
	return slices.Concat(private, public)
}

// lookAt returns the messages that some people see in a place, oldest first. It makes a
// new place of each thread that was not known.
func (s *script) lookAt(p place, who ...string) []*sight {
	found := map[string]*sight{}
	for _, name := range who {
		for _, m := range s.discord.User(name).Sees(p.id) {
			if found[m.ID] == nil {
				found[m.ID] = &sight{Message: m, place: p.name}
			}
			found[m.ID].by = append(found[m.ID].by, name)
		}
	}
	all := slices.SortedFunc(maps.Values(found), func(a, b *sight) int {
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	for _, m := range all {
		if m.Thread != "" && s.nameOf(m.Thread) == "" {
			s.places = append(s.places, place{fmt.Sprintf("#thread-%d", len(s.places)-3), m.Thread})
		}
	}
	for _, m := range all { // an answer may link to the thread of a later message
		m.text, m.rows = s.write(m), s.writeRows(m)
	}
	return all
}

// nameOf returns the name of the place with an id; "" for none.
func (v view) nameOf(id string) string {
	for _, p := range v.places {
		if p.id == id {
			return p.name
		}
	}
	return ""
}

// tell prints what has changed in sight, and keeps it.
func (s *script) tell(all []*sight) {
	gone := maps.Clone(s.seen)
	for _, m := range all {
		delete(gone, m.ID)
		before := s.seen[m.ID]
		s.seen[m.ID] = m
		if before == nil {
			s.count++
			m.order = s.count
			s.fresh = false
			fmt.Fprintf(s.out, "%s:\n%s%s%s", m.head(), m.text, m.rows, s.phones(m))
			continue
		}
		m.order = before.order
		switch {
		case before.text != m.text:
			fmt.Fprintf(s.out, "%s, changed:\n%s%s", m.head(), m.text, m.rows)
		case before.rows != m.rows:
			fmt.Fprintf(s.out, "%s, changed:\n%s  …\n%s", m.head(), m.first(), cmp.Or(m.rows, "  (nothing to click any more)\n"))
		}
	}
	for _, m := range slices.SortedFunc(maps.Values(gone), byOrder) {
		delete(s.seen, m.ID)
		fmt.Fprintf(s.out, "%s, gone:\n%s", m.head(), m.first())
	}
}

func byOrder(a, b *sight) int { return cmp.Compare(a.order, b.order) }

// first returns the first line of a message.
func (m *sight) first() string {
	line, _, _ := strings.Cut(m.text, "\n")
	return line + "\n"
}

// head says where a message is, who sees it, and who wrote it if the bot did not.
func (m *sight) head() string {
	who := "everybody"
	if friends := m.place == "friends" || m.place == "group"; len(m.by) < len(people) && (m.Ephemeral || !friends) {
		who = "only " + strings.Join(m.by, ", ")
	}
	if slices.Contains(people, m.Author) {
		who += ", by " + m.Author
	}
	return m.place + ", " + who
}

// write returns a message as it is printed, without its rows.
func (s *script) write(m *sight) string {
	var b strings.Builder
	if m.Thinking {
		b.WriteString(s.indent("  ", "(Parlour is thinking)"))
	}
	if m.Notice != "" {
		b.WriteString(s.indent("  ", "(Parlour "+m.Notice+")"))
	}
	if m.Content != "" {
		b.WriteString(s.indent("  ", escaped.ReplaceAllString(m.Content, "$1")))
	}
	for _, a := range m.Attachments {
		b.WriteString(s.indent("  ", "attached: "+a.Name))
		if a.Alt != "" {
			b.WriteString(s.indent("    ", a.Alt))
		}
	}
	if m.Thread != "" {
		b.WriteString(s.indent("  ", "has a thread: "+s.nameOf(m.Thread)))
	}
	return b.String()
}

// writeRows returns the buttons and menus of a message as they are printed.
func (s *script) writeRows(m *sight) string {
	var b strings.Builder
	for _, row := range m.Rows {
		b.WriteString(s.indent("  ", writeRow(row)))
	}
	return b.String()
}

// indent indents a text and replaces ids in it.
func (s *script) indent(by, text string) string {
	var b strings.Builder
	for _, line := range strings.Split(s.plain(text), "\n") {
		fmt.Fprintln(&b, strings.TrimRight(by+line, " "))
	}
	return b.String()
}

// writeRow returns a row of buttons, or a menu with a line for each choice.
func writeRow(row []sandbox.Component) string {
	var parts []string
	for _, c := range row {
		label := strings.TrimSpace(c.Emoji + " " + c.Label + c.Placeholder)
		if c.Disabled {
			label += " (off)"
		}
		switch {
		case c.Type == typeButton && c.Style == styleLink:
			parts = append(parts, "["+label+"]("+c.URL+")")
		case c.Type == typeButton:
			parts = append(parts, "["+label+"]")
		default:
			parts = append(parts, "{"+label+"}")
		}
		for _, o := range c.Options {
			parts[len(parts)-1] += "\n  " + pair(o.Value, o.Label)
		}
	}
	return strings.Join(parts, " ")
}

// pair returns a value and its label, or only the value if they are equal.
func pair(value, label string) string {
	if value == label {
		return value
	}
	return value + " = " + label
}

// phones lists the people whom a message notifies, with the words of the notification.
func (s *script) phones(m *sight) string {
	var b strings.Builder
	for _, who := range m.by {
		for _, n := range s.discord.User(who).Notifications() {
			if n.Message == m.ID {
				// a notification without words only says where it is from
				text := strings.TrimSuffix(n.From+": "+strings.ReplaceAll(n.Text, "\n", " "), ": ")
				fmt.Fprintf(&b, "  on %s's phone: %s\n", who, s.plain(text))
			}
		}
	}
	return b.String()
}

// suggest prints what a person is offered while they type.
func (s *script) suggest(who string, all []sandbox.Choice) {
	fmt.Fprintf(s.out, "only %s, while typing:\n", who)
	for _, c := range all {
		fmt.Fprintf(s.out, "  %s\n", s.plain(pair(c.Value, c.Name)))
	}
	if len(all) == 0 {
		fmt.Fprintln(s.out, "  (nothing)")
	}
}

var (
	mention = regexp.MustCompile(`<[@#]\d+>`)
	slash   = regexp.MustCompile(`<(/[a-z]+):\d+>`)
	escaped = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])") // as Discord has it, which shows no backslash
	moment  = regexp.MustCompile(`<t:(-?\d+)(?::(\w))?>`)
	link    = regexp.MustCompile(`https://discord\.com/channels/[^/\s]+/(\d+)(/\d+)?`)
)

// plain replaces ids, mentions, times and links in a text by what people read.
func (s *script) plain(text string) string {
	text = mention.ReplaceAllStringFunc(s.store.named(text), func(found string) string {
		id := strings.Trim(found, "<#>")
		return cmp.Or(s.mentions[found], s.nameOf(id), found[1:2]+"unknown")
	})
	text = slash.ReplaceAllString(text, "$1")
	text = moment.ReplaceAllStringFunc(text, momentText)
	return link.ReplaceAllStringFunc(text, func(found string) string {
		place := "a place that is gone" // a link into an earlier sandbox
		if strings.Contains(found, "/@me/") {
			place = "dm"
		}
		return "(link to " + cmp.Or(s.nameOf(link.FindStringSubmatch(found)[1]), place) + ")"
	})
}

// momentText returns a time as people read it: the distance from now, or the time in UTC.
func momentText(found string) string {
	parts := moment.FindStringSubmatch(found)
	seconds, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return found
	}
	at := time.Unix(seconds, 0)
	if parts[2] != "R" {
		return at.UTC().Format("Mon 2 Jan 15:04 UTC")
	}
	away := time.Until(at).Round(time.Minute)
	for _, unit := range []struct {
		name string
		long time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}} {
		if away.Abs() < unit.long && unit.long > time.Minute {
			continue
		}
		n := int(away.Abs().Round(unit.long) / unit.long)
		text := fmt.Sprintf("%d %s", n, unit.name)
		if n != 1 {
			text += "s"
		}
		if away < 0 {
			return text + " ago"
		}
		return "in " + text
	}
	return found
}

// uses lists what can be used of a component. For a button it is the label; for a menu,
// the values and the labels of its lines.
func uses(c sandbox.Component, what string) (names, others []string) {
	if what == "button" && c.Type == typeButton && c.Style != styleLink {
		return []string{c.Label}, nil
	}
	if what == "menu" {
		for _, o := range c.Options {
			names, others = append(names, o.Value), append(others, o.Label)
		}
	}
	return names, others
}

// find returns the id of the newest message that a person sees, in a place or, for the
// zero place, anywhere, and that has a button or a menu with a line. It prefers one that
// can be used to one that is disabled.
func (s *script) find(who string, at place, what, name string) (string, error) {
	var found, off string
	var there []string
	for _, m := range slices.SortedFunc(maps.Values(s.seen), byOrder) {
		if !slices.Contains(m.by, who) || at != (place{}) && m.place != at.name {
			continue
		}
		for _, c := range slices.Concat(m.Rows...) {
			names, others := uses(c, what)
			has := slices.Contains(names, name) || slices.Contains(others, name)
			switch {
			case has && c.Disabled:
				off = m.ID
			case has:
				found = m.ID
			case !c.Disabled:
				there = append(there, names...)
			}
		}
	}
	if found != "" || off != "" {
		return cmp.Or(found, off), nil
	}
	slices.Sort(there)
	return "", fmt.Errorf("%s sees no %s: there is %s", who, map[string]string{
		"button": fmt.Sprintf("button %q", name), "menu": fmt.Sprintf("menu with %q", name),
	}[what], cmp.Or(s.plain(strings.Join(slices.Compact(there), ", ")), "none at all"))
}
