package traceglass.render.item;

/// Scroll position that stays valid when rows above it change their heights.
///
/// @param row key of the row at the top
/// @param inside offset within the row, px
public record ScrollPlace(String row, double inside) {}
