package storage

// Direct reports whether the place is the direct messages of the bot with one person.
func (p Place) Direct() bool { return p.Guild == "" && !p.Guest }
