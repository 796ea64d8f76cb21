/// Selections: one event, or an area of tracks and time.
package traceglass.analysis.select;
