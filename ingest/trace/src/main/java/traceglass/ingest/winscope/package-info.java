/// What Android's compositor, window manager, views, input and log groups wrote of themselves: snapshots of trees, with
/// what follows from them about what was visible and where.
///
/// In: packets of Perfetto's format. Out: rows of the tables for them, arguments of each message, and rectangles. Rules
/// and names are those of Perfetto's trace processor.
package traceglass.ingest.winscope;
