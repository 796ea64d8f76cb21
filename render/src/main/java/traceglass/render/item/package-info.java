/// What passes between the timeline and the application: the selected item or area, flows, notes, the minimap's data.
/// Immutable.
package traceglass.render.item;
