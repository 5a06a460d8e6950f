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
	mendForwards(doc)
}

// mendForwards lets a reference be a forward (1), which Discord takes, so that the sandbox refuses it in its own name.
func mendForwards(doc map[string]any) {
	if kinds, ok := schemasOf(doc)["MessageReferenceType"].(map[string]any); ok {
		if all, ok := kinds["oneOf"].([]any); ok {
			kinds["oneOf"] = append(all, map[string]any{"const": json.Number("1")})
		}
	}
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
			walk(schema, func(object map[string]any) {
				if object["$ref"] == "#/components/schemas/SnowflakeType" {
					object["$ref"] = "#/components/schemas/SnowflakeGiven"
				}
			})
		}
	}
}

// mendPermissions lets default_member_permissions be a text, as it is on the wire.
func mendPermissions(doc map[string]any) {
	walk(doc, func(object map[string]any) {
		if property, ok := object["default_member_permissions"].(map[string]any); ok {
			delete(property, "minimum")
			delete(property, "maximum")
			delete(property, "format")
			property["type"] = []any{"integer", "string", "null"}
		}
	})
}

// walk shows do every object of a tree.
func walk(node any, do func(map[string]any)) {
	switch node := node.(type) {
	case map[string]any:
		do(node)
		for _, below := range node {
			walk(below, do)
		}
	case []any:
		for _, below := range node {
			walk(below, do)
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
