package traceglass.app.docs;

/// The part of a page from one heading to the next.
///
/// @param level level of the heading; 1 for the title of the page
/// @param anchor id of the heading within the page
/// @param text text below the heading, without markup, on one line
public record DocSection(int level, String title, String anchor, String text) {}
