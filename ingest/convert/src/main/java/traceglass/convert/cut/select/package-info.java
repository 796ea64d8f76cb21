/// Selects the packets and kernel events of a cut by process, sequence and type of content. Input: packets. Times are
/// not considered.
@NullMarked
package traceglass.convert.cut.select;

import org.jspecify.annotations.NullMarked;
