package traceglass.store.language;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Texts in the language of the user. The English texts are in the sources and are the keys of a translation, which is
/// a gettext catalog (a `.po` file). Without a translation, English texts are returned as they are.
///
/// Most texts are constants of classes, so the language can't change while the program runs.
public final class Translations {

    /// System property that names the catalog. It must be set before the first text is used.
    public static final String PROPERTY = "traceglass.translation";

    private static final @Nullable MessageCatalog CATALOG = load(System.getProperty(PROPERTY));
    private static final char DECIMAL_MARK = CATALOG == null ? '.' : CATALOG.decimalMark();
    private static final char FIRST_STRONG_ISOLATE = '\u2068';
    private static final char POP_ISOLATE = '\u2069';
    /// The first letter that is written from right to left.
    private static final char FIRST_RIGHT_TO_LEFT = '\u0590';

    private Translations() {}

    private static @Nullable MessageCatalog load(@Nullable String file) {
        if (file == null || file.isEmpty()) {
            return null;
        }
        try {
            return MessageCatalog.parse(Files.readString(Path.of(file)));
        } catch (IOException | IllegalArgumentException e) {
            // A program in English is better than none.
            System.getLogger(Translations.class.getName())
                    .log(System.Logger.Level.WARNING, "Can't read the translation " + file + ": " + e.getMessage());
            return null;
        }
    }

    /// Returns whether texts are translated.
    public static boolean isActive() {
        return CATALOG != null;
    }

    /// Returns the mark between the whole part and the decimals of a number.
    public static char decimalMark() {
        return DECIMAL_MARK;
    }

    /// Returns a number, formatted with a point, with the user's decimal mark.
    public static String withDecimalMark(String number) {
        return DECIMAL_MARK == '.' ? number : number.replace('.', DECIMAL_MARK);
    }

    /// Returns a number or time that the user typed with a point as decimal mark. The user may type a point, too.
    public static String withDecimalPoint(String number) {
        return number.replace(DECIMAL_MARK, '.');
    }

    /// Translates a text.
    public static String tr(String english) {
        return CATALOG == null ? english : CATALOG.text(english);
    }

    /// Translates a text and inserts values.
    ///
    /// @param english English text with the placeholders `{0}`, `{1}`, …
    public static String tr(String english, @Nullable Object... values) {
        return insert(tr(english), values);
    }

    /// Returns the translated noun for a number.
    public static String noun(long n, String singular, String plural) {
        return CATALOG == null ? n == 1 ? singular : plural : CATALOG.noun(n, singular, plural);
    }

    static String insert(String text, @Nullable Object... values) {
        StringBuilder out = new StringBuilder(text.length() + 16 * values.length);
        int from = 0;
        for (int open = text.indexOf('{'); open >= 0 && open + 2 < text.length(); open = text.indexOf('{', open + 1)) {
            int index = text.charAt(open + 1) - '0';
            if (index >= 0 && index < Math.min(10, values.length) && text.charAt(open + 2) == '}') {
                appendIsolated(out.append(text, from, open), String.valueOf(values[index]));
                from = open + 3;
            }
        }
        return out.append(text, from, text.length()).toString();
    }

    /// Names that are written from right to left are isolated, so that they don't change the order of the text around
    /// them.
    private static void appendIsolated(StringBuilder out, String value) {
        if (hasRightToLeft(value)) {
            out.append(FIRST_STRONG_ISOLATE).append(value).append(POP_ISOLATE);
        } else {
            out.append(value);
        }
    }

    private static boolean hasRightToLeft(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) >= FIRST_RIGHT_TO_LEFT) {
                byte direction = Character.getDirectionality(value.codePointAt(i));
                if (direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
                        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC) {
                    return true;
                }
            }
        }
        return false;
    }
}
