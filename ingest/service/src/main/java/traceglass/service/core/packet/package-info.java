/// Checks, compression and files of recorded packets.
@NullMarked
package traceglass.service.core.packet;

import org.jspecify.annotations.NullMarked;
