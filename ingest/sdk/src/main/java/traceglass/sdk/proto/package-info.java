/// Writing of protobuf messages into reused memory. Input: field numbers and values; no tracing.
@NullMarked
package traceglass.sdk.proto;

import org.jspecify.annotations.NullMarked;
