/// Positions, colors and texts of the boxes of a flame graph, and drawings as SVG.
@NullMarked
package traceglass.app.panel.flame.shape;

import org.jspecify.annotations.NullMarked;
