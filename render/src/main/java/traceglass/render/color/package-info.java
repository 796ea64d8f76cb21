/// Colors: themes, tokens of the user interface, and colors of data. Pure; no JavaFX here.
package traceglass.render.color;
