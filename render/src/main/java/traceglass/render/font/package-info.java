/// Fonts by purpose, size and weight, and the widths of texts in them. Independent of JavaFX: the surfaces know the
/// installed fonts and draw with them.
@NullMarked
package traceglass.render.font;

import org.jspecify.annotations.NullMarked;
