package traceglass.ingest.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.ingest.database.ColumnMeanings.Column;
import traceglass.ingest.database.ColumnMeanings.Meaning;

/// Guesses the meaning of a table's columns from the words in their names and from their values.
///
/// @param meanings the best guess, possibly incomplete
/// @param problem why the guess is uncertain, as the end of a sentence; empty if it is certain
/// @param hasTime whether any column looks like a time
public record ColumnGuess(ColumnMeanings meanings, String problem, boolean hasTime) {

    private static final List<String> TIMES = List.of(
            "timestamp",
            "ts",
            "time_stamp",
            "time",
            "start",
            "start_time",
            "start_ts",
            "start_timestamp",
            "time_start",
            "timestamp_start",
            "begin",
            "begin_time",
            "event_time",
            "datetime",
            "date_time",
            "wall_time",
            "sample_time");
    /// Names of time columns that count only if no column has one of the names above.
    private static final List<String> OTHER_TIMES =
            List.of("t", "date", "elapsed", "elapsed_time", "uptime", "created_at");
    private static final Set<String> STARTS = Set.of(
            "start",
            "start_time",
            "start_ts",
            "start_timestamp",
            "time_start",
            "timestamp_start",
            "begin",
            "begin_time");
    private static final List<String> DURATIONS = List.of(
            "dur", "duration", "elapsed", "elapsed_time", "took", "time_taken", "response_time", "wall_duration");
    private static final List<String> ENDS = List.of(
            "end", "end_time", "end_ts", "end_timestamp", "time_end", "finish", "finish_time", "stop", "stop_time");
    private static final List<String> NAMES = List.of(
            "metric_name",
            "name",
            "event_name",
            "event",
            "slice_name",
            "span_name",
            "label",
            "operation_name",
            "operation",
            "function",
            "task",
            "title",
            "action",
            "message",
            "msg",
            "metric",
            "counter");
    private static final List<String> PROCESSES =
            List.of("pid", "process_id", "process", "process_name", "service", "service_name", "application", "app");
    private static final List<String> THREADS = List.of("tid", "thread_id", "thread", "thread_name", "worker");
    private static final List<String> CATEGORIES = List.of("category", "cat", "categories", "type", "group", "level");
    private static final List<String> VALUES = List.of("value", "val", "metric_value", "count");

    /// Returns the unit of a column, from its name or guessed; null if unknown.
    ColumnUnit unit(String column) {
        return meanings.columns().stream()
                .filter(c -> c.name().equals(column) && c.unit() != null)
                .map(Column::unit)
                .findFirst()
                .orElse(null);
    }

    /// Guesses the meanings.
    public static ColumnGuess of(List<TableColumn> columns) {
        return new Guesser(columns).guess();
    }

    /// A column with the words of its name except the unit.
    private record Words(TableColumn column, String words, ColumnUnit unit) {

        static Words of(TableColumn column) {
            String words = column.name()
                    .strip()
                    .replaceAll("(\\p{Ll}|\\d)(\\p{Lu})", "$1_$2")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\d]+", "_")
                    .replaceAll("^_+|_+$", "");
            int last = words.lastIndexOf('_');
            ColumnUnit unit = last < 0 || column.kind() != TableColumn.Kind.NUMBER
                    ? null
                    : ColumnUnit.of(words.substring(last + 1));
            String remainder = unit == null ? words : words.substring(0, last);
            return new Words(column, remainder.replaceFirst("_in$", ""), unit);
        }

        /// Returns whether the name consists of this word, ignoring underscores: most programs treat
        /// `timeStamp` as one word.
        boolean matches(String word) {
            return words.equals(word) || words.replace("_", "").equals(word);
        }
    }

    private static final class Guesser {

        private final List<Words> columns;
        private final List<Column> found = new ArrayList<>();
        private String problem = "";

        Guesser(List<TableColumn> all) {
            columns = all.stream().map(Words::of).toList();
        }

        ColumnGuess guess() {
            Words end = findFirst(ENDS, true);
            Words time = time(end != null);
            if (time == null) {
                return new ColumnGuess(ColumnMeanings.NONE, problem, !problem.isEmpty());
            }
            ColumnUnit unit = timeUnit(time);
            found.add(new Column(Meaning.TIME, time.column.name(), unit));
            Words duration = findFirst(DURATIONS, true, time);
            if (duration != null && duration.column.isNumber()) {
                found.add(new Column(Meaning.DURATION, duration.column.name(), unit(duration, time, unit)));
            } else if (end != null) {
                found.add(new Column(Meaning.END, end.column.name(), endUnit(end, time, unit)));
            }
            boolean hasLength = found.size() > 1;
            addIds(Meaning.PROCESS, PROCESSES);
            addIds(Meaning.THREAD, THREADS);
            add(Meaning.NAME, findFirst(NAMES, false));
            add(Meaning.CATEGORY, findFirst(CATEGORIES, false));
            if (!hasLength) {
                addValues();
            }
            return new ColumnGuess(new ColumnMeanings(found), problem, true);
        }

        private Words time(boolean hasEnd) {
            List<Words> times = wordsOf(TIMES);
            List<Words> starts =
                    times.stream().filter(w -> STARTS.contains(w.words)).toList();
            if (times.size() > 1 && hasEnd && starts.size() == 1) {
                return starts.getFirst();
            }
            if (times.size() > 1) {
                problem = "several columns may be the time (" + names(times) + ")";
                return null;
            }
            return times.isEmpty() ? findFirst(OTHER_TIMES, true) : times.getFirst();
        }

        private List<Words> wordsOf(List<String> words) {
            return columns.stream()
                    .filter(c -> c.column.mayBeTime() && words.stream().anyMatch(c::matches))
                    .toList();
        }

        private static String names(List<Words> columns) {
            return String.join(
                    ", ", columns.stream().map(c -> "“" + c.column.name() + "”").toList());
        }

        /// Returns the unassigned column that matches the earliest of these words, or null if none matches.
        private Words findFirst(List<String> words, boolean mustBeTime, Words... excluded) {
            for (String word : words) {
                for (Words c : columns) {
                    if (c.matches(word)
                            && (!mustBeTime || c.column.mayBeTime())
                            && !Arrays.asList(excluded).contains(c)
                            && isFree(c)) {
                        return c;
                    }
                }
            }
            return null;
        }

        /// Returns whether a column has values and no meaning yet.
        private boolean isFree(Words c) {
            return !c.column.samples().isEmpty()
                    && found.stream().noneMatch(f -> f.name().equals(c.column.name()));
        }

        private ColumnUnit timeUnit(Words time) {
            if (!time.column.isNumber()) {
                return ColumnUnit.DATE;
            }
            if (time.unit != null) {
                return time.unit;
            }
            double first = Double.parseDouble(time.column.samples().getFirst());
            if (first >= 1e8) {
                return first >= 1e17
                        ? ColumnUnit.NS
                        : first >= 1e14 ? ColumnUnit.US : first >= 1e11 ? ColumnUnit.MS : ColumnUnit.S;
            }
            return hasFractions(time) ? ColumnUnit.S : unknown(time);
        }

        private ColumnUnit unknown(Words column) {
            problem = "the unit of “" + column.column.name() + "” is unknown";
            return null;
        }

        private static boolean hasFractions(Words column) {
            return column.column.samples().stream().anyMatch(s -> s.indexOf('.') >= 0);
        }

        private ColumnUnit endUnit(Words end, Words time, ColumnUnit unit) {
            return end.column.isNumber() ? unit(end, time, unit) : ColumnUnit.DATE;
        }

        /// Returns the unit of a duration or an end: its own unit, or the time's unit if both columns are
        /// numbers of the same kind.
        private ColumnUnit unit(Words column, Words time, ColumnUnit timeUnit) {
            if (column.unit != null) {
                return column.unit;
            }
            if (timeUnit == null || timeUnit == ColumnUnit.DATE || hasFractions(column) && !hasFractions(time)) {
                return timeUnit == null ? null : unknown(column);
            }
            return timeUnit;
        }

        /// Adds a column of ids and a column of names, where they exist.
        private void addIds(Meaning meaning, List<String> words) {
            boolean hasId = false;
            boolean hasName = false;
            for (Words c = findFirst(words, false); c != null; c = hasId && hasName ? null : findFirst(words, false)) {
                boolean isNumber = c.column.isNumber();
                if (isNumber ? hasId : hasName) {
                    return;
                }
                add(meaning, c);
                hasId |= isNumber;
                hasName |= !isNumber;
            }
        }

        private void add(Meaning meaning, Words column) {
            if (column != null) {
                found.add(new Column(meaning, column.column.name(), null));
            }
        }

        private void addValues() {
            Words value = findFirst(VALUES, true);
            boolean hasName = found.stream().anyMatch(f -> f.meaning() == Meaning.NAME);
            if (value != null) {
                add(Meaning.VALUE, value);
            } else if (!hasName) {
                columns.stream().filter(c -> c.column.isNumber() && isFree(c)).forEach(c -> add(Meaning.VALUE, c));
            }
        }
    }
}
