/// The consumer protocol of the tracing service: frames on any byte channel, calls, and the slices of packets that come
/// back. Knows nothing of where the channel leads.
@NullMarked
package traceglass.record.ipc;

import org.jspecify.annotations.NullMarked;
