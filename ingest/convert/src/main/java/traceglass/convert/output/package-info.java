/// Manages output files of conversions: they are written under a temporary name, renamed when complete, and deleted
/// after an error or an interruption. Input: paths. Does not read traces.
@NullMarked
package traceglass.convert.output;

import org.jspecify.annotations.NullMarked;
