/// The interface of formats to which traces can be converted. Input: paths and streams. Does not use the window.
@NullMarked
package traceglass.convert.format;

import org.jspecify.annotations.NullMarked;
