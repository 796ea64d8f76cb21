/// Reads and writes protobuf messages without generated classes, reusing memory. Does not depend on tracing.
@NullMarked
package traceglass.sdk.proto;

import org.jspecify.annotations.NullMarked;
