/// The tracing service of this machine: its sockets, and daemons that are started for the time of a recording.
@NullMarked
package traceglass.record.local;

import org.jspecify.annotations.NullMarked;
