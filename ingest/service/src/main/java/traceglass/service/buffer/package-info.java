/// Trace buffers: storage of chunks in a ring, patches, and reading of whole packets in order per writer.
@NullMarked
package traceglass.service.buffer;

import org.jspecify.annotations.NullMarked;
