/// The page of a fleet: its traces as a table, distributions of their measures, and the way from a number to the moment
/// in a trace. Also the offer to import a folder of traces.
///
/// Reads and measures fleets through [traceglass.engine.fleet] on threads of its own. Contains no SQL.
@NullMarked
package traceglass.app.fleet;

import org.jspecify.annotations.NullMarked;
