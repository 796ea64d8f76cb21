package traceglass.sql.modules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

class PreludeTest {

    @Test
    void splitsTheFilesIntoTheStatementsThatTheParserFinds() throws Exception {
        Set<List<String>> expected = new HashSet<>();
        for (String file : List.of("prelude.sql", "power.sql")) {
            for (List<Token> statement : SqlTokens.statements(SqlTokens.read(text(file)))) {
                expected.add(words(statement));
            }
        }
        Set<List<String>> split = new HashSet<>();
        for (String definition : Prelude.definitions()) {
            split.add(words(SqlTokens.read(definition)));
        }
        assertEquals(expected, split);
    }

    @Test
    void findsFunctionsByName() throws SqlSyntaxException {
        Prelude prelude = new Prelude();
        List<Token> call = SqlTokens.read("SELECT TRACE_DUR(), to_realtime(5)");
        assertEquals(
                List.of("trace_dur", "to_realtime"), List.of(nameOfNext(prelude, call), nameOfNext(prelude, call)));
        assertTrue(prelude.next(call) == null);
    }

    @Test
    void returnsTheMacros() throws SqlSyntaxException {
        Set<String> names = new HashSet<>();
        for (List<Token> macro : Prelude.macros()) {
            names.add(((PerfettoStatement.Macro) PerfettoStatement.read(macro))
                    .name()
                    .value());
        }
        assertEquals(Set.of("cast_int", "cast_double", "cast_string"), names);
    }

    private static String nameOfNext(Prelude prelude, List<Token> call) throws SqlSyntaxException {
        return ((PerfettoStatement.Function) PerfettoStatement.read(prelude.next(call)))
                .name()
                .value();
    }

    private static List<String> words(List<Token> tokens) {
        return tokens.stream().map(Token::text).toList();
    }

    private static String text(String file) throws IOException {
        try (InputStream in = Prelude.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
