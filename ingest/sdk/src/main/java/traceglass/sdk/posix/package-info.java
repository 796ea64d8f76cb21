/// Calls of the Linux C library that the JDK does not offer: sockets that pass descriptors, shared memory, thread ids
/// and clocks. Input: file descriptors and memory segments; no tracing.
@NullMarked
package traceglass.sdk.posix;

import org.jspecify.annotations.NullMarked;
