/// Protobuf messages as bytes: cursors over their fields, a writer of small ones, the types of messages from
/// descriptors, and their text form.
///
/// Any format that holds such messages may use it; it knows neither Perfetto's packets nor trackers.
package traceglass.ingest.proto;
