/// Identities of connected processes, and information and clocks of this machine.
@NullMarked
package traceglass.service.core.peer;

import org.jspecify.annotations.NullMarked;
