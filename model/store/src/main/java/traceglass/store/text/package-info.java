/// Text formats such as JSON, formatting of numbers, and similarity of names.
@NullMarked
package traceglass.store.text;

import org.jspecify.annotations.NullMarked;
