package traceglass.render.item;

/// Scroll position that stays valid when rows above it change their heights.
///
/// @param row key of the row at the top
/// @param offset offset within the row, px
public record ScrollPosition(String row, double offset) {}
