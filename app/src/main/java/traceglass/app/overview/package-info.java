/// Overview of a trace: summary, problems, metadata and statistics, as cards and grids.
///
/// Requires a ready session and its queries. Does not draw on the timeline.
package traceglass.app.overview;
