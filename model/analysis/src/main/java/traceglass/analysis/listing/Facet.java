package traceglass.analysis.listing;

/// Property by whose values events can be filtered.
///
/// @param column column of [EventListing#rows]
/// @param title title of its button: `Tag`
/// @param plural plural in running text: `tags`
public record Facet(String column, String title, String plural) {}
