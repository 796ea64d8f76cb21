/// Configs that people write: their text and binary form, names that nothing knows, and what the service would refuse.
@NullMarked
package traceglass.record.config.check;

import org.jspecify.annotations.NullMarked;
