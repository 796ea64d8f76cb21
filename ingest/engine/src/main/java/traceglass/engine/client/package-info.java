/// A client of a running trace server: Traceglass or Perfetto's trace processor.
@NullMarked
package traceglass.engine.client;

import org.jspecify.annotations.NullMarked;
