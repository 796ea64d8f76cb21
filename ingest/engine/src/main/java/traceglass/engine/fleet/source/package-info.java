/// Traces to import into a fleet, and their properties.
@NullMarked
package traceglass.engine.fleet.source;

import org.jspecify.annotations.NullMarked;
