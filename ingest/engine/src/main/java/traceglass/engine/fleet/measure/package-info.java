/// Measures of the traces in a fleet: one value for each trace, and the moment in the trace at which it occurred.
///
/// Start with [MeasureRunner][traceglass.engine.fleet.measure.MeasureRunner]. Uses only the public API of fleets.
@NullMarked
package traceglass.engine.fleet.measure;

import org.jspecify.annotations.NullMarked;
