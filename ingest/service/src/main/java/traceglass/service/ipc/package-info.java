/// Sockets of the tracing service: frames, remote calls, and the ports of producers and consumers.
@NullMarked
package traceglass.service.ipc;

import org.jspecify.annotations.NullMarked;
