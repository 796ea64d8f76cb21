/// A client of a running engine, of this program or of Perfetto's trace processor.
@NullMarked
package traceglass.engine.client;

import org.jspecify.annotations.NullMarked;
