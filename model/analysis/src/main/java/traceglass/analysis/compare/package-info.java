/// Compares two traces: by slices, thread states, counters, frames or startups, by name, with counts and times of
/// both sides.
///
/// One [ComparedBy] per subject. Knows no page: the application shows the result.
package traceglass.analysis.compare;
