/// Values exchanged between the timeline and the application: the selected item or area, notes, branches of
/// workspaces, track and scroll state. Immutable.
package traceglass.render.item;
