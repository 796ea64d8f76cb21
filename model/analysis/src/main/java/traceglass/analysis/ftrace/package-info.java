/// Raw events of ftrace.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [FtraceSubject].
package traceglass.analysis.ftrace;
