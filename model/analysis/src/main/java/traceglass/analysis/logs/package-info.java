/// Log lines.
///
/// [LogsSubject] registers the tracks, the event table, the report and the list.
package traceglass.analysis.logs;
