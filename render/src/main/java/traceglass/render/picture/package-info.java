/// What a painting is made of: the state that painters read, where things are, bands of a row, what the pointer is
/// over, stretches of lost data. The timeline control changes it, painters only read.
///
/// In: frames, layout, selection. Not in: drawing.
package traceglass.render.picture;
