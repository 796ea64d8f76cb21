/// State of a painting: settings and data that painters read, geometry, bands of a row, hover, and lost data. The
/// timeline control changes it; painters only read it.
///
/// In: frames, layout, selection. Not in: drawing.
package traceglass.render.picture;
