/// Slices in bulk: all slices of a trace in arrays, sums by name over a range, quantiles and histograms of durations.
package traceglass.analysis.slices;
