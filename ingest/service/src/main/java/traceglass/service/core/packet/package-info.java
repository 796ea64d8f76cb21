/// Validates and compresses packets, and writes them to files.
@NullMarked
package traceglass.service.core.packet;

import org.jspecify.annotations.NullMarked;
