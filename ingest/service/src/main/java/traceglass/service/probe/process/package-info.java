/// The data source `linux.process_stats`: processes, threads and their memory, read from `/proc`.
@NullMarked
package traceglass.service.probe.process;

import org.jspecify.annotations.NullMarked;
