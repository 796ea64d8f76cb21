/// The page of a fleet: its traces as a table, distributions of their measures, and navigation from a number to the
/// moment in a trace. Also the offer to import a folder of traces.
///
/// Reads and measures fleets through [traceglass.engine.fleet] on background threads. Contains no SQL.
@NullMarked
package traceglass.app.fleet;

import org.jspecify.annotations.NullMarked;
