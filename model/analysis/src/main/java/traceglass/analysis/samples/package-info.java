/// Callstack samples.
///
/// [SamplesSubject] registers the tracks, event tables, the report and flame graph sources.
package traceglass.analysis.samples;
