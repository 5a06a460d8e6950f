package discord

// Speak sets the language of a person's client, such as "de".
func (s *Stage) Speak(person, locale string) {
	s.state.Change(func() { s.state.Person(person).Locale = locale })
}

// MakeCommunity makes the server a Community that prefers a language, such as "de".
func (s *Stage) MakeCommunity(locale string) {
	s.state.Change(func() {
		g := s.state.World.Server
		g.Locale = locale
		s.gateway.Dispatch(g.ID, "GUILD_UPDATE", s.wire.GuildJSON(g), IntentGuilds)
	})
}
