/// Checks of configs written by users: text and binary format, unknown names, and values that the service would
/// refuse.
@NullMarked
package traceglass.record.config.check;

import org.jspecify.annotations.NullMarked;
