package traceglass.app.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.modelcontextprotocol.json.McpJsonDefaults;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.engine.agent.AnswerTable;

class ToolAnswerTest {

    private static ToolAnswer answer(Object... values) {
        AnswerTable table = new AnswerTable(
                "Title",
                List.of("value"),
                Arrays.stream(values).map(v -> Arrays.asList(v)).toList(),
                "",
                false);
        return new ToolAnswer("t1", "Text.", List.of(table), null);
    }

    @Test
    void tablesAreMarkdown() {
        assertEquals(
                """
                Text.

                ## Title

                | value |
                | --- |
                | a\\|b |
                | two⏎lines |
                | back\\\\slash |
                |  |
                | 9007199254740993 |""",
                answer("a|b", "two\nlines", "back\\slash", null, 9007199254740993L)
                        .markdown());
        assertTrue(answer().markdown().endsWith("No rows."));
    }

    @Test
    void misleadingCharactersAreReplaced() throws IOException {
        ToolAnswer answer = answer("\u001b[31mred", "right\u202eleft");
        String json = McpJsonDefaults.getMapper().writeValueAsString(answer.result(true));
        for (String text : List.of(answer.markdown(), json)) {
            assertTrue(text.contains("\ufffd[31mred") && text.contains("right\ufffdleft"), text);
            assertFalse(text.contains("\u001b") || text.contains("\\u001b"), text);
        }
    }

    @Test
    void largeNumbersAreTextsInJson() throws IOException {
        String json = McpJsonDefaults.getMapper()
                .writeValueAsString(
                        answer(1L << 53, (1L << 53) + 1, new BigInteger("123456789012345678901"), Double.NaN, 0.5)
                                .result(true)
                                .structuredContent());
        assertTrue(
                json.contains(
                        "[[9007199254740992],[\"9007199254740993\"],[\"123456789012345678901\"],[\"NaN\"],[0.5]]"),
                json);
        assertNull(answer(1).result(false).structuredContent());
    }
}
