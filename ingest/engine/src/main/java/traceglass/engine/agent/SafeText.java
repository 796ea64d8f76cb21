package traceglass.engine.agent;

import java.util.regex.Pattern;

/// Text of a trace without control characters and those that reorder text, which could mislead whoever reads an answer.
public final class SafeText {

    private static final Pattern HARMFUL =
            Pattern.compile("[\\p{Cc}&&[^\\n\\t]]|[\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]");

    private SafeText() {}

    /// Returns a text in which each of these characters is replaced; line ends and tabs stay.
    public static String of(String text) {
        return HARMFUL.matcher(text).replaceAll("\ufffd");
    }
}
