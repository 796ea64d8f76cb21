/// Controllers for the pointer, the wheel and the keys on a timeline. They search the boxes of the scene and act
/// through [traceglass.render.action]. Independent of JavaFX; the timeline control passes events on as plain values.
@NullMarked
package traceglass.render.input;

import org.jspecify.annotations.NullMarked;
