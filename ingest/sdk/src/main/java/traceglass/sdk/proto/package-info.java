/// Writing of protobuf messages into reused memory. Comes in: field numbers and values; no tracing.
@NullMarked
package traceglass.sdk.proto;

import org.jspecify.annotations.NullMarked;
