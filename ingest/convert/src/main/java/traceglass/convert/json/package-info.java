/// Converts traces to Chrome's JSON trace format. Input: rows of the store.
@NullMarked
package traceglass.convert.json;

import org.jspecify.annotations.NullMarked;
