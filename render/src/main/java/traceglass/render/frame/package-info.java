/// Frames: indexes over the data of a track, and the immutable drawable frames folded from them off the JavaFX thread.
/// Folding merges the events or samples that share a pixel, so that the cost of a frame depends on pixels, not events.
/// Immutable and independent of JavaFX, except for the loader that delivers frames.
package traceglass.render.frame;
