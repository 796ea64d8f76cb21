package traceglass.app.panel.events;

/// Something that events can be filtered by, value by value.
///
/// @param column of [EventKind#rows]
/// @param title what stands on its button: `Tag`
/// @param plural in words: `tags`
record Facet(String column, String title, String plural) {}
