/// A recording that is running, and its display: state, progress, fill levels and speed.
package traceglass.app.record.running;
