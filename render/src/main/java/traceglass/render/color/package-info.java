/// Themes, colors of the user interface, and colors of data. Independent of JavaFX.
package traceglass.render.color;
