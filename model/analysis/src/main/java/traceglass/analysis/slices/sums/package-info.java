/// Sums and ranks of the durations of slices and of other events.
package traceglass.analysis.slices.sums;
