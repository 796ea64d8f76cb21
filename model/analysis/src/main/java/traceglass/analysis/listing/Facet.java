package traceglass.analysis.listing;

/// Something that events can be filtered by, value by value.
///
/// @param column of [EventListing#rows]
/// @param title what stands on its button: `Tag`
/// @param plural in words: `tags`
public record Facet(String column, String title, String plural) {}
