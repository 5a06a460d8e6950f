package probe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// messages are the rules of docs/sandbox.md under "Messages" and "Mentions and notifications".
var messages = []rule{
	guess(tried("Nothing in code is a mention.", "1 mention outside, 0 in code", func(t *try) string {
		allowed, self := body{"parse": []string{"users"}}, "<@"+t.me+">"
		outside := t.post(t.Channel, body{"content": mark + ": " + self, "allowed_mentions": allowed})
		inside := t.post(t.Channel, body{"content": mark + ": `" + self + "`", "allowed_mentions": allowed})
		return fmt.Sprintf("%d mention outside, %d in code", len(outside.Mentions), len(inside.Mentions))
	})),
	guess(tried("In a channel, messages of more than an hour may be edited three times in 6 s.", "200; 200; 200; 429, 30046",
		func(t *try) string {
			hour := snowflake(t.Now().Add(-time.Hour - time.Minute))
			own := func(m message) bool { return m.Author.ID == t.me && m.Content != "" && m.Type == 0 }
			old := t.among("&before="+hour, "the bot has no text of more than an hour among the newest there", own)
			var got []string
			for range 4 {
				got = append(got, t.doOften("PATCH", t.at(old.ID), asItIs(old)).String())
			}
			return strings.Join(got, "; ")
		})),
	guess(tried("Of the roles in a message, those are mentioned whose ids are in allowed_mentions.", "1 with its id, 0 without",
		func(t *try) string {
			role := t.ownRole()
			mentions := func(roles ...string) int {
				allowed := body{"parse": []string{}, "roles": roles}
				return len(t.post(t.Channel, body{"content": mark + ": <@&" + role + ">", "allowed_mentions": allowed}).Roles)
			}
			return fmt.Sprintf("%d with its id, %d without", mentions(role), mentions())
		})),
	guess(tried("allowed_mentions may name a role that is gone.", "200", func(t *try) string {
		return t.tryPost(t.Channel, body{"allowed_mentions": body{"parse": []string{}, "roles": []string{t.nobody()}}}, nil).String()
	})),
	tried("An edit with no role in allowed_mentions mentions none.", "1, then 0", func(t *try) string {
		role := t.ownRole()
		m := t.post(t.Channel, body{"content": mark + ": <@&" + role + ">", "allowed_mentions": body{"roles": []string{role}}})
		before := len(m.Roles)
		t.need("PATCH", t.at(m.ID), body{"content": mark + ": <@&" + role + "> again", "allowed_mentions": body{"parse": []string{}}}, &m)
		return fmt.Sprintf("%d, then %d", before, len(m.Roles))
	}),
	tried("A message with flag 4096 keeps it.", "yes", func(t *try) string {
		m := t.post(t.Channel, nil)
		t.need("GET", t.at(m.ID), nil, &m)
		return yes(m.Flags&silent != 0)
	}),
	tried("The bot cannot edit another's message.", "403, 50005", func(t *try) string {
		others := func(m message) bool { return m.Author.ID != t.me && m.Content != "" }
		m := t.among("", "nobody else wrote one of the newest messages there", others)
		return t.do("PATCH", t.at(m.ID), asItIs(m), nil).String()
	}),
	tried("A list of messages is newest first.", "yes", func(t *try) string {
		first, second := t.post(t.Channel, nil), t.post(t.Channel, nil)
		var all []message
		t.need("GET", in(t.Channel)+"?limit=2", nil, &all)
		return yes(len(all) == 2 && all[0].ID == second.ID && all[1].ID == first.ID)
	}),
	tried("Ids ascend.", "yes", func(t *try) string {
		first, second := t.post(t.Channel, nil), t.post(t.Channel, nil)
		return yes(madeAt(first.ID).Before(madeAt(second.ID)) || len(first.ID) == len(second.ID) && first.ID < second.ID)
	}),
	// The header has whole seconds.
	tried("The header Date is of the clock that makes the ids.", "yes", func(t *try) string {
		var m message
		got := t.tryPost(t.Channel, nil, &m)
		date, err := time.Parse(time.RFC1123, got.Header.Get("Date"))
		if t.err == nil && err != nil {
			return "no date"
		}
		return yes(date.Sub(madeAt(m.ID)).Abs() <= 2*time.Second)
	}),
}

// ownRole returns the id of a role that the bot has: nobody is notified by the mention of its own.
func (t *try) ownRole() string {
	var self struct{ Roles []string }
	t.need("GET", "guilds/"+t.guild+"/members/"+t.me, nil, &self)
	if t.err == nil && len(self.Roles) == 0 {
		t.fail("the bot has no role there")
	}
	return strings.Join(self.Roles[:min(1, len(self.Roles))], "")
}

// among returns the newest message of a list of the channel that is accepts, or fails for a reason.
func (t *try) among(query, reason string, is func(message) bool) message {
	var all []message
	t.need("GET", in(t.Channel)+"?limit=100"+query, nil, &all)
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i]
	}
	t.fail(reason)
	return message{}
}

// asItIs makes the body of an edit that changes nothing of a message.
func asItIs(m message) body {
	return body{"content": m.Content, "allowed_mentions": body{"parse": []string{}}}
}

// discordEpoch is the first millisecond of 2015, at which ids begin.
const discordEpoch = 1420070400000

// snowflake returns the least id of a time.
func snowflake(at time.Time) string {
	return strconv.FormatInt((at.UnixMilli()-discordEpoch)<<22, 10)
}

// madeAt returns the time in an id.
func madeAt(id string) time.Time {
	n, _ := strconv.ParseInt(id, 10, 64)
	return time.UnixMilli(n>>22 + discordEpoch)
}

// nonces are the rules about nonces. Those that wait are begun before all other rules.
var nonces = []rule{
	tried("If a nonce is enforced, a repeated one returns the first message.", "200, the first message",
		func(t *try) string {
			n := t.nonce("twice")
			return t.again(n, t.post(t.Channel, body{"nonce": n, "enforce_nonce": true}).ID, true)
		}),
	tried("If it is not enforced, a repeated one makes another message.", "200, another message", func(t *try) string {
		n := t.nonce("free")
		return t.again(n, t.post(t.Channel, body{"nonce": n}).ID, false)
	}),
	tried("A repeated nonce whose message was deleted is refused.", "404, 10008", func(t *try) string {
		n := t.nonce("gone")
		m := t.post(t.Channel, body{"nonce": n, "enforce_nonce": true})
		t.need("DELETE", t.at(m.ID), nil, nil)
		return t.again(n, m.ID, true)
	}),
	remember("A nonce is still remembered after 90 s.", "200, the first message", 90*time.Second, false),
	remember("A nonce is still remembered after 4 min 45 s.", "200, the first message", 285*time.Second, true),
	remember("A nonce is forgotten after 5 min 15 s.", "200, another message", 315*time.Second, true),
}

// again posts a message with a nonce that another message had, and says which message came.
func (t *try) again(nonce, first string, enforced bool) string {
	var m message
	got := t.tryPost(t.Channel, body{"nonce": nonce, "enforce_nonce": enforced}, &m)
	return got.also(word(m.ID == first, "the first message", "another message"))
}

// nonce makes a nonce that no other run uses.
func (t *try) nonce(name string) string {
	return name + "-" + strconv.FormatInt(t.Now().UnixMilli(), 36)
}

// remembered is a nonce that was used, the message that it made, and when.
type remembered struct {
	nonce, message string
	at             time.Time
}

// remember makes the rule that a nonce is or is not known after a while. A long one waits for
// minutes, so it is tried only if that is asked for.
func remember(says, sandbox string, after time.Duration, long bool) rule {
	key := after.String()
	r := tried(says, sandbox, func(t *try) string {
		r, ok := t.kept[key]
		switch {
		case long && !t.Long:
			t.fail("it takes six minutes: say --long")
		case !ok:
			t.fail("its first message was not posted")
		default:
			t.wait(r.at.Add(after).Sub(t.Now()))
		}
		return t.again(r.nonce, r.message, true)
	})
	r.guess = long
	r.begin = func(t *try) {
		if long && !t.Long {
			return
		}
		r := remembered{nonce: t.nonce(strconv.Itoa(int(after.Seconds()))), at: t.Now()}
		r.message = t.post(t.Channel, body{"nonce": r.nonce, "enforce_nonce": true}).ID
		if t.err == nil {
			t.kept[key] = r
		}
	}
	return r
}

// row makes a row of components.
func row(in ...body) body { return body{"type": 1, "components": in} }

// files are the rules about pictures.
var files = []rule{
	tried("The alt text of a picture is kept.", "200, kept", func(t *try) string {
		var m message
		got := t.postPicture(alt, &m)
		if len(m.Attachments) == 1 && m.Attachments[0].Description == alt {
			return got.also("kept")
		}
		return got.String()
	}),
	tried("Alt text has 1,024 characters at most.", "400, 50035 at attachments.0.description (BASE_TYPE_MAX_LENGTH)",
		func(t *try) string { return t.postPicture(strings.Repeat("x", 1025), nil).String() }),
	tried("An edit that names no attachments keeps the picture; one that lists none drops it.", "1 picture, then 0",
		func(t *try) string {
			m := t.withDot()
			at := t.at(m.ID)
			t.need("PATCH", at, body{"content": mark + " again."}, &m)
			kept := len(m.Attachments)
			t.need("PATCH", at, body{"attachments": []body{}}, &m)
			return fmt.Sprintf("%d picture, then %d", kept, len(m.Attachments))
		}),
	tried("An edit with a new picture that lists only that one drops the old one.", "1 picture, a new one",
		func(t *try) string {
			m := t.withDot()
			var now message
			got := t.send(t.withPicture("PATCH", t.at(m.ID), alt, body{}), &now)
			switch {
			case !got.OK():
				return got.String()
			case len(m.Attachments) == 1 && len(now.Attachments) == 1 && m.Attachments[0].ID != now.Attachments[0].ID:
				return "1 picture, a new one"
			}
			return fmt.Sprintf("%d pictures", len(now.Attachments))
		}),
}

const alt = "A dot: it is white, “quoted” & alone."

// withDot posts a message with a picture, which the rule needs.
func (t *try) withDot() (m message) {
	t.needed("POST", t.postPicture(alt, &m))
	return m
}
