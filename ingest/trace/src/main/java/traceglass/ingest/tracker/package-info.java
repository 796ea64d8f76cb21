/// The state that turns events into rows. No class lives here: each room below holds one concern of all formats
/// (arguments, statistics, clocks, the machine, tracks, call stacks).
///
/// A tracker knows no format and not the import as a whole. It writes to the tables of one `TraceStorage` and gets the
/// two or three others that it uses through its constructor.
package traceglass.ingest.tracker;
