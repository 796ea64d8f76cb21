/// Positions and colors of the boxes of a flame graph.
package traceglass.app.panel.flame.shape;
