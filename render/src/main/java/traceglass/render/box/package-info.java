/// Boxes of the scene: what a box can do, the layers in which boxes are painted and found, and the drawing operations
/// that they use. Independent of JavaFX.
@NullMarked
package traceglass.render.box;

import org.jspecify.annotations.NullMarked;
