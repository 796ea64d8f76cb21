/// Paints frames, labels, header and overlays on a canvas. Runs on the JavaFX thread and only reads state.
package traceglass.render.paint;
