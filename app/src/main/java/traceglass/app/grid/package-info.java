/// Grids for results. Large results are stored outside the heap, sorted and filtered off the JavaFX thread; cells exist
/// only for visible rows.
///
/// Uses stored rows, `traceglass.store.time` and the window's navigator. Contains no SQL; the panels supply the
/// queries.
package traceglass.app.grid;
