/// Fleets: folders with the tables of many traces, which can be queried together or one by one.
///
/// Start with [Fleet][traceglass.engine.fleet.Fleet].
@NullMarked
package traceglass.engine.fleet;

import org.jspecify.annotations.NullMarked;
