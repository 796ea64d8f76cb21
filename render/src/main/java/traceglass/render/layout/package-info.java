/// Vertical direction: rows, their heights, and which of them are open, pinned or filtered out. Pure.
package traceglass.render.layout;
