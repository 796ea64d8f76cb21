package traceglass.app.docs;

/// A section that a search found.
///
/// @param excerpt words around the first match
public record DocHit(DocPage page, DocSection section, String excerpt) {}
