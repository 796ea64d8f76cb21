/// Lines of logs.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [LogsSubject].
package traceglass.analysis.logs;
