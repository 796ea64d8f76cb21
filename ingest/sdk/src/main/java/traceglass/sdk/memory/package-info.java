/// Chunks of memory that hold encoded packets: those of a session in this process and those shared with the tracing
/// service. Input: packets that their sequences write in place; no sockets.
@NullMarked
package traceglass.sdk.memory;

import org.jspecify.annotations.NullMarked;
