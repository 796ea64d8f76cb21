/// SQL text of queries on a fleet, and files of their rows.
@NullMarked
package traceglass.engine.fleet.sql;

import org.jspecify.annotations.NullMarked;
