package storage_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"parlour/storage"
)

// Records that an earlier Parlour wrote in schema 4, with every field set, are read
// whole and written again to the byte.
func TestOldRecordsComeBackByteForByte(t *testing.T) {
	for name, record := range map[string]any{
		"head": &storage.Head{}, "entry": &storage.Entry{}, "person": &storage.Person{}, "uptime": &storage.Uptime{},
	} {
		old, err := os.ReadFile("testdata/schema4/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		strict := json.NewDecoder(bytes.NewReader(old))
		strict.DisallowUnknownFields()
		if err := strict.Decode(record); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		written, err := json.MarshalIndent(record, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if got := string(written) + "\n"; got != string(old) {
			t.Errorf("%s is written as\n%s, want\n%s", name, got, old)
		}
	}
}
