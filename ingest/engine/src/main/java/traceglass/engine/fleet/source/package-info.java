/// Traces to import into a fleet, their properties and labels, and the limit of concurrent imports.
@NullMarked
package traceglass.engine.fleet.source;

import org.jspecify.annotations.NullMarked;
