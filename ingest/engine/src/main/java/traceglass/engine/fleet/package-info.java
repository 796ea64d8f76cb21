/// Fleets: folders with the tables of many traces, which queries read together or one by one.
///
/// Start with [Fleet][traceglass.engine.fleet.Fleet].
@NullMarked
package traceglass.engine.fleet;

import org.jspecify.annotations.NullMarked;
