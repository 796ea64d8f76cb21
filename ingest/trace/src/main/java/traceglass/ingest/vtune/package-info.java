/// Import of reports that Intel VTune Profiler writes as tables.
@NullMarked
package traceglass.ingest.vtune;

import org.jspecify.annotations.NullMarked;
