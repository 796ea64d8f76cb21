/// Events that are in effect at a time, in any format: begun and not ended, or the last of a counter. Input: keys,
/// times and ids of events; nothing of a format.
@NullMarked
package traceglass.convert.cut.state;

import org.jspecify.annotations.NullMarked;
