/// Interface of the formats that traces can be converted to. Reads files and writes streams; independent of the window.
@NullMarked
package traceglass.convert.format;

import org.jspecify.annotations.NullMarked;
