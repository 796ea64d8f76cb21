/// Winscope data from Android's compositor, window manager, views, input and ProtoLog: snapshots of trees and the
/// visibility and positions derived from them.
///
/// Input: packets of Perfetto's format. Output: rows of their tables, arguments of each message, and rectangles. Rules
/// and names are those of Perfetto's trace processor.
package traceglass.ingest.winscope;
