/// System calls that the JDK does not offer: sockets that pass file descriptors, shared memory, and clocks.
@NullMarked
package traceglass.service.posix;

import org.jspecify.annotations.NullMarked;
