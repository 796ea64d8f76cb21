/// Import of reports that the profiler of Visual Studio writes as tables.
@NullMarked
package traceglass.ingest.visualstudio;

import org.jspecify.annotations.NullMarked;
