/// Archives of traces.
@NullMarked
package traceglass.engine.fleet.archive;

import org.jspecify.annotations.NullMarked;
