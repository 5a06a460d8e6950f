package world

import (
	"encoding/json"

	"parlour/bot/sandbox/rule"
)

// CommandsJSON lists commands. Full says that each comes with its texts in all languages; else
// it comes with those in one locale, as far as it has them.
func CommandsJSON(commands []*rule.Command, full bool, locale string) []any {
	return List(commands, func(c *rule.Command) any {
		if full {
			return c
		}
		return localized(c, locale)
	})
}

// localized is a command with its texts in one locale.
func localized(c *rule.Command, locale string) any {
	raw, err := json.Marshal(c)
	if err != nil {
		return c
	}
	var tree map[string]any
	_ = json.Unmarshal(raw, &tree) // it was marshalled a moment ago
	translate(tree, locale)
	return tree
}

// translate puts one text in place of those in all languages, in a command and all below it.
func translate(node map[string]any, locale string) {
	for _, field := range []string{"name", "description"} {
		all, _ := node[field+"_localizations"].(map[string]any)
		delete(node, field+"_localizations")
		if text, ok := all[locale]; ok {
			node[field+"_localized"] = text
		}
	}
	for _, field := range []string{"options", "choices"} {
		list, _ := node[field].([]any)
		for _, below := range list {
			if below, ok := below.(map[string]any); ok {
				translate(below, locale)
			}
		}
	}
}
