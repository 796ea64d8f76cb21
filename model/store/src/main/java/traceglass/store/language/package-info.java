/// Translations of the texts that users see: `Translations` returns them, from the gettext catalog of the user's
/// language.
@NullMarked
package traceglass.store.language;

import org.jspecify.annotations.NullMarked;
