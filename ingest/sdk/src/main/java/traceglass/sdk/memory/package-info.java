/// Memory for encoded packets: the chunks of an in-process session and the chunks shared with the tracing service.
/// Input: packets that sequences write in place; no sockets.
@NullMarked
package traceglass.sdk.memory;

import org.jspecify.annotations.NullMarked;
