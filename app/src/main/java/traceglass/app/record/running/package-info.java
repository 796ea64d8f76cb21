/// A recording, and the controls that show its progress: time, buffers, data sources and data rate.
package traceglass.app.record.running;
