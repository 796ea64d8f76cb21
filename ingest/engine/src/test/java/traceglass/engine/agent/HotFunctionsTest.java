package traceglass.engine.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.engine.EngineOptions;
import traceglass.engine.QuerySession;
import traceglass.engine.TraceProcessor;

class HotFunctionsTest {

    private static final AnswerTable NONE = AnswerTable.withNote("none", "");

    private static List<AnswerTable> of(String trace) {
        try (TraceProcessor opened =
                        TraceProcessor.open(trace.getBytes(StandardCharsets.UTF_8), EngineOptions.temporary());
                QuerySession session = opened.newSession()) {
            return HotFunctions.of(new AgentQueries(session, AnswerLimits.DEFAULT), "", Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }

    private static List<Object> row(AnswerTable table, String function) {
        return table.rows().stream()
                .filter(r -> function.equals(r.getFirst()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(function + " is not in " + table));
    }

    /// The input is collapsed stacks: callers first, then the number of samples. A recursive function counts once.
    @Test
    void functionsOfAProfileAreSummed() {
        List<AnswerTable> tables = of("main;load;parse 6\nmain;load 1\nmain;draw;draw;draw 3\n");
        AnswerTable functions = tables.stream()
                .filter(t -> t.columns().contains("self"))
                .findFirst()
                .orElse(NONE);
        assertEquals("parse", functions.firstText("function"));
        assertEquals(List.of(6, 6, 60, 60), numbers(row(functions, "parse")));
        assertEquals(List.of(1, 7, 10, 70), numbers(row(functions, "load")));
        assertEquals(List.of(0, 10, 0, 100), numbers(row(functions, "main")));
        assertEquals(List.of(3, 3, 30, 30), numbers(row(functions, "draw")));
    }

    private static List<Integer> numbers(List<Object> row) {
        return Arrays.asList(2, 3, 4, 5).stream()
                .map(i -> ((Number) row.get(i)).intValue())
                .toList();
    }

    @Test
    void aTraceWithoutSamplesIsReported() {
        List<AnswerTable> tables =
                of("[{\"ph\": \"X\", \"pid\": 7, \"tid\": 8, \"name\": \"a\", \"ts\": 1, \"dur\": 5}]");
        assertEquals(1, tables.size());
        assertTrue(tables.getFirst().note().contains("No callstacks"), tables::toString);
    }
}
