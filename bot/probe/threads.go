package probe

import (
	"fmt"
	"slices"
	"strings"
)

// threads are the rules about threads. Each opens a thread of its own.
var threads = []rule{
	guess(tried("A rename of a thread leaves a notice, which the bot can neither edit nor delete.",
		"1 notice; 403, 50021; 403, 50021", func(t *try) string {
			th := t.thread(nil)
			t.need("PATCH", "channels/"+th.ID, body{"name": "probe renamed"}, nil)
			all := t.notices(th.ID, noticeRenamed)
			if len(all) == 0 {
				return "no notice"
			}
			at := in(th.ID) + "/" + all[0].ID
			edit := t.do("PATCH", at, body{"content": mark}, nil)
			return fmt.Sprintf("%d notice; %v; %v", len(all), edit, t.do("DELETE", at, nil, nil))
		})),
	guess(tried("An edit that mentions somebody adds them to the thread and leaves no notice.", "2 members, 0 notices",
		func(t *try) string {
			th := t.thread(nil)
			t.need("PATCH", in(th.ID)+"/"+t.post(th.ID, nil).ID, t.mentionOwner(), nil)
			members, notices := t.joined(th.ID)
			return fmt.Sprintf("%d members, %d notices", members, notices)
		})),
	tried("A silent message that mentions somebody adds them to the thread, with a notice.", "2 members, 1 notice",
		func(t *try) string {
			th := t.thread(nil)
			t.post(th.ID, t.mentionOwner())
			members, notices := t.joined(th.ID)
			return fmt.Sprintf("%d members, %d notice", members, notices)
		}),
	tried("Adding somebody to a thread leaves a notice.", "204, 1 notice", func(t *try) string {
		th := t.thread(nil)
		got := t.do("PUT", "channels/"+th.ID+"/thread-members/"+t.owner, nil, nil)
		_, notices := t.joined(th.ID)
		return fmt.Sprintf("%v, %d notice", got, notices)
	}),
	tried("A thread on a message has its id, and a message has one thread.", "the same id; 400, 160004",
		func(t *try) string {
			m := t.post(t.Channel, nil)
			th, got := t.start("channels/"+t.Channel+"/messages/"+m.ID, body{"name": "probe"})
			t.needed("POST", got)
			_, again := t.start("channels/"+t.Channel+"/messages/"+m.ID, body{"name": "probe"})
			return fmt.Sprintf("%s; %v", word(th.ID == m.ID, "the same id", "another id"), again)
		}),
	tried("A message wakes a sleeping thread.", "200, awake", func(t *try) string {
		th := t.thread(nil)
		t.need("PATCH", "channels/"+th.ID, body{"archived": true}, nil)
		got := t.tryPost(th.ID, nil, nil)
		t.need("GET", "channels/"+th.ID, nil, &th)
		return got.String() + word(th.Metadata.Archived, ", asleep", ", awake")
	}),
	tried("Two renames of a thread pass in 10 minutes. A third is refused for a while.",
		"200; 200; 429, 0; it says how long", func(t *try) string {
			th := t.thread(nil)
			var got []string
			var last answer
			for _, name := range []string{"one", "two", "three"} {
				last = t.doOften("PATCH", "channels/"+th.ID, body{"name": "probe " + name})
				got = append(got, last.String())
			}
			if last.Status == 429 && last.Wait() > 0 {
				got = append(got, "it says how long")
			}
			return strings.Join(got, "; ")
		}),
}

// Types of messages that Discord writes itself.
const (
	noticeAdded   = 1
	noticeRenamed = 4
)

// mentionOwner is content that mentions the owner of the server, where nobody may be pinged
// without being told.
func (t *try) mentionOwner() body {
	return body{"content": mark + ", <@" + t.owner + ">.", "allowed_mentions": body{"parse": []string{"users"}}}
}

// joined says how many members and notices of an addition a thread has.
func (t *try) joined(id string) (members, notices int) {
	var th thread
	t.need("GET", "channels/"+id, nil, &th)
	return th.MemberCount, len(t.notices(id, noticeAdded))
}

// thread is what rules read of a thread.
type thread struct {
	ID          string
	Name        string
	MemberCount int `json:"member_count"`
	Metadata    struct {
		Archived     bool
		ArchiveAfter int `json:"auto_archive_duration"`
	} `json:"thread_metadata"`
}

// start tries to start a thread at the path of a channel or a message.
func (t *try) start(at string, b body) (made thread, got answer) {
	got = t.do("POST", at+"/threads", b, &made)
	t.opened(made.ID)
	return made, got
}

// thread starts a thread on a new message.
func (t *try) thread(more body) thread {
	made, got := t.start(t.at(t.post(t.Channel, nil).ID), body{"name": "probe"}.with(more))
	t.needed("POST", got)
	return made
}

// opened notes a thread that is to be deleted in the end, or to be put to sleep where the bot may
// not delete it.
func (t *try) opened(id string) {
	if id == "" {
		return
	}
	t.later(func(t *try) {
		if t.do("DELETE", "channels/"+id, nil, nil).OK() {
			return
		}
		t.left.threads++
		t.do("PATCH", "channels/"+id, body{"archived": true}, nil)
	})
}

// notices returns the messages of a type among the newest 50 of a channel.
func (t *try) notices(channel string, kind int) []message {
	var all []message
	t.need("GET", in(channel)+"?limit=50", nil, &all)
	return slices.DeleteFunc(all, func(m message) bool { return m.Type != kind })
}
