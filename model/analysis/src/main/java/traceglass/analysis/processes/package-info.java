/// Processes and threads, which own tracks and events.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [ProcessesSubject].
package traceglass.analysis.processes;
