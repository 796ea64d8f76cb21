/// Linux C library calls for which the JDK has no API: sockets that pass descriptors, shared memory, thread ids and
/// clocks. Works on file descriptors and memory segments and does not depend on tracing.
@NullMarked
package traceglass.sdk.posix;

import org.jspecify.annotations.NullMarked;
