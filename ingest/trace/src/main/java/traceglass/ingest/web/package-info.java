/// Importers of what browsers record: HTTP archives (HAR), Chrome's network logs, Firefox's logs as text, and
/// timelines of Safari.
package traceglass.ingest.web;
