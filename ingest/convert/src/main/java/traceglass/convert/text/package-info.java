/// Traces and configs in protobuf's text format, in both directions. Input: packets and text; no store, no window.
@NullMarked
package traceglass.convert.text;

import org.jspecify.annotations.NullMarked;
