/// The open trace of a window: its import, store, queries and search.
///
/// Uses the importers and the modules of the model, but no JavaFX nodes. Results are passed to the JavaFX thread
/// through [traceglass.app.task.FxThread], the only class here that deals with that thread.
package traceglass.app.session;
