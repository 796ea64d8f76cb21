/// Raw ftrace events.
///
/// [FtraceSubject] registers the tracks, the event table, the report and the list.
package traceglass.analysis.ftrace;
