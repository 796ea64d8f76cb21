/// State to paint: settings and data that painters read, geometry, bands of a row, hover, and lost data. The
/// timeline control changes it; painters only read it.
///
/// Uses frames, layout and selection. Contains no drawing.
package traceglass.render.picture;
