/// Reading whole stored tables in the order of their rows. Input: an open store; no PerfettoSQL, no format.
@NullMarked
package traceglass.sql.stored;

import org.jspecify.annotations.NullMarked;
