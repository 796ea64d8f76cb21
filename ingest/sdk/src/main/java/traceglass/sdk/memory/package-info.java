/// Memory for encoded packets: the chunks of an in-process session and the chunks shared with the tracing service.
/// Input: packets, which sequences write in place. Does not use sockets.
@NullMarked
package traceglass.sdk.memory;

import org.jspecify.annotations.NullMarked;
