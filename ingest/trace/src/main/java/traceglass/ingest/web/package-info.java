/// Importers of recordings of browsers: HTTP archives (HAR), Chrome's network logs, Firefox's logs as text, and
/// timelines of Safari.
package traceglass.ingest.web;
