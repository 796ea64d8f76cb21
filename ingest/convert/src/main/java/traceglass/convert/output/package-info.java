/// Output files of conversions: written under a temporary name, renamed when complete, deleted after an error or an
/// interruption. Input: paths. Does not use traces or the window.
@NullMarked
package traceglass.convert.output;

import org.jspecify.annotations.NullMarked;
