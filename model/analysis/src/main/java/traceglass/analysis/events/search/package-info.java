/// Conditions and queries for text searches in events.
@NullMarked
package traceglass.analysis.events.search;

import org.jspecify.annotations.NullMarked;
