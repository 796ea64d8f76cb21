/// The data source `perfetto.metatrace`: the inner life of the service and the probes.
@NullMarked
package traceglass.service.probe.metatrace;

import org.jspecify.annotations.NullMarked;
