/// Packets of Perfetto traces as they are in the file: reading, writing, and rewriting without compression. Comes in:
/// files; no store, no window.
@NullMarked
package traceglass.convert.packet;

import org.jspecify.annotations.NullMarked;
