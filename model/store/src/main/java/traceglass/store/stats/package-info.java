/// Definitions of the statistics of an import: name, severity, texts.
@NullMarked
package traceglass.store.stats;

import org.jspecify.annotations.NullMarked;
