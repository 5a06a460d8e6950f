package storage_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"parlour/storage"
	"parlour/storage/storetest"
)

// A version that is read again is not decoded again, but copied, and a copy takes less memory.
func TestAHeadIsDecodedOnce(t *testing.T) {
	_, text, _, err := storage.Encode(storetest.Full("m"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got, want storage.Head
	decoded := testing.AllocsPerRun(10, func() { want = storage.Head{}; _ = json.Unmarshal(text, &want) })
	again := testing.AllocsPerRun(10, func() { got, err = storage.DecodeHead(text) })
	if err != nil || !reflect.DeepEqual(got, want) || again > decoded/3 {
		t.Errorf("the head is\n%+v, %v, by %v allocations, want\n%+v, by less than a third of %v", got, err, again, want, decoded)
	}
	if _, err := storage.DecodeHead([]byte("{")); err == nil {
		t.Error("half a head is decoded")
	}
}
