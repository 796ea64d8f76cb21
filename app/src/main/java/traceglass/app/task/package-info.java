/// Work off the JavaFX thread: the pool that queries run on, and how results get back to the JavaFX thread.
package traceglass.app.task;
