/// Converts traces and configs from and to protobuf's text format. Input: packets and text. Does not use the store.
@NullMarked
package traceglass.convert.text;

import org.jspecify.annotations.NullMarked;
