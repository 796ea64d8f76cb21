/// Horizontal direction: visible time, positions of times in pixels, and axis ticks. Pure.
package traceglass.render.time;
