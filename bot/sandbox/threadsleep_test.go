package sandbox

import (
	"slices"
	"testing"
	"time"

	"parlour/bot/sandbox/world"
)

// asleep reports whether a thread sleeps.
func (b *bot) asleep(thread string) bool {
	b.t.Helper()
	var got struct {
		Data struct{ Archived bool } `json:"thread_metadata"`
	}
	b.ok("GET", "/channels/"+thread, nil, &got)
	return got.Data.Archived
}

// After its duration of silence a thread is hidden from side bars, but works as before. It sleeps
// after a week, and a message wakes it.
func TestAThreadFallsAsleep(t *testing.T) {
	var now clock
	s, b := play(t, Config{Now: now.read}, func(i asked) { i.answer(4, `{"content":"x","flags":64}`) })
	ann := s.User("ann")
	b.run(`th = POST /channels/$games/threads {"name":"T","type":11,"auto_archive_duration":60}`)
	thread := b.id("th")
	hidden := func() bool {
		return slices.ContainsFunc(ann.Places(), func(p Place) bool { return p.ID == thread && p.Hidden })
	}
	post := func() { b.run(`POST /channels/$th/messages {"content":"x"}`) }
	now.pass(40 * time.Minute)
	post()
	now.pass(59 * time.Minute)
	if hidden() {
		t.Error("it is hidden 59 minutes after a message")
	}
	now.pass(time.Minute)
	if !hidden() || b.asleep(thread) {
		t.Errorf("after an hour of silence it is hidden: %t, and sleeps: %t", hidden(), b.asleep(thread))
	}
	if _, err := ann.Slash(within(t), thread, "/go"); err != nil {
		t.Errorf("a command in a hidden thread: %v", err)
	}
	post()
	if hidden() {
		t.Error("it is hidden after a message")
	}
	now.pass(7*24*time.Hour - time.Minute)
	if b.asleep(thread) {
		t.Error("it sleeps before a week is over")
	}
	now.pass(time.Minute)
	if !b.asleep(thread) || !hidden() {
		t.Errorf("after a week of silence it sleeps: %t, and is hidden: %t", b.asleep(thread), hidden())
	}
	if _, err := ann.Slash(within(t), thread, "/go"); err != errAsleep {
		t.Errorf("a command there: %v, want %v", err, errAsleep)
	}
	if _, err := ann.Say(thread, "hello"); err != nil || b.asleep(thread) || hidden() {
		t.Errorf("somebody spoke (%v), and it sleeps still: %t, or is hidden: %t", err, b.asleep(thread), hidden())
	}
	s.Stage().Archive(thread, true)
	if _, err := ann.Say(thread, "hello"); err != errLocked {
		t.Errorf("speaking in a locked thread: %v, want %v", err, errLocked)
	}
}

// As many threads as may be are awake. Another does not start, and none wakes, until one falls
// asleep. Hidden ones do so at once.
func TestThreadsAwakeAreLimited(t *testing.T) {
	var now clock
	s, b := play(t, Config{Now: now.read}, nil)
	b.names("news", s.Stage().AddChannel("news", world.Announcement))
	s.Stage().LimitThreads(3)
	b.run(`
		first = POST /channels/$games/threads {"name":"T","type":11,"auto_archive_duration":60}
		second = POST /channels/$lounge/threads {"name":"T","type":12,"auto_archive_duration":60}
		POST /channels/$news/threads {"name":"T","type":10,"auto_archive_duration":60}
		POST /channels/$games/threads {"name":"T","type":11} → 160006 # a fourth
		POST /channels/$games/threads {"name":"T","type":12} → 160006
		POST /channels/$news/threads {"name":"T","type":10} → 160007
		m = POST /channels/$games/messages {"content":"x"}
		POST /channels/$games/messages/$m/threads {"name":"T"} → 160006
		archive $first
		POST /channels/$games/threads {"name":"T","type":11} # in its place
		PATCH /channels/$first {"archived":false} → 160006
		POST /channels/$first/messages {"content":"x"} → 160006`)
	if _, err := s.User("ann").Say(b.id("first"), "x"); err == nil || !b.asleep(b.id("first")) {
		t.Errorf("a person spoke there: %v, and it sleeps: %t", err, b.asleep(b.id("first")))
	}
	b.run(`POST /channels/$second/messages {"content":"x"}`)
	now.pass(time.Hour)
	b.run(`
		PATCH /channels/$first {"archived":false} # others are hidden now
		GET /channels/$second ~ "archived":true
		GET /channels/$first ~ "archived":false`)
}

// The public threads of an announcement channel have a type of their own.
func TestAnnouncementThreads(t *testing.T) {
	s, b := play(t, Config{}, nil)
	news, ann := s.Stage().AddChannel("news", world.Announcement), s.User("ann")
	b.names("news", news)
	b.run(`
		m = POST /channels/$news/messages {"content":"x"}
		th = POST /channels/$news/messages/$m/threads {"name":"T"} ~ "type":10
		GET /channels/$m # has the id of its message
		POST /channels/$news/threads {"name":"T","type":10} ~ "type":10
		POST /channels/$news/threads {"name":"T","type":11} → 50024
		POST /channels/$news/threads {"name":"T","type":12} → 50024
		POST /channels/$games/threads {"name":"T","type":10} → 50024
		POST /channels/$th/threads {"name":"T","type":10} → 50024
		POST /channels/$th/messages {"content":"<@$ann>"}`)
	if seen := ann.Sees(b.id("th")); len(seen) != 2 || seen[1].Notice != "added Ann to the thread" {
		t.Errorf("ann sees %+v", seen)
	}
	s.Stage().Deny(news, world.SendMessagesInThreads)
	b.run(`
		POST /channels/$th/messages {"content":"x"} → 50013
		archive $th`)
	var list struct{ Threads []began }
	b.ok("GET", "/channels/"+news+"/threads/archived/public", nil, &list)
	if len(list.Threads) != 1 || list.Threads[0].ID != b.id("th") || list.Threads[0].Type != 10 {
		t.Errorf("the threads that sleep are %+v", list.Threads)
	}
}
