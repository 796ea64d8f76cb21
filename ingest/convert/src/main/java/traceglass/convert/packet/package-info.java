/// Reads, writes and decompresses the packets of Perfetto trace files. Input: files. Does not use the store.
@NullMarked
package traceglass.convert.packet;

import org.jspecify.annotations.NullMarked;
