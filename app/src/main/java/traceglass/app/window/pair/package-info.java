/// The second trace of a window: opening it, aligning it with the first, and the bar that shows the alignment.
package traceglass.app.window.pair;
