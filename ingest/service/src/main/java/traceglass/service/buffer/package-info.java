/// Trace buffers: store chunks in a ring, apply patches, and return complete packets in order for each writer.
@NullMarked
package traceglass.service.buffer;

import org.jspecify.annotations.NullMarked;
