/// Tab with the color rules of slices and the filter that shows only matching slices, their commands, and their section
/// in projects.
package traceglass.app.panel.colors;
