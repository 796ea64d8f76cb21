/// The interface of the formats that traces are converted to. Input: paths and streams; no window.
@NullMarked
package traceglass.convert.format;

import org.jspecify.annotations.NullMarked;
