/// Consumer protocol of the tracing service: frames on any byte channel, calls, and the packet slices that come back.
/// Independent of the kind of channel.
@NullMarked
package traceglass.record.ipc;

import org.jspecify.annotations.NullMarked;
