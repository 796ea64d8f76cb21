/// The scene: boxes of everything that can be painted and hit, in px of the control, computed once from the state of
/// the timeline. Painters draw the boxes, and hit-testing searches the same boxes. Kinds of boxes are registered in
/// `traceglass.render.mark`. Independent of JavaFX.
@NullMarked
package traceglass.render.scene;

import org.jspecify.annotations.NullMarked;
