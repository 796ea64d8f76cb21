/// Parts of the command `record`: where the trace is written, how it is stopped, and lists of categories, kernel
/// events and data sources.
@NullMarked
package traceglass.app.cli.record;

import org.jspecify.annotations.NullMarked;
