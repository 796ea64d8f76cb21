/// The tracks and the time range of an area selection, which reports query, and the single events behind a report row.
///
/// Depends on queries and rows, not on the user interface.
package traceglass.analysis.area;
