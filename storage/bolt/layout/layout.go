// Package layout says what the file of all games holds: its buckets, the keys in them, and how
// a value is written. It reads and writes no file.
//
// The buckets are
//
//	meta         "schema"                           number of the schema, as text and without a checksum
//	meta         "checked schema"                   the same
//	meta         "version"                          highest version that a record has had, as text
//	match        text(id)                           the head, as JSON
//	match        text(id) index                     an entry of the log, as JSON; in a packed log all up to it
//	live         text(player) stamp(Created) id     one key for each person of a live match; a player, or storage.Past of one
//	ended        text(player) stamp(Created) id     one key for each person of an ended match, likewise
//	channel      text(channel) stamp(Created) id    one key for each channel of a live match
//	ended channel text(channel) stamp(Created) id   one key for each channel of an ended match
//	wake         stamp(NextCheck) id                one key for each match that has a NextCheck
//	record       text(kind) id                      a record, as JSON
//	record wake  text(kind) stamp(NextCheck) id     one key for each record that has a NextCheck
//	record key   text(kind) text(key) id            one key for each key of a record
//
// where text is a string after its length, and stamp is a time in twelve bytes that sort
// as times do. An index is eight bytes, big-endian, and counts down from the highest
// number. So the newest entry comes right after the head, and an append mostly changes
// one page, whatever the length of the log. A compaction packs what is over: the head and the
// log are one compressed value each.
//
// The buckets from live to wake, and the last two, are indexes: keys that say nothing more, kept
// in the transaction that writes the head or the record. Any text can be the id of a
// match, a record or a channel, as long as the keys have at most 32768 bytes.
package layout

// The buckets; see the package documentation.
const (
	Meta         = "meta"
	Matches      = "match"
	Live         = "live"
	Ended        = "ended"
	Channels     = "channel"
	PastChannels = "ended channel"
	Checks       = "wake"
	Records      = "record"
	RecordChecks = "record wake"
	RecordKeys   = "record key"
)

// Indexes are the buckets that can be made anew from the others.
var Indexes = []string{Live, Ended, Channels, PastChannels, Checks, RecordChecks, RecordKeys}

// Buckets are all buckets.
var Buckets = append([]string{Meta, Matches, Records}, Indexes...)

// Keys of the bucket meta.
const (
	SchemaKey  = "schema"         // the number of the schema, as every Parlour reads it
	CheckedKey = "checked schema" // the same, with a checksum
	VersionKey = "version"        // the highest version that a record has had
)
