package probe

import (
	"fmt"
	"strings"
)

// threads are the rules about threads. Each opens a thread of its own.
var threads = []rule{
	{
		says:    "A thread that names no duration sleeps after 4,320 minutes.",
		sandbox: "4320", guess: true, try: defaultSleep,
	},
	{
		says:    "A rename of a thread leaves a notice, which the bot can neither edit nor delete.",
		sandbox: "1 notice; 403, 50021; 403, 50021", guess: true, try: renameNotice,
	},
	{
		says:    "An edit that mentions somebody adds them to the thread and leaves no notice.",
		sandbox: "2 members, 0 notices", guess: true, try: editAdds,
	},
	{
		says:    "A silent message that mentions somebody adds them to the thread, with a notice.",
		sandbox: "2 members, 1 notice", try: mentionAdds,
	},
	{
		says:    "Adding somebody to a thread leaves a notice.",
		sandbox: "204, 1 notice", try: addingLeavesNotice,
	},
	{
		says:    "A thread on a message has its id, and a message has one thread.",
		sandbox: "the same id; 400, 160004", try: oneThread,
	},
	{
		says:    "A thread without a message is private, if it names no type.",
		sandbox: "201, type 12", try: privateByDefault,
	},
	{
		says:    "A thread's name has 100 characters at most.",
		sandbox: "400, 50035 at name (BASE_TYPE_MAX_LENGTH)", try: longThreadName,
	},
	{
		says:    "A thread sleeps after 60, 1440, 4320 or 10080 minutes.",
		sandbox: "400, 50035 at auto_archive_duration (BASE_TYPE_CHOICES)", try: oddDuration,
	},
	{
		says:    "A thread starts in no thread.",
		sandbox: "400, 50024", try: threadInThread,
	},
	{
		says:    "In a sleeping thread nobody edits, renames or is added. Deleting is allowed.",
		sandbox: "edit 400, 50083; rename 400, 50083; add 400, 50083; delete 204", try: sleepingThread,
	},
	{
		says:    "A message wakes a sleeping thread.",
		sandbox: "200, awake", try: messageWakes,
	},
	{
		says:    "Two renames of a thread pass in 10 minutes. A third is refused for a while.",
		sandbox: "200; 200; 429, 0; it says how long", try: thirdRename,
	},
}

// Types of messages that Discord writes itself.
const (
	noticeAdded   = 1
	noticeRenamed = 4
)

func defaultSleep(t *try) string { return fmt.Sprint(t.thread(nil).Metadata.ArchiveAfter) }

func renameNotice(t *try) string {
	th := t.thread(nil)
	t.need("PATCH", "channels/"+th.ID, body{"name": "probe renamed"}, nil)
	all := t.notices(th.ID, noticeRenamed)
	if len(all) == 0 {
		return "no notice"
	}
	at := in(th.ID) + "/" + all[0].ID
	edit := t.do("PATCH", at, body{"content": mark}, nil)
	return fmt.Sprintf("%d notice; %v; %v", len(all), edit, t.do("DELETE", at, nil, nil))
}

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

func editAdds(t *try) string {
	th := t.thread(nil)
	m := t.post(th.ID, nil)
	t.need("PATCH", in(th.ID)+"/"+m.ID, t.mentionOwner(), nil)
	members, notices := t.joined(th.ID)
	return fmt.Sprintf("%d members, %d notices", members, notices)
}

func mentionAdds(t *try) string {
	th := t.thread(nil)
	t.post(th.ID, t.mentionOwner())
	members, notices := t.joined(th.ID)
	return fmt.Sprintf("%d members, %d notice", members, notices)
}

func addingLeavesNotice(t *try) string {
	th := t.thread(nil)
	got := t.do("PUT", "channels/"+th.ID+"/thread-members/"+t.owner, nil, nil)
	_, notices := t.joined(th.ID)
	return fmt.Sprintf("%v, %d notice", got, notices)
}

func oneThread(t *try) string {
	m := t.post(t.Channel, nil)
	var th thread
	t.need("POST", in(t.Channel)+"/"+m.ID+"/threads", body{"name": "probe"}, &th)
	t.opened(th.ID)
	return fmt.Sprintf("%s; %v", word(th.ID == m.ID, "the same id", "another id"), t.do("POST", in(t.Channel)+"/"+m.ID+"/threads", body{"name": "probe"}, nil))
}

// tryThread tries to start a thread that is refused.
func (t *try) tryThread(b body) string {
	m := t.post(t.Channel, nil)
	var th thread
	got := t.do("POST", in(t.Channel)+"/"+m.ID+"/threads", b, &th)
	t.opened(th.ID)
	return got.String()
}

func privateByDefault(t *try) string {
	var th thread
	got := t.do("POST", "channels/"+t.Channel+"/threads", body{"name": "probe"}, &th)
	t.opened(th.ID)
	if !got.OK() {
		return got.String()
	}
	return fmt.Sprintf("%v, type %d", got, th.Type)
}

func longThreadName(t *try) string { return t.tryThread(body{"name": strings.Repeat("n", 101)}) }

func oddDuration(t *try) string {
	return t.tryThread(body{"name": "probe", "auto_archive_duration": 61})
}

func threadInThread(t *try) string {
	th := t.thread(nil)
	var inner thread
	got := t.do("POST", "channels/"+th.ID+"/threads", body{"name": "probe", "type": 11}, &inner)
	t.opened(inner.ID)
	return got.String()
}

func sleepingThread(t *try) string {
	th := t.thread(nil)
	m := t.post(th.ID, nil)
	t.need("PATCH", "channels/"+th.ID, body{"archived": true}, nil)
	edit := t.do("PATCH", in(th.ID)+"/"+m.ID, body{"content": mark}, nil)
	rename := t.do("PATCH", "channels/"+th.ID, body{"name": "probe asleep"}, nil)
	add := t.do("PUT", "channels/"+th.ID+"/thread-members/"+t.owner, nil, nil)
	return fmt.Sprintf("edit %v; rename %v; add %v; delete %v", edit, rename, add, t.do("DELETE", in(th.ID)+"/"+m.ID, nil, nil))
}

func messageWakes(t *try) string {
	th := t.thread(nil)
	t.need("PATCH", "channels/"+th.ID, body{"archived": true}, nil)
	got := t.tryPost(th.ID, nil, nil)
	t.need("GET", "channels/"+th.ID, nil, &th)
	if th.Metadata.Archived {
		return got.String() + ", asleep"
	}
	return got.String() + ", awake"
}

func thirdRename(t *try) string {
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
}
