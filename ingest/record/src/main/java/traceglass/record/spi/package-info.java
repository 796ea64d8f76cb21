/// Interfaces of recording targets and recorders, and the types they share with a session: state, problems, log lines,
/// and the trace file. Independent of any target.
@NullMarked
package traceglass.record.spi;

import org.jspecify.annotations.NullMarked;
