/// The list of formats to which traces can be converted. Depends on the packages of the formats, not on the window.
@NullMarked
package traceglass.convert;

import org.jspecify.annotations.NullMarked;
