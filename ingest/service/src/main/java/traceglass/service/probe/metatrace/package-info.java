/// The data source `perfetto.metatrace`: the activity of the service and the probes themselves.
@NullMarked
package traceglass.service.probe.metatrace;

import org.jspecify.annotations.NullMarked;
