/// Tracing service of this computer: its sockets, and daemons that are started for a recording.
@NullMarked
package traceglass.record.local;

import org.jspecify.annotations.NullMarked;
