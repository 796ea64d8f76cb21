/// Shapes of flame graphs: positions and colors of the boxes of frames.
package traceglass.app.panel.flame.shape;
