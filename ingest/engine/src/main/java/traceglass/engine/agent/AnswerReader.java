package traceglass.engine.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.engine.QueryColumn;
import traceglass.engine.QueryResult;
import traceglass.engine.QueryRow;

/// Reads a result up to the limits of an answer.
final class AnswerReader {

    /// Average bytes of a number as text.
    private static final int NUMBER_BYTES = 8;
    private static final int MAX_SHOWN_BYTES = 64;

    private final AnswerLimits limits;
    private long bytes;
    private boolean hasLongValues;

    private AnswerReader(AnswerLimits limits) {
        this.limits = limits;
    }

    /// Reads the rows and closes the result, which ends the query if there are more rows than are read.
    static AnswerTable read(String title, QueryResult result, AnswerLimits limits) {
        try (result) {
            return new AnswerReader(limits).table(title, result);
        }
    }

    private AnswerTable table(String title, QueryResult result) {
        List<String> columns =
                result.columns().stream().map(QueryColumn::name).map(this::text).toList();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        Iterator<QueryRow> all = result.iterator();
        while (rows.size() < limits.rows() && bytes < limits.bytes() && all.hasNext()) {
            QueryRow row = all.next();
            @Nullable Object[] values = new Object[row.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = value(row.get(i));
            }
            rows.add(Arrays.asList(values));
        }
        boolean hasMore = all.hasNext();
        List<String> notes = new ArrayList<>();
        if (hasMore) {
            notes.add(AgentTexts.moreRows(rows.size(), rows.size() < limits.rows()));
        }
        if (hasLongValues) {
            notes.add(AgentTexts.longValues(limits.cellChars()));
        }
        return new AnswerTable(title, columns, rows, String.join(" ", notes), hasMore || hasLongValues);
    }

    private @Nullable Object value(@Nullable Object value) {
        return switch (value) {
            case String text -> text(text);
            case byte[] content -> content(content);
            case null -> null;
            default -> {
                bytes += NUMBER_BYTES;
                yield value;
            }
        };
    }

    private String text(String text) {
        String shown = text;
        if (text.length() > limits.cellChars()) {
            hasLongValues = true;
            int end = limits.cellChars();
            shown = text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
        }
        bytes += shown.length();
        return SafeText.of(shown);
    }

    private String content(byte[] content) {
        int shown = Math.min(content.length, MAX_SHOWN_BYTES);
        bytes += 2L * shown;
        return AgentTexts.bytes(content.length, HexFormat.of().formatHex(content, 0, shown), shown < content.length);
    }
}
