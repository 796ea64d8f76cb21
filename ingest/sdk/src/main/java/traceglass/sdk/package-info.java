/// Tracing of Java programs: categories, events, tracks and sessions that record them in this process. Input: calls
/// of the traced program; the trace is a protobuf file of the Perfetto format.
@NullMarked
package traceglass.sdk;

import org.jspecify.annotations.NullMarked;
