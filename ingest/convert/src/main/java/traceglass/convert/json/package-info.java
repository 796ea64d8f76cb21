/// Chrome's JSON trace format. Input: rows of the store; no window.
@NullMarked
package traceglass.convert.json;

import org.jspecify.annotations.NullMarked;
