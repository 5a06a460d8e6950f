package probe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// messages are the rules of docs/sandbox.md under "Messages" and "Mentions and notifications"
// that need no files and no components.
var messages = []rule{
	{
		says:    "Nothing in code is a mention.",
		sandbox: "1 mention outside, 0 in code", guess: true, try: mentionInCode,
	},
	{
		says:    "In a channel, messages of more than an hour may be edited three times in 6 s.",
		sandbox: "200; 200; 200; 429, 30046", guess: true, try: editsOfOldMessages,
	},
	{
		says:    "A message has 2,000 characters at most.",
		sandbox: "400, 50035 at content (BASE_TYPE_MAX_LENGTH)", try: longContent,
	},
	{
		says:    "A message is not empty.",
		sandbox: "400, 50006", try: emptyMessage,
	},
	{
		says:    "An edit cannot empty a message.",
		sandbox: "400, 50006", try: emptyingEdit,
	},
	{
		says:    "A message with flag 4096 keeps it.",
		sandbox: "yes", try: silentFlag,
	},
	{
		says:    "A reply needs the message to exist.",
		sandbox: "400, 50035 at message_reference (MESSAGE_REFERENCE_UNKNOWN_MESSAGE)", try: replyToNothing,
	},
	{
		says:    "The bot cannot edit another's message.",
		sandbox: "403, 50005", try: editOfAnothers,
	},
	{
		says:    "A message that was deleted is gone, for a look, an edit and another deletion.",
		sandbox: "404, 10008; 404, 10008; 404, 10008", try: deletedMessage,
	},
	{
		says:    "A list of messages is newest first.",
		sandbox: "yes", try: listNewestFirst,
	},
	{
		says:    "A list has 100 messages at most.",
		sandbox: "400, 50035 at limit (NUMBER_TYPE_MAX)", try: listOf101,
	},
	{
		says:    "Of allowed_mentions, parse excludes the ids of the same kind.",
		sandbox: "400, 50035 at allowed_mentions (MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE)", try: parseAndIDs,
	},
	{
		says:    "Ids ascend.",
		sandbox: "yes", try: idsAscend,
	},
	{
		says:    "The header Date is of the clock that makes the ids.",
		sandbox: "yes", try: dateOfIDs,
	},
}

// mentionInCode has the bot mention itself outside of code and in code.
func mentionInCode(t *try) string {
	allowed := body{"parse": []string{"users"}}
	self := "<@" + t.me + ">"
	outside := t.post(t.Channel, body{"content": mark + ": " + self, "allowed_mentions": allowed})
	inside := t.post(t.Channel, body{"content": mark + ": `" + self + "`", "allowed_mentions": allowed})
	return fmt.Sprintf("%d mention outside, %d in code", len(outside.Mentions), len(inside.Mentions))
}

// editsOfOldMessages edits an old text of the bot's four times, each time into what it is.
func editsOfOldMessages(t *try) string {
	var all []message
	hour := snowflake(t.Now().Add(-time.Hour - time.Minute))
	t.need("GET", in(t.Channel)+"?limit=100&before="+hour, nil, &all)
	i := slices.IndexFunc(all, func(m message) bool { return m.Author.ID == t.me && m.Content != "" && m.Type == 0 })
	if i < 0 {
		t.fail("the bot has no text of more than an hour among the newest there")
		return ""
	}
	var got []string
	for range 4 {
		got = append(got, t.doOften("PATCH", in(t.Channel)+"/"+all[i].ID, asItIs(all[i])).String())
	}
	return strings.Join(got, "; ")
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

func longContent(t *try) string {
	return t.tryPost(t.Channel, body{"content": strings.Repeat("x", 2001)}, nil).String()
}

func emptyMessage(t *try) string {
	return t.tryPost(t.Channel, body{"content": ""}, nil).String()
}

func emptyingEdit(t *try) string {
	m := t.post(t.Channel, nil)
	return t.do("PATCH", in(t.Channel)+"/"+m.ID, body{"content": ""}, nil).String()
}

func silentFlag(t *try) string {
	m := t.post(t.Channel, nil)
	t.need("GET", in(t.Channel)+"/"+m.ID, nil, &m)
	return yes(m.Flags&silent != 0)
}

// replyToNothing replies to a message that it has deleted.
func replyToNothing(t *try) string {
	m := t.post(t.Channel, nil)
	t.need("DELETE", in(t.Channel)+"/"+m.ID, nil, nil)
	return t.tryPost(t.Channel, body{"message_reference": body{"message_id": m.ID}}, nil).String()
}

// editOfAnothers tries to edit what somebody else wrote into the same words.
func editOfAnothers(t *try) string {
	var all []message
	t.need("GET", in(t.Channel)+"?limit=100", nil, &all)
	i := slices.IndexFunc(all, func(m message) bool { return m.Author.ID != t.me && m.Content != "" })
	if i < 0 {
		t.fail("nobody else wrote one of the newest messages there")
		return ""
	}
	return t.do("PATCH", in(t.Channel)+"/"+all[i].ID, asItIs(all[i]), nil).String()
}

func deletedMessage(t *try) string {
	m := t.post(t.Channel, nil)
	at := in(t.Channel) + "/" + m.ID
	t.need("DELETE", at, nil, nil)
	look := t.do("GET", at, nil, nil)
	edit := t.do("PATCH", at, body{"content": mark}, nil)
	return fmt.Sprintf("%v; %v; %v", look, edit, t.do("DELETE", at, nil, nil))
}

func listNewestFirst(t *try) string {
	first, second := t.post(t.Channel, nil), t.post(t.Channel, nil)
	var all []message
	t.need("GET", in(t.Channel)+"?limit=2", nil, &all)
	return yes(len(all) == 2 && all[0].ID == second.ID && all[1].ID == first.ID)
}

func listOf101(t *try) string {
	return t.do("GET", in(t.Channel)+"?limit=101", nil, nil).String()
}

func parseAndIDs(t *try) string {
	return t.tryPost(t.Channel, body{"allowed_mentions": body{"parse": []string{"users"}, "users": []string{t.me}}}, nil).String()
}

func idsAscend(t *try) string {
	first, second := t.post(t.Channel, nil), t.post(t.Channel, nil)
	return yes(madeAt(first.ID).Before(madeAt(second.ID)) || len(first.ID) == len(second.ID) && first.ID < second.ID)
}

// dateOfIDs compares the header of an answer, which has whole seconds, with the id of the message
// that the request made.
func dateOfIDs(t *try) string {
	var m message
	got := t.tryPost(t.Channel, nil, &m)
	date, err := time.Parse(time.RFC1123, got.Header.Get("Date"))
	if t.err == nil && err != nil {
		return "no date"
	}
	return yes(date.Sub(madeAt(m.ID)).Abs() <= 2*time.Second)
}

// nonces are the rules about nonces. Those that wait are begun before all other rules.
var nonces = []rule{
	{
		says:    "A nonce has 25 characters at most.",
		sandbox: "400, 50035 at nonce (BASE_TYPE_MAX_LENGTH)", try: longNonce,
	},
	{
		says:    "If a nonce is enforced, a repeated one returns the first message.",
		sandbox: "200, the first message", try: repeatedNonce,
	},
	{
		says:    "If it is not enforced, a repeated one makes another message.",
		sandbox: "200, another message", try: freeNonce,
	},
	{
		says:    "A repeated nonce whose message was deleted is refused.",
		sandbox: "404, 10008", try: nonceOfDeleted,
	},
	remember("A nonce is still remembered after 90 s.", "200, the first message", 90*time.Second, false),
	remember("A nonce is still remembered after 4 min 45 s.", "200, the first message", 285*time.Second, true),
	remember("A nonce is forgotten after 5 min 15 s.", "200, another message", 315*time.Second, true),
}

func longNonce(t *try) string {
	return t.tryPost(t.Channel, body{"nonce": strings.Repeat("n", 26), "enforce_nonce": true}, nil).String()
}

// again posts a message with a nonce that another message had, and says which message came.
func (t *try) again(nonce, first string, enforced bool) string {
	var m message
	got := t.tryPost(t.Channel, body{"nonce": nonce, "enforce_nonce": enforced}, &m)
	switch {
	case !got.OK():
		return got.String()
	case m.ID == first:
		return got.String() + ", the first message"
	}
	return got.String() + ", another message"
}

// nonce makes a nonce that no other run uses.
func (t *try) nonce(name string) string {
	return name + "-" + strconv.FormatInt(t.Now().UnixMilli(), 36)
}

func repeatedNonce(t *try) string {
	n := t.nonce("twice")
	return t.again(n, t.post(t.Channel, body{"nonce": n, "enforce_nonce": true}).ID, true)
}

func freeNonce(t *try) string {
	n := t.nonce("free")
	return t.again(n, t.post(t.Channel, body{"nonce": n}).ID, false)
}

func nonceOfDeleted(t *try) string {
	n := t.nonce("gone")
	m := t.post(t.Channel, body{"nonce": n, "enforce_nonce": true})
	t.need("DELETE", in(t.Channel)+"/"+m.ID, nil, nil)
	return t.again(n, m.ID, true)
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
	return rule{
		says: says, sandbox: sandbox, guess: long,
		begin: func(t *try) {
			if long && !t.Long {
				return
			}
			r := remembered{nonce: t.nonce(strconv.Itoa(int(after.Seconds()))), at: t.Now()}
			r.message = t.post(t.Channel, body{"nonce": r.nonce, "enforce_nonce": true}).ID
			if t.err == nil {
				t.kept[key] = r
			}
		},
		try: func(t *try) string {
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
		},
	}
}
