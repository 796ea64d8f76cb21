/// Importers of what browsers log about the network: HTTP archives (HAR), Chrome's network logs, and Firefox's logs as
/// text.
package traceglass.ingest.web;
