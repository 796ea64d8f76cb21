/// Measures of the traces of a fleet: one value for each trace, and the moment in the trace that it was taken at.
///
/// Start with [MeasureRunner][traceglass.engine.fleet.measure.MeasureRunner]. Uses the public interface of fleets.
@NullMarked
package traceglass.engine.fleet.measure;

import org.jspecify.annotations.NullMarked;
