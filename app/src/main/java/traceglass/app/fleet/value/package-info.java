/// Values of cells and axes of a fleet: scales, formats, natural order and short paths.
@NullMarked
package traceglass.app.fleet.value;

import org.jspecify.annotations.NullMarked;
