/// Processes and threads, which own tracks and events.
///
/// [ProcessesSubject] registers the tracks and owner tables.
package traceglass.analysis.processes;
