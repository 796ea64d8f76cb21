/// Files that conversions write: created next to their final name, moved there when complete, deleted after an error
/// or an interrupt. Input: paths; no trace, no window.
@NullMarked
package traceglass.convert.output;

import org.jspecify.annotations.NullMarked;
