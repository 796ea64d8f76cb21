/// Which packets and kernel events of a trace are in a cut: those of processes, sequences and kinds of content. Comes
/// in: packets; no times.
@NullMarked
package traceglass.convert.cut.select;

import org.jspecify.annotations.NullMarked;
