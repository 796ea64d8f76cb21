/// Texts as formats write them, and how near names are to each other.
@NullMarked
package traceglass.store.text;

import org.jspecify.annotations.NullMarked;
