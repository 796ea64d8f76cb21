/// Debug tracks: tracks of slices or counter samples that users create from the rows of a query.
///
/// Depends on SQL sessions and the nodes of the track tree. The dialog for the roles of columns, and drawing, are
/// elsewhere.
package traceglass.analysis.debug;
