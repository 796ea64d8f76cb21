package traceglass.render.item;

/// How far the tracks are scrolled, in a way that holds when rows above change their heights.
///
/// @param row key of the row at the top
/// @param inside how far into it, px
public record ScrollPlace(String row, double inside) {}
