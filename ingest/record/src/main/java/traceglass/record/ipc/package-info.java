/// Consumer protocol of the tracing service: frames, calls and packet slices, on any kind of byte channel.
@NullMarked
package traceglass.record.ipc;

import org.jspecify.annotations.NullMarked;
