package bot

import (
	"container/list"
	"sync"
)

// maxKept bounds what is kept, in bytes.
const maxKept = 16 << 20

// Kept makes things one at a time, because each takes a core and much memory, and keeps those
// that were used last. It is safe for concurrent use, and the zero value is ready to use.
type Kept struct {
	mu     sync.Mutex
	byKey  map[string]*list.Element // of kept
	oldest list.List                // what was used last is at the back
	bytes  int
}

type kept struct {
	key  string
	data []byte
}

// Get returns what is kept under a key, or makes it. Nothing is kept under the empty key. The bytes
// are shared: nobody changes them.
func (k *Kept) Get(key string, make func() ([]byte, error)) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if e := k.byKey[key]; e != nil {
		k.oldest.MoveToBack(e)
		return e.Value.(kept).data, nil
	}
	data, err := make()
	if err != nil || key == "" || len(data) > maxKept {
		return data, err
	}
	if k.byKey == nil {
		k.byKey = map[string]*list.Element{}
	}
	k.byKey[key] = k.oldest.PushBack(kept{key, data})
	for k.bytes += len(data); k.bytes > maxKept; {
		gone := k.oldest.Remove(k.oldest.Front()).(kept)
		delete(k.byKey, gone.key)
		k.bytes -= len(gone.data)
	}
	return data, nil
}
