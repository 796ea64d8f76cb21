/// Tables of results: rows kept outside the heap when they are many, put in order and filtered off the JavaFX thread,
/// and shown in a grid that makes cells only for what is in view.
///
/// In: JDBC result sets, `traceglass.store.time`, the window's navigator. Out: no SQL; what is asked and why is the
/// panels' matter.
package traceglass.app.grid;
