/// The open trace of a window: its import, its store, the queries on it and the search in it.
///
/// In: `traceglass.ingest` and `traceglass.model`. Out: no nodes; results are handed to the JavaFX thread through
/// [traceglass.app.task.FxThread], which is the only place here that knows it.
package traceglass.app.session;
