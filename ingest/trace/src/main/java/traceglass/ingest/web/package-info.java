/// Importers of network logs from browsers: HTTP archives (HAR), Chrome's network logs, and Firefox's text logs.
package traceglass.ingest.web;
