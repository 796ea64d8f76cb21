package traceglass.ingest.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// Damage to text that keeps its lines and most words: removes, duplicates or swaps lines, and inserts implausible
/// numbers, unclosed brackets and invalid UTF-8.
final class TextMutator {

    private static final List<String> HOSTILE = List.of(
            "-1",
            "0",
            "99999999999999999999999",
            "1e308",
            "-1e-300",
            "NaN",
            "18446744073709551616",
            "\"",
            "\\u0000",
            "\\ud800",
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "|",
            "null",
            "true",
            "\\",
            "\t",
            "",
            "%s",
            "<",
            ">",
            "</script>",
            "=");

    private TextMutator() {}

    static byte[] mutate(byte[] bytes, Random random) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            text = mutateOnce(text, random);
        }
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String mutateOnce(String text, Random random) {
        switch (random.nextInt(6)) {
            case 0 -> {
                List<String> lines = Arrays.asList(text.split("\n", -1));
                Collections.swap(lines, random.nextInt(lines.size()), random.nextInt(lines.size()));
                return String.join("\n", lines);
            }
            case 1 -> {
                int index = random.nextInt(text.length() + 1);
                return text.substring(0, index)
                        + (random.nextBoolean() ? "[" : "{\"a\":").repeat(1 + random.nextInt(5000))
                        + text.substring(index);
            }
            case 2 -> {
                int index = random.nextInt(text.length() + 1);
                return text.substring(0, index) + "\u00ff\u00fe\u00c3(\u0000\u00ed\u00a0\u0080" + text.substring(index);
            }
            default -> {
                // Replace a run of digits, or insert anywhere.
                int index = random.nextInt(text.length() + 1);
                int from = index;
                while (from < text.length() && !Character.isDigit(text.charAt(from)) && from - index < 200) {
                    from++;
                }
                int to = from;
                while (to < text.length() && Character.isDigit(text.charAt(to))) {
                    to++;
                }
                return text.substring(0, from) + HOSTILE.get(random.nextInt(HOSTILE.size())) + text.substring(to);
            }
        }
    }
}
