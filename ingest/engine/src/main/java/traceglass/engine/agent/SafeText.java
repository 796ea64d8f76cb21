package traceglass.engine.agent;

import java.util.regex.Pattern;

/// Replaces control characters and characters that reorder text in strings of a trace, because they could mislead the
/// reader of an answer.
public final class SafeText {

    private static final Pattern HARMFUL =
            Pattern.compile("[\\p{Cc}&&[^\\n\\t]]|[\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]");

    private SafeText() {}

    /// Returns a string with these characters replaced. Keeps line ends and tabs.
    public static String of(String text) {
        return HARMFUL.matcher(text).replaceAll("\ufffd");
    }
}
