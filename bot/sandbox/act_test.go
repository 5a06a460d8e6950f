package sandbox

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// person is what somebody does, in a place or in #games.
func (p *script) person(who string, words []string) (c came) {
	in, ctx := games, within(p.t)
	if words[0] == "in" {
		in, words = words[1], words[2:]
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	if n := len(words) - 1; words[n] == "&" { // goes on meanwhile
		p.late = make(chan came, 1)
		go func() { p.late <- p.person(who, append([]string{"in", in}, words[:n]...)) }()
		return c
	}
	u, verb, words := p.s.User(who), words[0], words[1:]
	all := strings.Join(words, " ")
	reads := func(m *Message, err error) came {
		p.wantDone()
		c := said(err)
		if c.is = text(m); m != nil {
			raw, _ := json.Marshal(m)
			if c.id, c.has = m.ID, string(raw); m.Modal != nil {
				p.forms[who] = m.Modal
			}
		}
		return c
	}
	for len(p.asked) > 0 && verb != "sees" && verb != "pings" {
		<-p.asked
	}
	switch verb {
	case "say":
		return reads(u.Say(in, all))
	case "click":
		return reads(u.Click(ctx, words[0], words[1]))
	case "pick": // in a menu of a message; - is any
		return reads(u.Choose(ctx, words[0], strings.Trim(words[1], "-"), words[2:]...))
	case "press": // what need not be there
		return reads(u.Press(ctx, words[1], words[0], words[2:]...))
	case "submit": // field=text, or fields in JSON
		if strings.HasPrefix(all, "{") {
			var fields map[string]filled
			if err := json.Unmarshal([]byte(all), &fields); err != nil {
				p.t.Fatal(err)
			}
			return reads(u.SubmitPicks(ctx, p.forms[who], picks(fields)))
		}
		field, text, _ := strings.Cut(all, "=")
		return reads(u.Submit(ctx, p.forms[who], map[string]string{field: text}))
	case "use": // a command on somebody or a message
		name, on, _ := strings.Cut(all, " on ")
		if on[0] >= '0' && on[0] <= '9' {
			return reads(u.UseOnMessage(ctx, on, name))
		}
		return reads(u.UseOnUser(ctx, in, on, name))
	case "complete":
		choices, err := u.Complete(ctx, in, all)
		p.wantDone()
		c = said(err)
		c.is = strings.Join(world.List(choices, func(c Choice) string { return c.Name + "=" + c.Value }), ", ")
	case "upload":
		id, err := u.Upload(words[0], file(words[1]))
		c = said(err)
		c.id = id
	case "dismiss":
		return said(u.Dismiss(words[0]))
	case "reload":
		u.Reload()
	case "offered":
		p.s.d.Lock()
		defer p.s.d.Unlock()
		names := world.List(p.s.d.Available(u.u, p.s.d.Channels[in]), func(c *rule.Command) string { return c.Name })
		slices.Sort(names)
		c.is = strings.Join(names, " ")
	case "sees":
		all := u.Sees(in)
		raw, _ := json.Marshal(all)
		c.has, c.is = string(raw), strings.Join(world.List(all, func(m Message) string { return text(&m) }), " / ")
		for _, m := range all { // the first message, or the newest notice
			if c.id == "" || m.Notice != "" {
				c.id = m.ID
			}
		}
		if all == nil {
			c.is = "-"
		}
	case "pings":
		notes := u.Notifications()
		p.s.d.Lock()
		defer p.s.d.Unlock()
		c.is = strings.Join(world.List(notes, func(n world.Notification) string { return n.From + ": " + n.Text }), " / ")
		c.has = fmt.Sprint(len(notes), " of ", u.u.Noted)
	case "places":
		raw, _ := json.Marshal(u.Places())
		c.has = string(raw)
	default:
		if verb[0] != '/' {
			p.t.Errorf("a script has no such line: %s %s", who, verb)
			return c
		}
		return reads(u.Slash(ctx, in, strings.TrimSpace(verb+" "+all)))
	}
	return c
}

// text is a message as a person reads it.
func text(m *Message) string {
	switch {
	case m == nil:
		return "nothing"
	case m.Modal != nil:
		return "form " + m.Modal.Title
	case m.Notice != "":
		return "*" + m.Notice + "*"
	}
	var is []string
	note := func(ok bool, what string) {
		if ok {
			is = append(is, what)
		}
	}
	note(m.Ephemeral, "only you")
	note(m.Thinking, "thinking")
	note(m.Edited, "edited")
	note(m.Silent, "silent")
	note(len(m.Pings) > 0, "pings "+strings.Join(m.Pings, " "))
	note(m.Everyone, "everyone")
	for _, a := range m.Attachments {
		note(true, strings.TrimSpace("+"+a.Name+" "+a.Alt))
	}
	for _, row := range m.Rows {
		note(true, fmt.Sprint(world.List(row, func(c Component) string { return cmp.Or(c.Label, c.Placeholder, c.CustomID) })))
	}
	note(m.Embeds != nil, "embed")
	note(m.ReplyTo != "", "re "+m.ReplyTo)
	note(m.Thread != "", "thread")
	out := m.Author + ": " + m.Content
	if is != nil {
		out += " (" + strings.Join(is, ", ") + ")"
	}
	return out
}
