package bolt

import (
	"os"

	"go.etcd.io/bbolt"

	"parlour/storage/bolt/pages"
	"parlour/storage/bolt/sweep"
)

// inspect looks at a file before bbolt uses it: at its first pages, at the free ones, at the way
// to each record, but not at the records. It returns its schema, 0 for a file without buckets.
// Its error says why it cannot be opened.
//
// It opens the file for reading, which takes bbolt's lock and reads no page but the first two.
func inspect(path string) (schema int, err error) {
	i, err := os.Stat(path)
	switch {
	case err != nil:
		return 0, reason(err)
	case !i.Mode().IsRegular():
		return 0, ErrNoFile
	case i.Size() == 0:
		return 0, pages.ErrEmpty
	}
	db, err := openBolt(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err != nil {
		return 0, err
	}
	defer db.Close()
	src, err := sweep.Open(path)
	if err != nil {
		return 0, reason(err)
	}
	return src.Schema, src.Close()
}
