package traceglass.render.input;

import traceglass.render.item.PxPoint;

/// Press, drag or release of a button.
///
/// @param x position on the timeline, px
/// @param y position on the timeline, px
/// @param screen position on the screen
/// @param isShortcutDown whether the key of shortcuts is held: Ctrl, or Cmd on a Mac
/// @param clicks number of clicks in quick succession
public record PointerEvent(
        double x,
        double y,
        PxPoint screen,
        Button button,
        boolean isShiftDown,
        boolean isShortcutDown,
        boolean isAltDown,
        int clicks) {

    /// Buttons of the pointer.
    public enum Button {
        PRIMARY,
        MIDDLE,
        SECONDARY,
        OTHER
    }
}
