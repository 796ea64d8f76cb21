/// Puts frames, labels, header and overlays on a canvas. Runs on the JavaFX thread, reads state, changes nothing.
package traceglass.render.paint;
