/// Sockets of the tracing service: frames, remote calls, and the ports for producers, consumers and relays.
@NullMarked
package traceglass.service.ipc;

import org.jspecify.annotations.NullMarked;
