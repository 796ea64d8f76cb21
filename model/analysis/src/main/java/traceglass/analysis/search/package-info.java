/// Hits of a search over slices, threads, processes and tracks.
package traceglass.analysis.search;
