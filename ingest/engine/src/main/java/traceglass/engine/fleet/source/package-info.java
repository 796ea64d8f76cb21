/// Traces to import into a fleet, with their properties and labels.
@NullMarked
package traceglass.engine.fleet.source;

import org.jspecify.annotations.NullMarked;
