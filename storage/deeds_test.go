package storage

import (
	"strings"
	"testing"
	"time"
)

// The log of deeds shows those to an id to somebody who knows it, tells nobody the ids, and is bounded.
func TestDeeds(t *testing.T) {
	var d Deeds
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	d.Note("block", "person 1", at, []byte("a key"))
	d.Note("leave", "guild 1", at.Add(time.Hour), []byte("another"))
	if all := d.Of("person 1"); len(all) != 1 || all[0].What != "block" || strings.Contains(all[0].Of, "person") {
		t.Errorf("deeds to person 1: %+v", all)
	}
	other := Deeds{Key: []byte("another")}
	if other.hash("person 1") == d.hash("person 1") {
		t.Error("hashes with two keys are alike")
	}
	d.Note("unblock", "person 1", at.Add(keptDeeds+time.Minute), nil)
	if all := d.Of("person 1"); len(all) != 1 || all[0].What != "unblock" || len(d.Of("guild 1")) != 1 {
		t.Errorf("after 400 days: %+v", d.Done)
	}
	for range mostDeeds {
		d.Note("export", "person 2", at.Add(keptDeeds+time.Hour), nil)
	}
	if len(d.Done) != mostDeeds || len(d.Of("person 1")) != 0 {
		t.Errorf("%d deeds are kept, want %d", len(d.Done), mostDeeds)
	}
}
