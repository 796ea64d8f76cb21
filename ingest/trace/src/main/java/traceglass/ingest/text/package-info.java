/// Text utilities for importers: reading lines from a byte stream and formatting numbers like `printf`. Independent of
/// formats and trackers.
package traceglass.ingest.text;
