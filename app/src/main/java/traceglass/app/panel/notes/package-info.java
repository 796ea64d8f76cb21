/// Notes on the timeline: the list of all notes and the editor of one.
///
/// Reads and changes the notes of the open trace.
package traceglass.app.panel.notes;
