package traceglass.analysis.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import traceglass.store.stats.StatDefinition;
import traceglass.store.stats.StatDefinitions;

class ProblemTextsTest {

    /// Start of a sentence that says what to do.
    private static final Pattern IMPERATIVE =
            Pattern.compile("(?:^|[.] )(?:Check|Copy|Export|If|Open|Record|Save|Stop|Use|Write)\\b");

    @Test
    void titleAndConsequenceAgreeWithTheNumber() {
        assertEquals("1 event has no description", ProblemTexts.title("jfr_unknown_event", 1));
        assertEquals("It is missing.", ProblemTexts.consequence("jfr_unknown_event", "analysis", 1));
        assertEquals("12 events have no description", ProblemTexts.title("jfr_unknown_event", 12));
        assertEquals("They are missing.", ProblemTexts.consequence("jfr_unknown_event", "analysis", 12));
        assertEquals(
                "Rows of 3 tables may be missing.", ProblemTexts.consequence("gpu_profile_damaged", "analysis", 3));
    }

    @Test
    void consequencesContainNoAdvice() {
        for (StatDefinition definition : StatDefinitions.all()) {
            assertFalse(IMPERATIVE.matcher(definition.consequence()).find(), definition.name());
        }
    }

    @Test
    void noTextShowsItsPlaceholders() {
        for (StatDefinition definition : StatDefinitions.all()) {
            String stat = definition.name();
            for (long value : new long[] {1, 2}) {
                String all = ProblemTexts.title(stat, value)
                        + ProblemTexts.consequence(stat, "trace", value)
                        + ProblemTexts.advice(stat, "error", "trace");
                assertFalse(all.contains("{") || all.contains("}"), stat + ": " + all);
            }
        }
    }

    @Test
    void adviceForDamagedFilesDoesNotMentionTheConfig() {
        for (String stat : new String[] {
            "json_tokenizer_failure",
            "json_parser_failure",
            "pyroscope_truncated",
            "hprof_truncated",
            "callgrind_line_skipped"
        }) {
            String advice = ProblemTexts.advice(stat, "error", "trace");
            assertFalse(advice.contains("config"), stat + ": " + advice);
        }
    }
}
