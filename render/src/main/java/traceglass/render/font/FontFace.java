package traceglass.render.font;

/// A font to measure and draw with.
///
/// @param family name of the family
/// @param isBold whether to use its bold weight; else the normal one
/// @param size size in px
public record FontFace(String family, boolean isBold, double size) {}
