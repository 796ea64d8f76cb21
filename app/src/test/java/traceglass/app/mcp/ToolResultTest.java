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

class ToolResultTest {

    private static ToolResult resultOf(Object... values) {
        AnswerTable table = new AnswerTable(
                "Title",
                List.of("value"),
                Arrays.stream(values).map(v -> Arrays.asList(v)).toList(),
                "",
                false);
        return new ToolResult("t1", "Text.", List.of(table), null);
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
                resultOf("a|b", "two\nlines", "back\\slash", null, 9007199254740993L)
                        .markdown());
        assertTrue(resultOf().markdown().endsWith("No rows."));
    }

    @Test
    void misleadingCharactersAreReplaced() throws IOException {
        ToolResult result = resultOf("\u001b[31mred", "right\u202eleft");
        String json = McpJsonDefaults.getMapper().writeValueAsString(result.toCallResult(true));
        for (String text : List.of(result.markdown(), json)) {
            assertTrue(text.contains("\ufffd[31mred") && text.contains("right\ufffdleft"), text);
            assertFalse(text.contains("\u001b") || text.contains("\\u001b"), text);
        }
    }

    @Test
    void largeNumbersAreStringsInJson() throws IOException {
        String json = McpJsonDefaults.getMapper()
                .writeValueAsString(
                        resultOf(1L << 53, (1L << 53) + 1, new BigInteger("123456789012345678901"), Double.NaN, 0.5)
                                .toCallResult(true)
                                .structuredContent());
        assertTrue(
                json.contains(
                        "[[9007199254740992],[\"9007199254740993\"],[\"123456789012345678901\"],[\"NaN\"],[0.5]]"),
                json);
        assertNull(resultOf(1).toCallResult(false).structuredContent());
    }
}
