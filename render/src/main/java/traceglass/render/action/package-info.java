/// Operations on a timeline that commands, keys and the pointer share: moving the visible window, scrolling,
/// selecting, and arranging tracks. They change the model and mark its outdated parts. Independent of JavaFX.
@NullMarked
package traceglass.render.action;

import org.jspecify.annotations.NullMarked;
