/// Horizontal layout: visible time, positions of times in pixels, and axis ticks. Independent of JavaFX.
package traceglass.render.time;
