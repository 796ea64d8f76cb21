/// Reads whole stored tables in the order of their rows. Input: an open store. Independent of PerfettoSQL and of
/// output formats.
@NullMarked
package traceglass.sql.stored;

import org.jspecify.annotations.NullMarked;
