/// Work off the JavaFX thread: the thread pool for queries, and the way back to the JavaFX thread.
package traceglass.app.task;
