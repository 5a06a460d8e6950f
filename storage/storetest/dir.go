package storetest

import (
	"os"
	"testing"
)

// Dir returns a folder for a store, in memory if the machine has such a folder, because the
// hundreds of thousands of commits of these tests would wait for the disk. The tests of the store
// show what a commit survives.
func Dir(t testing.TB) string {
	const memory = "/dev/shm"
	if i, err := os.Stat(memory); err != nil || !i.IsDir() {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(memory, "parlour")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
