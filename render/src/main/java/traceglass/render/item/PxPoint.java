package traceglass.render.item;

/// Point in px, of a timeline or of the screen.
public record PxPoint(double x, double y) {}
