package traceglass.app.preferences;

/// Titles of the choices that the settings offer.
final class PreferencesTexts {

    private PreferencesTexts() {}

    // ---- Keys that move the timeline, by keyboard layout

    static final String QWERTY = "W A S D";
    static final String AZERTY = "Z Q S D (AZERTY)";
    static final String DVORAK = ", A O E (Dvorak)";
    static final String COLEMAK = "W A R S (Colemak)";
}
