package traceglass.render.input;

/// Keys of the row with the keyboard focus.
public enum FocusKey {
    UP,
    DOWN,
    LEFT,
    RIGHT,
    END,
    ENTER,
    /// Opens the menu.
    MENU
}
