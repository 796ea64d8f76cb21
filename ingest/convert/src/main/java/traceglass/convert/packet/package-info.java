/// Packets of Perfetto traces as they are in the file: reading, writing, and rewriting without compression. Input:
/// files; no store, no window.
@NullMarked
package traceglass.convert.packet;

import org.jspecify.annotations.NullMarked;
