/// Protobuf messages in wire format: cursors over their fields, a writer of small messages, message types from
/// descriptors, and the text format.
///
/// Usable by any format that contains protobuf messages; knows neither Perfetto's packets nor trackers.
package traceglass.ingest.proto;
