package rule

import (
	"encoding/json"
	"strings"
)

// mend corrects the document where it says otherwise than Discord behaves.
func mend(doc map[string]any) {
	mendPermissions(doc)
	mendFlaws(doc)
	mendIDs(doc)
}

// schemasOf are the schemas of a document by name, or nil.
func schemasOf(doc map[string]any) map[string]any {
	components, _ := doc["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	return schemas
}

// mendIDs lets the ids in requests be numbers, which Discord takes everywhere; its own page
// numbers new files so. Answers still have texts.
func mendIDs(doc map[string]any) {
	schemas := schemasOf(doc)
	if schemas["SnowflakeType"] == nil {
		return
	}
	schemas["SnowflakeGiven"] = map[string]any{
		"type": []any{"string", "integer"}, "minimum": json.Number("0"), "pattern": "^(0|[1-9][0-9]*)$",
	}
	for name, schema := range schemas {
		given := strings.Contains(name, "Request") || strings.HasSuffix(name, "SelectDefaultValue")
		if given && !strings.HasSuffix(name, "Response") {
			giveIDs(schema)
		}
	}
}

// giveIDs lets all ids of a schema be numbers.
func giveIDs(node any) {
	switch node := node.(type) {
	case map[string]any:
		if node["$ref"] == "#/components/schemas/SnowflakeType" {
			node["$ref"] = "#/components/schemas/SnowflakeGiven"
		}
		for _, of := range node {
			giveIDs(of)
		}
	case []any:
		for _, of := range node {
			giveIDs(of)
		}
	}
}

// mendPermissions lets default_member_permissions be a text, as it is on the wire.
func mendPermissions(node any) {
	switch node := node.(type) {
	case map[string]any:
		for name, of := range node {
			if property, ok := of.(map[string]any); ok && name == "default_member_permissions" {
				delete(property, "minimum")
				delete(property, "maximum")
				delete(property, "format")
				property["type"] = []any{"integer", "string", "null"}
			}
			mendPermissions(of)
		}
	case []any:
		for _, of := range node {
			mendPermissions(of)
		}
	}
}

// mendFlaws lets the code of a single flaw be a text such as "BASE_TYPE_REQUIRED", as
// it is on the wire. Only the code of the whole error is a number.
func mendFlaws(doc map[string]any) {
	schemas := schemasOf(doc)
	if schemas["InnerErrors"] == nil {
		return
	}
	schemas["InnerErrors"] = map[string]any{
		"type": "object", "required": []any{"_errors"}, "additionalProperties": false,
		"properties": map[string]any{"_errors": map[string]any{
			"type": "array", "items": map[string]any{
				"type": "object", "required": []any{"code", "message"},
				"properties": map[string]any{
					"code": map[string]any{"type": "string"}, "message": map[string]any{"type": "string"},
				},
			},
		}},
	}
}
