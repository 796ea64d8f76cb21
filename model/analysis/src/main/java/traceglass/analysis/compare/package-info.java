/// Compares two traces by slices, thread states, counters, frames or startups: counts and times by name, for both
/// sides.
///
/// The kinds of events are in the packages of the subjects, see [ComparisonKind]. Independent of the user interface,
/// which shows the result.
package traceglass.analysis.compare;
