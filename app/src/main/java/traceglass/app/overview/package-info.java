/// The overview of a trace: what it is, what went wrong, its metadata and statistics, as cards and grids.
///
/// In: a ready session and its queries. Out: nothing is drawn on the timeline from here.
package traceglass.app.overview;
