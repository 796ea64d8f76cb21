/// Work off the JavaFX thread: the thread pool for queries, and delivery of results to the JavaFX thread.
package traceglass.app.task;
