/// What is drawn on and with: a pen over a canvas or an SVG file, typefaces and the widths of texts, glyphs, lines and
/// corners that meet the pixels.
///
/// In: pixels, colours, text. Not in: tracks, times and rows.
package traceglass.render.surface;
