/// Protobuf messages in wire format: cursors over their fields, a writer of small messages, message types from
/// descriptors, and the text format.
///
/// Usable by importers of any format that contains protobuf messages; depends neither on Perfetto's packets nor on
/// trackers.
package traceglass.ingest.proto;
