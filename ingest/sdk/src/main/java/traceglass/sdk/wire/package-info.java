/// The connection of a producer to the tracing service: frames and calls over a Unix socket or TCP. Arguments are
/// encoded messages; does not depend on tracing.
@NullMarked
package traceglass.sdk.wire;

import org.jspecify.annotations.NullMarked;
