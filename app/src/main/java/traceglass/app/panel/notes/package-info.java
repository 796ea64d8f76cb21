/// Notes that a person has set on the timeline: the list of all, and the small editor of one.
///
/// In: the notebook of the open trace. Out: changes of it, and where to go.
package traceglass.app.panel.notes;
