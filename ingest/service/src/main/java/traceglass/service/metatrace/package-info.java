/// Events and counters of the service's own code, for the data source `perfetto.metatrace`. Does not depend on other
/// packages of the service, so that all of them can use it.
@NullMarked
package traceglass.service.metatrace;

import org.jspecify.annotations.NullMarked;
