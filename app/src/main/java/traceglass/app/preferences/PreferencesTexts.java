package traceglass.app.preferences;

import static traceglass.store.language.Translations.tr;

/// Titles of the choices that the settings offer.
final class PreferencesTexts {

    private PreferencesTexts() {}

    // ---- Keys that move the timeline, by keyboard layout

    static final String QWERTY = tr("W A S D");
    static final String AZERTY = tr("Z Q S D (AZERTY)");
    static final String DVORAK = tr(", A O E (Dvorak)");
    static final String COLEMAK = tr("W A R S (Colemak)");
}
