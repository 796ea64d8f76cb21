/// Events and counters of the service's own code, for the data source `perfetto.metatrace`. Knows nothing of the rest
/// of the service, so that all of it can use it.
@NullMarked
package traceglass.service.metatrace;

import org.jspecify.annotations.NullMarked;
