/// Slices: their tracks, table and details, reports of their sums over a range, and histograms of durations.
package traceglass.analysis.slices;
