/// Identities of connected processes and machines, and their clocks.
@NullMarked
package traceglass.service.core.peer;

import org.jspecify.annotations.NullMarked;
