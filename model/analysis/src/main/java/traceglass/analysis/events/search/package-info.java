/// Conditions and queries for a text search in events.
@NullMarked
package traceglass.analysis.events.search;

import org.jspecify.annotations.NullMarked;
