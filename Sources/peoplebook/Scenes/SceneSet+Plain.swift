extension SceneSet {
  /// The files of `Resources/scenes/plain` in fewer lines; `make snapshots` writes this file.
  static let plainTexts: [SceneName: String] = [
    .card: #"""
    { "$schema": "../scene.schema.json", "viewModels": [ { "name": "Field", "properties": [
    {"name": "label", "type": "string"}, {"name": "value", "type": "string"},
    {"name": "isSelected", "type": "boolean"}, {"name": "mark", "type": "string"},
    {"name": "background", "type": "color"}, {"name": "showsLabel", "type": "boolean"},
    {"name": "changed", "type": "trigger"} ] }, { "name": "Person", "properties": [
    {"name": "name", "type": "string"}, {"name": "position", "type": "string"},
    {"name": "labelWidth", "type": "number"}, {"name": "positions", "type": "list"},
    {"name": "fields", "type": "list"}, {"name": "chips", "type": "list"}, {"name": "notes", "type": "list"},
    {"name": "hasFields", "type": "boolean"}, {"name": "hasNotes", "type": "boolean"} ], "instances": [ {
    "name": "Ada Lovelace", "values": { "name": "Ada Lovelace", "position": "Mathematician", "labelWidth": 14,
    "positions": [
    {"viewModel": "Field", "values": {"label": "Position", "background": "none", "value": "Mathematician"}} ],
    "fields": [
    {"viewModel": "Field", "values": {"label": "E-mail", "background": "none", "value": "ada@example.org"}},
    {"viewModel": "Field", "values": {"label": "Phone", "background": "none", "value": "+44 20 7946 0018"}},
    {"viewModel": "Field", "values": {"label": "Birthday", "background": "none", "value": "10 December 1815"}} ],
    "chips": [{"viewModel": "Field", "values": {"label": "Tags", "background": "none", "value": "friend  family"}}],
    "notes": [ { "viewModel": "Field", "values": { "label": "Note", "background": "none",
    "value": "Wrote the first program, for a machine that was never built." } } ], "hasFields": true,
    "hasNotes": true } } ] } ], "artboards": [ { "name": "Card", "viewModel": "Person", "padding": [1, 0, 0, 1],
    "children": [ { "type": "stack", "padding": [0, 1, 0, 2],
    "children": [{"type": "text", "bold": true, "color": "text", "text": {"bind": "name"}}] },
    {"type": "list", "items": {"bind": "positions"}, "map": {"Field": "Position"}}, { "type": "stack",
    "padding": [1, 0, 0, 0],
    "children": [{"type": "list", "items": {"bind": "fields"}, "map": {"Field": "Field"}}] },
    {"type": "list", "items": {"bind": "chips"}, "map": {"Field": "Chips"}},
    {"type": "list", "items": {"bind": "notes"}, "map": {"Field": "Note"}} ] }, { "name": "Field",
    "viewModel": "Field", "children": [ { "type": "stack", "direction": "horizontal", "gap": 1,
    "padding": [0, 1, 0, 0], "background": {"bind": "background"}, "children": [
    {"type": "text", "width": 1, "color": "accent", "text": {"bind": "mark"}}, { "type": "text",
    "width": {"bind": "Person:labelWidth"}, "wrap": "none", "color": "textDim", "text": {"bind": "label"} },
    {"type": "text", "name": "value", "width": "fill", "color": "text", "text": {"bind": "value"}} ] } ],
    "animations": [ { "name": "glow", "duration": 36, "tracks": [ { "target": "value", "property": "color",
    "keys": [{"frame": 0, "value": "fresh"}, {"frame": 36, "value": "text"}] } ] } ], "stateMachines": [ {
    "name": "field", "layers": [ { "name": "changes",
    "states": [{"name": "rest"}, {"name": "glowing", "animation": "glow"}], "transitions": [
    {"from": "entry", "to": "rest"}, {"from": "any", "to": "glowing", "conditions": [{"path": "changed"}]},
    {"from": "glowing", "to": "rest", "exitTime": "100%"} ] } ] } ] }, { "name": "Position", "viewModel": "Field",
    "children": [ { "type": "stack", "direction": "horizontal", "gap": 1, "padding": [0, 1, 0, 0],
    "background": {"bind": "background"}, "children": [
    {"type": "text", "width": 1, "color": "accent", "text": {"bind": "mark"}},
    {"type": "text", "width": "fill", "color": "textDim", "text": {"bind": "value"}} ] } ] }, { "name": "Chips",
    "viewModel": "Field", "padding": [1, 0, 0, 0], "children": [ { "type": "stack", "padding": [0, 0, 0, 2],
    "visible": {"bind": "showsLabel"},
    "children": [{"type": "text", "color": "textDim", "text": {"bind": "label"}}] }, { "type": "stack",
    "direction": "horizontal", "gap": 1, "padding": [0, 1, 0, 0], "background": {"bind": "background"},
    "children": [ {"type": "text", "width": 1, "color": "accent", "text": {"bind": "mark"}},
    {"type": "text", "width": "fill", "color": "chip", "text": {"bind": "value"}} ] } ] }, { "name": "Note",
    "viewModel": "Field", "padding": [1, 0, 0, 0], "children": [ { "type": "stack", "padding": [0, 0, 0, 2],
    "visible": {"bind": "showsLabel"},
    "children": [{"type": "text", "color": "textDim", "text": {"bind": "label"}}] }, { "type": "stack",
    "direction": "horizontal", "gap": 1, "padding": [0, 1, 0, 0], "background": {"bind": "background"},
    "children": [ {"type": "text", "width": 1, "color": "accent", "text": {"bind": "mark"}},
    {"type": "text", "width": "fill", "color": "text", "text": {"bind": "value"}} ] } ] } ] }
    """#,
    .welcome: #"""
    { "$schema": "../scene.schema.json", "viewModels": [ { "name": "Step",
    "properties": [{"name": "key", "type": "string"}, {"name": "words", "type": "string"}] }, { "name": "Welcome",
    "properties": [ {"name": "title", "type": "string"}, {"name": "steps", "type": "list"},
    {"name": "help", "type": "list"} ], "instances": [ { "name": "First start", "values": {
    "title": "Your people book is empty.", "steps": [
    {"viewModel": "Step", "values": {"key": "a", "words": "add the first person"}},
    {"viewModel": "Step", "values": {"key": "i", "words": "import contacts"}} ],
    "help": [{"viewModel": "Step", "values": {"key": "?", "words": "all keys"}}] } } ] } ], "artboards": [ {
    "name": "Welcome", "viewModel": "Welcome", "alignment": "center", "gap": 1, "children": [
    {"type": "text", "textAlignment": "center", "color": "textDim", "text": {"bind": "title"}}, { "type": "stack",
    "gap": 1, "children": [ {"type": "list", "items": {"bind": "steps"}},
    {"type": "list", "items": {"bind": "help"}} ] } ] }, { "name": "Step", "viewModel": "Step",
    "direction": "horizontal", "gap": 3, "children": [
    {"type": "text", "color": "accent", "text": {"bind": "key"}},
    {"type": "text", "color": "textDim", "text": {"bind": "words"}} ] } ] }
    """#,
    .toast: #"""
    { "$schema": "../scene.schema.json", "viewModels": [ { "name": "Toast", "properties": [
    {"name": "who", "type": "string"}, {"name": "what", "type": "string"}, {"name": "detail", "type": "string"} ],
    "instances": [ { "name": "Example",
    "values": {"who": "Grace", "what": "changed Ada Lovelace’s phone:", "detail": "+ +44 20 7946 0018"} } ] } ],
    "artboards": [ { "name": "Toast", "viewModel": "Toast", "children": [ { "type": "stack",
    "direction": "horizontal", "gap": 1, "background": "surfaceRaised", "padding": [0, 2], "children": [
    {"type": "text", "color": "accent", "wrap": "none", "text": {"bind": "who"}},
    {"type": "text", "wrap": "none", "text": {"bind": "what"}},
    {"type": "text", "color": "textDim", "wrap": "none", "text": {"bind": "detail"}} ] } ] } ] }
    """#,
  ]
}
