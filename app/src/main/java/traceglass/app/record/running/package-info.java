/// A recording, and the controls that show its progress: time, buffers, data sources and data rate.
@NullMarked
package traceglass.app.record.running;

import org.jspecify.annotations.NullMarked;
