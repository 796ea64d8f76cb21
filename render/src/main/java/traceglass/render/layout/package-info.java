/// Vertical layout: rows, their heights, and which of them are expanded, pinned or filtered out. Independent of JavaFX.
package traceglass.render.layout;
