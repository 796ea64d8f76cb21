/// Tracing SDK for Java programs: categories, events, tracks and the sessions that record them. Input: calls of the
/// traced program. Output: traces in the Perfetto protobuf format.
@NullMarked
package traceglass.sdk;

import org.jspecify.annotations.NullMarked;
