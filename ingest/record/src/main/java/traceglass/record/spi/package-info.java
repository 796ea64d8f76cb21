/// What recording targets and recorders implement, and what passes between them and a session: state, problems, log
/// lines, the trace file that is written. Knows no target.
@NullMarked
package traceglass.record.spi;

import org.jspecify.annotations.NullMarked;
