/// Subjects of a trace: scheduling, slices, counters, logs, … Each says everything about its kinds of tracks and events
/// in one package, and is found by its line in `META-INF/services/traceglass.analysis.subject.Subject`.
///
/// In: the interface of a subject, and the lists that all of them together give. Not in: any one subject; none is named
/// here.
package traceglass.analysis.subject;
