/// Drawing targets and tools: a pen for a canvas or an SVG file, the installed fonts, icons, pixel-aligned lines and
/// corners.
///
/// Works on pixels, colors and text; does not depend on tracks, times and rows.
package traceglass.render.surface;
