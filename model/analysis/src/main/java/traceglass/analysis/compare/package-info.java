/// Compares two traces: by slices, thread states, counters, frames or startups, by name, with counts and times of
/// both sides.
///
/// What is compared stands in the packages of the subjects, see [ComparedBy]. Knows no page: the application shows the
/// result.
package traceglass.analysis.compare;
