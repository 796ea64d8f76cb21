/// A second trace in the same window: opening it, aligning its time with the first, and the bar that tells how.
package traceglass.app.window.pair;
