package traceglass.analysis.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemTextsTest {

    private static List<String> statistics() throws IOException {
        try (InputStream in = ProblemTexts.class.getResourceAsStream("problems.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.substring(0, line.indexOf('|')).strip().replace("*", "x"))
                    .toList();
        }
    }

    @Test
    void titleAndConsequenceAgreeWithTheNumber() {
        assertEquals("1 event has no description", ProblemTexts.title("jfr_unknown_event", 1));
        assertEquals("It is missing.", ProblemTexts.consequence("jfr_unknown_event", "analysis", 1));
        assertEquals("12 events have no description", ProblemTexts.title("jfr_unknown_event", 12));
        assertEquals("They are missing.", ProblemTexts.consequence("jfr_unknown_event", "analysis", 12));
        assertEquals(
                "Rows of 3 tables may be missing. Export it again.",
                ProblemTexts.consequence("gpu_profile_damaged", "analysis", 3));
    }

    @Test
    void noTextShowsItsPlaceholders() throws IOException {
        for (String stat : statistics()) {
            for (long value : new long[] {1, 2}) {
                String all = ProblemTexts.title(stat, value)
                        + ProblemTexts.consequence(stat, "trace", value)
                        + ProblemTexts.advice(stat, "error", "trace");
                assertFalse(all.contains("{") || all.contains("}"), stat + ": " + all);
            }
        }
    }
}
