package traceglass.render.action;

/// Directions in which held keys move the visible window.
public enum MoveDirection {
    LEFT(-1, 0),
    RIGHT(1, 0),
    ZOOM_IN(0, 1),
    ZOOM_OUT(0, -1);

    final int pan;
    final int zoom;

    MoveDirection(int pan, int zoom) {
        this.pan = pan;
        this.zoom = zoom;
    }
}
