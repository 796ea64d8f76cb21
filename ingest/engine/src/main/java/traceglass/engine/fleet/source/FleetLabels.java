package traceglass.engine.fleet.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.store.database.Driver;
import traceglass.store.text.Json;

/// Labels for traces, from a CSV or JSON file and from the paths of the traces.
///
/// A row of a file belongs to the traces whose path ends with the row's `path` (or `trace`, `file`, `name`), matching
/// whole folder names. If several rows match, the one with the longest path is used.
public final class FleetLabels {

    private static final List<String> KEYS = List.of("path", "trace", "file", "name");

    private final @Nullable Path file;
    private final Map<String, Map<String, Object>> rows;
    private final @Nullable Pattern pattern;
    private final List<String> names;
    private final Set<String> used = new HashSet<>();

    private FleetLabels(
            @Nullable Path file, Map<String, Map<String, Object>> rows, @Nullable Pattern pattern, List<String> names) {
        this.file = file;
        this.rows = rows;
        this.pattern = pattern;
        this.names = names;
    }

    /// Returns an instance that has no labels for any trace.
    public static FleetLabels none() {
        return new FleetLabels(null, Map.of(), null, List.of());
    }

    /// Reads labels.
    ///
    /// @param file CSV with a header or JSON with an array of objects, or null
    /// @param pattern pattern that is matched with the end of each path, such as
    ///     `{branch}/{device}-{iteration}.pftrace`, in which `*` matches anything; or null
    /// @throws EngineException if the file or the pattern is invalid
    public static FleetLabels of(@Nullable Path file, @Nullable String pattern) {
        List<String> names = new ArrayList<>();
        Pattern compiled = pattern == null ? null : compile(pattern, names);
        return new FleetLabels(file, file == null ? Map.of() : read(file), compiled, names);
    }

    private static Pattern compile(String pattern, List<String> names) {
        StringBuilder regex = new StringBuilder("(?:^|.*[/!])");
        Matcher placeholders = Pattern.compile("\\{([^{}]*)}|\\*+").matcher(pattern);
        int from = 0;
        while (placeholders.find()) {
            regex.append(Pattern.quote(pattern.substring(from, placeholders.start())));
            if (placeholders.group(1) == null) {
                regex.append(placeholders.group().length() > 1 ? ".*" : "[^/]*");
            } else {
                if (!placeholders.group(1).matches("[A-Za-z_]\\w*")) {
                    throw new EngineException(
                            "The pattern " + pattern + " is invalid: {" + placeholders.group(1)
                                    + "} is not a valid name",
                            null);
                }
                regex.append("([^/]+)");
                names.add(placeholders.group(1));
            }
            from = placeholders.end();
        }
        if (names.isEmpty()) {
            throw new EngineException("The pattern " + pattern + " has no label, such as {branch}", null);
        }
        if (new HashSet<>(names).size() < names.size()) {
            throw new EngineException("The pattern " + pattern + " contains a label twice", null);
        }
        return Pattern.compile(
                regex.append(Pattern.quote(pattern.substring(from))).toString());
    }

    private static Map<String, Map<String, Object>> read(Path file) {
        try {
            String text = Files.readString(file).replaceFirst("^\uFEFF", "");
            String start = text.stripLeading();
            Map<String, Map<String, Object>> rows = new LinkedHashMap<>();
            boolean isJson = start.startsWith("[") || start.startsWith("{");
            for (Map<String, Object> row : isJson ? ofJson(text) : ofCsv(file)) {
                String key = KEYS.stream()
                        .filter(k -> row.get(k) != null)
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("a row has no path; it belongs in the column "
                                + KEYS.stream().map(k -> "'" + k + "'").collect(Collectors.joining(" or "))));
                Map<String, Object> values = new LinkedHashMap<>(row);
                String path = String.valueOf(values.remove(key)).replaceFirst("^(\\./)+", "");
                if (rows.put(path, values) != null) {
                    throw new IllegalArgumentException("there are two rows for " + path);
                }
            }
            return rows;
        } catch (IOException e) {
            throw unreadable(file, FileReason.reason(e), e);
        } catch (IllegalArgumentException e) {
            throw unreadable(file, e.getMessage(), e);
        }
    }

    private static EngineException unreadable(Path file, @Nullable String reason, Exception e) {
        return new EngineException("The labels in " + file + " can't be read: " + reason, e);
    }

    /// Returns the rows of a CSV file with a header as values by column name. Skips empty values and converts
    /// numbers.
    ///
    /// @throws IllegalArgumentException if the file can't be read
    private static List<Map<String, Object>> ofCsv(Path file) {
        List<Map<String, Object>> rows = new ArrayList<>();
        String sql = "FROM read_csv('" + file.toString().replace("'", "''") + "', header = true, all_varchar = true)";
        try (var connection = Driver.connect(new Properties());
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            while (result.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int c = 1; c <= result.getMetaData().getColumnCount(); c++) {
                    String text = result.getString(c);
                    if (text != null && !text.isEmpty()) {
                        String name = result.getMetaData().getColumnName(c).strip();
                        row.put(name, isKey(name) ? text : value(text));
                    }
                }
                if (!row.isEmpty()) {
                    rows.add(row);
                }
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static List<Map<String, Object>> ofJson(String text) {
        List<Map<String, Object>> rows = new ArrayList<>();
        Object read = Json.read(text);
        if (read instanceof List<?> list) {
            for (Object element : list) {
                if (!(element instanceof Map<?, ?> map)) {
                    throw new IllegalArgumentException("an element is not an object");
                }
                rows.add(values(map));
            }
        } else if (read instanceof Map<?, ?> byPath) {
            byPath.forEach((path, element) -> {
                if (!(element instanceof Map<?, ?> map)) {
                    throw new IllegalArgumentException("the value of " + path + " is not an object");
                }
                Map<String, Object> row = new LinkedHashMap<>();
                row.put(KEYS.getFirst(), path);
                row.putAll(values(map));
                rows.add(row);
            });
        }
        return rows;
    }

    private static Map<String, Object> values(Map<?, ?> map) {
        Map<String, Object> row = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            if (value != null) {
                row.put(
                        String.valueOf(key),
                        value instanceof Number || value instanceof String ? value : String.valueOf(value));
            }
        });
        return row;
    }

    /// Returns the absolute path of the file with labels, so that an import of its folder can skip it.
    public Optional<Path> file() {
        return Optional.ofNullable(file).map(f -> f.toAbsolutePath().normalize());
    }

    /// Returns whether there are no labels.
    public boolean isEmpty() {
        return rows.isEmpty() && pattern == null;
    }

    /// Returns the labels of a trace.
    ///
    /// @param path path as in [traceglass.engine.fleet.FleetTrace#path]
    public synchronized Map<String, Object> of(String path) {
        Map<String, Object> labels = new LinkedHashMap<>();
        String normalizedPath = path.replace('\\', '/');
        if (pattern != null) {
            Matcher matcher = pattern.matcher(normalizedPath);
            if (matcher.matches()) {
                for (int i = 0; i < names.size(); i++) {
                    labels.put(names.get(i), value(matcher.group(i + 1)));
                }
            }
        }
        String suffix = normalizedPath;
        while (true) {
            Map<String, Object> row = rows.get(suffix);
            if (row != null) {
                used.add(suffix);
                labels.putAll(row);
                return labels;
            }
            int next = 0;
            while (next < suffix.length() && suffix.charAt(next) != '/' && suffix.charAt(next) != '!') {
                next++;
            }
            if (next == suffix.length()) {
                return labels;
            }
            suffix = suffix.substring(next + 1);
        }
    }

    /// Paths of rows that matched no trace.
    public synchronized List<String> unused() {
        return rows.keySet().stream().filter(k -> !used.contains(k)).toList();
    }

    static boolean isKey(String column) {
        return KEYS.contains(column);
    }

    /// Converts integers and decimal fractions to numbers; everything else stays a string.
    static Object value(String text) {
        if (text.matches("-?(0|[1-9]\\d{0,17})")) {
            return Long.parseLong(text);
        }
        return text.matches("-?(0|[1-9]\\d*)\\.\\d+([eE][+-]?\\d+)?") ? (Object) Double.parseDouble(text) : text;
    }
}
