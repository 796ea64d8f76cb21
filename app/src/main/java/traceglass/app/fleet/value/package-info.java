/// Display of the values of a fleet: scales of axes, number formats, natural order, and labels from paths.
@NullMarked
package traceglass.app.fleet.value;

import org.jspecify.annotations.NullMarked;
