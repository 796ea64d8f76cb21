package traceglass.render.box;

/// Name of a box for assistive technology, with its position, px of the control.
public record AccessibleName(String text, double left, double top, double width, double height) {}
