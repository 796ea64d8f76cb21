/// Subjects of a trace: scheduling, slices, counters, logs, … Each defines its kinds of tracks and events in one
/// package, and is found by its line in `META-INF/services/traceglass.analysis.subject.Subject`.
///
/// Contains the interface of a subject and the combined contributions of all subjects. It depends on no single
/// subject.
package traceglass.analysis.subject;
