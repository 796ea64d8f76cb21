/// Counters, frequencies, idle states, and power.
///
/// [CountersSubject] registers the tracks, event tables, reports and comparisons.
package traceglass.analysis.counters;
