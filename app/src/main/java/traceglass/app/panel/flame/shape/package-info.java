/// Positions and colors of the boxes of a flame graph.
@NullMarked
package traceglass.app.panel.flame.shape;

import org.jspecify.annotations.NullMarked;
