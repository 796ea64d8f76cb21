/// Chrome's JSON trace format. Comes in: rows of the store; no window.
@NullMarked
package traceglass.convert.json;

import org.jspecify.annotations.NullMarked;
