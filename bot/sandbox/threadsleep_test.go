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

// starts starts a thread of a type in a channel, and returns its id and type.
func (b *bot) starts(channel string, kind int) began {
	b.t.Helper()
	var th began
	b.ok("POST", "/channels/"+channel+"/threads", obj{"name": "T", "type": kind, "auto_archive_duration": 60}, &th)
	return th
}

// After its duration of silence a thread is hidden from side bars, but works as before. It sleeps
// after a week, and a message wakes it.
func TestAThreadFallsAsleep(t *testing.T) {
	var now clock
	s, b := play(t, Config{Now: now.read}, func(i asked) { i.answer(4, obj{"content": "x", "flags": 64}) })
	ann := s.User("ann")
	thread := b.starts(world.GamesID, 11).ID
	hidden := func() bool {
		return slices.ContainsFunc(ann.Places(), func(p Place) bool { return p.ID == thread && p.Hidden })
	}
	post := func() { b.ok("POST", "/channels/"+thread+"/messages", obj{"content": "x"}, nil) }
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
	s, b := play(t, Config{Now: now.read}, func(i asked) { i.answer(4, obj{"content": "x"}) })
	news := s.Stage().AddChannel("news", world.Announcement)
	s.Stage().LimitThreads(3)
	first, second := b.starts(world.GamesID, 11).ID, b.starts(world.LoungeID, 12).ID
	b.starts(news, 10)
	start := func(channel string, kind int) int {
		return b.call("POST", "/channels/"+channel+"/threads", obj{"name": "T", "type": kind}, nil)
	}
	wantCode(t, "a fourth", start(world.GamesID, 11), 160006)
	wantCode(t, "a private one", start(world.GamesID, 12), 160006)
	wantCode(t, "one of an announcement channel", start(news, 10), 160007)
	var m posted
	b.ok("POST", "/channels/"+world.GamesID+"/messages", obj{"content": "x"}, &m)
	wantCode(t, "one on a message", b.call("POST", "/channels/"+world.GamesID+"/messages/"+m.ID+"/threads", obj{"name": "T"}, nil), 160006)

	s.Stage().Archive(first, false)
	wantCode(t, "one in place of one that sleeps", start(world.GamesID, 11), 0)
	wantCode(t, "waking that", b.call("PATCH", "/channels/"+first, obj{"archived": false}, nil), 160006)
	wantCode(t, "a message there", b.call("POST", "/channels/"+first+"/messages", obj{"content": "x"}, nil), 160006)
	if _, err := s.User("ann").Say(first, "x"); err == nil || !b.asleep(first) {
		t.Errorf("a person spoke there: %v, and it sleeps: %t", err, b.asleep(first))
	}
	wantCode(t, "a message where nobody sleeps", b.call("POST", "/channels/"+second+"/messages", obj{"content": "x"}, nil), 0)

	now.pass(time.Hour)
	wantCode(t, "waking it when others are hidden", b.call("PATCH", "/channels/"+first, obj{"archived": false}, nil), 0)
	if !b.asleep(second) || b.asleep(first) {
		t.Errorf("the oldest hidden thread sleeps: %t, and the other: %t", b.asleep(second), b.asleep(first))
	}
}

// The public threads of an announcement channel have a type of their own.
func TestAnnouncementThreads(t *testing.T) {
	s, b := play(t, Config{}, nil)
	news := s.Stage().AddChannel("news", world.Announcement)
	var m posted
	b.ok("POST", "/channels/"+news+"/messages", obj{"content": "x"}, &m)
	var on began
	b.ok("POST", "/channels/"+news+"/messages/"+m.ID+"/threads", obj{"name": "T"}, &on)
	alone := b.starts(news, 10)
	if on.Type != 10 || on.ID != m.ID || alone.Type != 10 {
		t.Errorf("the threads are %+v and %+v, want both of type 10", on, alone)
	}
	for _, kind := range []int{11, 12} {
		wantCode(t, "a thread of another type", b.call("POST", "/channels/"+news+"/threads", obj{"name": "T", "type": kind}, nil), 50024)
	}
	wantCode(t, "one of that type elsewhere", b.call("POST", "/channels/"+world.GamesID+"/threads", obj{"name": "T", "type": 10}, nil), 50024)
	wantCode(t, "a thread in it", b.call("POST", "/channels/"+on.ID+"/threads", obj{"name": "T", "type": 10}, nil), 50024)
	ann := s.User("ann")
	b.ok("POST", "/channels/"+on.ID+"/messages", obj{"content": ann.Mention()}, nil)
	if seen := ann.Sees(on.ID); len(seen) != 2 || seen[1].Notice != "added Ann to the thread" {
		t.Errorf("ann sees %+v", seen)
	}
	s.Stage().Deny(news, world.SendMessagesInThreads)
	wantCode(t, "a message without the right to threads", b.call("POST", "/channels/"+on.ID+"/messages", obj{"content": "x"}, nil), 50013)
	s.Stage().Archive(on.ID, false)
	var list struct{ Threads []began }
	b.ok("GET", "/channels/"+news+"/threads/archived/public", nil, &list)
	if len(list.Threads) != 1 || list.Threads[0].ID != on.ID || list.Threads[0].Type != 10 {
		t.Errorf("the threads that sleep are %+v", list.Threads)
	}
}
