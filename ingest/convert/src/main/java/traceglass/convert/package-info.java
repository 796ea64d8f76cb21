/// The formats that traces are converted to. Input: the packages of the formats; no window.
@NullMarked
package traceglass.convert;

import org.jspecify.annotations.NullMarked;
