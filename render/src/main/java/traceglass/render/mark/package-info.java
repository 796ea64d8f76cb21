/// Boxes of marks on and around the tracks: flows, wakeups, notes, lost data, search hits and lines. `TimelineBoxes`
/// registers them. Independent of JavaFX.
@NullMarked
package traceglass.render.mark;

import org.jspecify.annotations.NullMarked;
