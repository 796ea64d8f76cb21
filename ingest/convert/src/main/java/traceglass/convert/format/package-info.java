/// The interface of the formats that traces are converted to. Comes in: paths and streams; no window.
@NullMarked
package traceglass.convert.format;

import org.jspecify.annotations.NullMarked;
