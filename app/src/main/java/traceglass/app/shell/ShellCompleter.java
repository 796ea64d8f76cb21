package traceglass.app.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import traceglass.analysis.catalog.SessionNames;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;

/// Completes names of tables, columns, functions and modules, SQL keywords, and dot commands with their arguments.
final class ShellCompleter implements Completer {

    private static final List<String> KEYWORDS = List.of(
            "SELECT",
            "FROM",
            "WHERE",
            "GROUP BY",
            "ORDER BY",
            "LIMIT",
            "JOIN",
            "LEFT JOIN",
            "USING",
            "WITH",
            "AS",
            "DISTINCT",
            "COUNT(*)",
            "INCLUDE PERFETTO MODULE",
            "CREATE PERFETTO TABLE",
            "CREATE PERFETTO VIEW",
            "CREATE PERFETTO FUNCTION",
            "CREATE PERFETTO MACRO",
            "CREATE VIRTUAL TABLE",
            "USING SPAN_JOIN",
            "PARTITION BY",
            "OVER",
            "HAVING",
            "UNION ALL",
            "CASE WHEN",
            "GLOB",
            "LIKE",
            "BETWEEN",
            "EXPLAIN");

    private final SessionNames names;
    private final ModuleLibrary library;
    private final DotCommands commands;

    ShellCompleter(SqlSession session, ModuleLibrary library, DotCommands commands) {
        names = new SessionNames(session);
        this.library = library;
        this.commands = commands;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        for (String name : names(line.line().substring(0, line.cursor()))) {
            candidates.add(new Candidate(name));
        }
    }

    /// Returns the completions of the last word of a text.
    List<String> names(String text) {
        String before = text.stripLeading();
        int start = before.length();
        while (start > 0
                && !Character.isWhitespace(before.charAt(start - 1))
                && "(,=<>+-*/;".indexOf(before.charAt(start - 1)) < 0) {
            start--;
        }
        String word = before.substring(start);
        if (before.startsWith(".")) {
            return matching(start == 0 ? commands.names() : commands.arguments(before.split("\\s+", 2)[0]), word, "");
        }
        String head = before.substring(0, start).stripTrailing().toUpperCase(Locale.ROOT);
        if (head.endsWith("INCLUDE PERFETTO MODULE")) {
            return matching(library.names(), word, "");
        }
        int dot = word.lastIndexOf('.');
        if (dot >= 0) {
            return matching(
                    columnsOf(before, word.substring(0, dot)), word.substring(dot + 1), word.substring(0, dot + 1));
        }
        List<String> out = new ArrayList<>(matching(KEYWORDS, word, ""));
        if (!word.isEmpty()) {
            out.addAll(matching(query(SessionNames::tableNames), word, ""));
            out.addAll(matching(columnsOf(before, null), word, ""));
            out.addAll(matching(query(SessionNames::functionNames), word, ""));
        }
        return out.stream().distinct().toList();
    }

    /// Returns the columns of the table with a name or alias, or of all tables in the text.
    private List<String> columnsOf(String text, String qualifier) {
        TreeSet<String> tables = new TreeSet<>();
        String[] tokens = text.split("[^A-Za-z0-9_.]+");
        for (int i = 0; i < tokens.length; i++) {
            if (qualifier == null || tokens[i].equalsIgnoreCase(qualifier)) {
                tables.add(tokens[i].toLowerCase(Locale.ROOT));
            }
            boolean isAliased = qualifier != null && tokens[i].equalsIgnoreCase(qualifier) && i > 0;
            if (isAliased) {
                tables.add(
                        tokens[i - 1].equalsIgnoreCase("as") && i > 1
                                ? tokens[i - 2].toLowerCase(Locale.ROOT)
                                : tokens[i - 1].toLowerCase(Locale.ROOT));
            }
        }
        tables.removeIf(table -> !table.matches("\\w+"));
        return query(names -> names.columnNames(tables));
    }

    private interface NameQuery {
        List<String> run(SessionNames names) throws SqlProblem;
    }

    private List<String> query(NameQuery query) {
        try {
            return query.run(names);
        } catch (SqlProblem e) {
            // Without the names, nothing is completed.
            return List.of();
        }
    }

    private static List<String> matching(List<String> names, String word, String prefix) {
        String lower = word.toLowerCase(Locale.ROOT);
        return names.stream()
                .filter(n -> n.toLowerCase(Locale.ROOT).startsWith(lower))
                .sorted()
                .map(n -> prefix + n)
                .toList();
    }
}
