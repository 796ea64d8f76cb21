/// Import of the diagnostic reports of Apple's MetricKit.
@NullMarked
package traceglass.ingest.metrickit;

import org.jspecify.annotations.NullMarked;
