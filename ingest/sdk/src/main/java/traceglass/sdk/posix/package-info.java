/// Linux C library calls for which the JDK has no API: sockets that pass file descriptors, shared memory, perf events,
/// thread ids and clocks. Does not depend on tracing.
@NullMarked
package traceglass.sdk.posix;

import org.jspecify.annotations.NullMarked;
