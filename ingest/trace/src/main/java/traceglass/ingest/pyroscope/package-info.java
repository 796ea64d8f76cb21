/// Import of flame graphs that Pyroscope exports as JSON.
@NullMarked
package traceglass.ingest.pyroscope;

import org.jspecify.annotations.NullMarked;
