/// SQL text of queries on a fleet, and a check of its table files.
@NullMarked
package traceglass.engine.fleet.sql;

import org.jspecify.annotations.NullMarked;
