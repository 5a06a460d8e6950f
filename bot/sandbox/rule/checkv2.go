package rule

// Limits of a message of Components V2.
const (
	maxComponents = 40
	maxShown      = 4000 // characters of text in all
)

// checkV2 checks a message of Components V2. A message without flaw is refused too, in
// the sandbox's own name, because the sandbox knows the old style only.
func checkV2(bad *Flaws, at string, f *Form) {
	legacy := func(field string) {
		bad.Add(at+field, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", field)
	}
	if f.Content.Value != "" {
		legacy("content")
	}
	if len(f.Embeds.Value) > 0 {
		legacy("embeds")
	}
	count, shown := size(f.Components.Value)
	if count > maxComponents {
		bad.Add(at+"components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "Total number of components cannot exceed %d", maxComponents)
	}
	if shown > maxShown {
		bad.Add(at+"components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Components displayable text size exceeds maximum size of %d", maxShown)
	}
	if bad.tree == nil {
		bad.Add(at+"flags", "SANDBOX_UNSUPPORTED", "This sandbox knows messages of the old style only.")
	}
}

// size counts components, nested ones too, and the characters of text that they show.
func size(all []Component) (count, shown int) {
	for _, c := range all {
		inner := c.Components
		if c.Accessory != nil {
			inner = append([]Component{*c.Accessory}, inner...)
		}
		n, text := size(inner)
		count, shown = count+1+n, shown+len([]rune(c.Content))+text
	}
	return count, shown
}
