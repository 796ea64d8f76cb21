/// What is drawn of a track at one resolution: indexes over its data, and the immutable frames folded from them off the
/// JavaFX thread. Cost follows pixels, not events. Pure, but for the loader that hands frames over.
package traceglass.render.frame;
