/// Text of traces: lines out of a stream of bytes, and numbers as printing programs write them. Knows no format and no
/// tracker.
package traceglass.ingest.text;
