/// Drawing targets and tools: a pen for a canvas or an SVG file, fonts and text widths, icons, pixel-aligned lines and
/// corners.
///
/// In: pixels, colors, text. Not in: tracks, times and rows.
package traceglass.render.surface;
