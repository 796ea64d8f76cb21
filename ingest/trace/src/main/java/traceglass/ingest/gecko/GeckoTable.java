package traceglass.ingest.gecko;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.collection.LongMap;

/// A table of a profile, by column: numbers, with NaN for missing values. Firefox writes rows with a schema that gives
/// the position of each column (`{"schema": {"time": 1}, "data": [[0, 1.5]]}`); the web page writes columns (`{"time":
/// [1.5]}`). Other values are kept only if a reader of object cells is given.
final class GeckoTable {

    private static final JsonFactory FACTORY = new JsonFactory();

    /// Rows beyond this are ignored, so that the columns fit into arrays.
    private static final int MAX_ROWS = 1 << 28;

    private static final Column EMPTY = new Column();

    private final Map<String, Column> columns = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();

    /// Reads cells that contain objects.
    interface CellReader {

        /// Reads the object that begins at the parser's position and returns a number that represents it.
        double read(int row, JsonParser in) throws IOException;
    }

    /// Values of one column.
    static final class Column {
        private double[] values = new double[16];
        private int size;

        void add(double value) {
            if (size == MAX_ROWS) {
                return;
            }
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        private void set(int row, double value) {
            while (size < row && size < MAX_ROWS) {
                add(Double.NaN);
            }
            if (row == size) {
                add(value);
            }
        }

        int size() {
            return size;
        }

        /// Returns a value, NaN if it is missing.
        double real(int row) {
            return row < 0 || row >= size ? Double.NaN : values[row];
        }

        /// Returns a value as an index; -1 if it is missing.
        int index(int row) {
            double value = real(row);
            return value >= 0 && value <= Integer.MAX_VALUE ? (int) value : -1;
        }
    }

    /// Returns a column; an empty one if the table has none with this name.
    Column column(String name) {
        return columns.getOrDefault(name, EMPTY);
    }

    boolean has(String name) {
        return columns.containsKey(name);
    }

    boolean isEmpty() {
        return columns.isEmpty();
    }

    /// Returns a string member of the table itself, such as `weightType`; null if there is none.
    String text(String name) {
        return texts.get(name);
    }

    /// Reads the table that begins at the parser's position.
    ///
    /// @param requested names of the columns to keep
    /// @param cells reads the object cells of the column `data`; null to skip them
    void read(JsonParser in, List<String> requested, CellReader cells) throws IOException {
        Map<String, Integer> schema = new HashMap<>();
        byte[] unparsedData = null;
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            JsonToken value = in.nextToken();
            if (value == JsonToken.START_OBJECT && key.equals("schema")) {
                readSchema(in, schema);
            } else if (value == JsonToken.START_ARRAY && key.equals("data") && !schema.isEmpty()) {
                readRows(in, schema, requested, cells);
            } else if (value == JsonToken.START_ARRAY && key.equals("data")) {
                unparsedData = readWithoutSchema(in, requested, cells);
            } else if (value == JsonToken.START_ARRAY && requested.contains(key)) {
                readCells(in, in.nextToken(), columns.computeIfAbsent(key, k -> new Column()), cells);
            } else if (value == JsonToken.VALUE_STRING) {
                texts.put(key, in.getText());
            } else {
                in.skipChildren();
            }
        }
        if (unparsedData != null && !schema.isEmpty()) {
            try (JsonParser rows = FACTORY.createParser(unparsedData)) {
                rows.nextToken();
                readRows(rows, schema, requested, cells);
            }
        }
    }

    /// Reads `data` that no schema precedes: the column of that name, or rows, which are returned as JSON because their
    /// schema may follow. Returns null if there are none.
    private byte[] readWithoutSchema(JsonParser in, List<String> requested, CellReader cells) throws IOException {
        JsonToken first = in.nextToken();
        if (first != JsonToken.START_ARRAY) {
            Column column =
                    requested.contains("data") ? columns.computeIfAbsent("data", k -> new Column()) : new Column();
            readCells(in, first, column, cells);
            return null;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartArray();
            for (JsonToken t = first; t != JsonToken.END_ARRAY; t = next(in)) {
                json.copyCurrentStructure(in);
            }
            json.writeEndArray();
        }
        return out.toByteArray();
    }

    private static void readSchema(JsonParser in, Map<String, Integer> schema) throws IOException {
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String key = in.currentName();
            if (in.nextToken() == JsonToken.VALUE_NUMBER_INT) {
                schema.put(key, (int) GeckoValues.readNumber(in));
            } else {
                in.skipChildren();
            }
        }
    }

    private void readRows(JsonParser in, Map<String, Integer> schema, List<String> requested, CellReader cells)
            throws IOException {
        LongMap<Column> byPosition = new LongMap<>();
        schema.forEach((name, position) -> {
            if (requested.contains(name)) {
                byPosition.put(position, columns.computeIfAbsent(name, k -> new Column()));
            }
        });
        int row = 0;
        for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = next(in)) {
            if (t != JsonToken.START_ARRAY) {
                in.skipChildren();
                row++;
                continue;
            }
            int position = 0;
            for (JsonToken cell = in.nextToken(); cell != JsonToken.END_ARRAY; cell = next(in)) {
                Column column = byPosition.get(position++);
                if (column == null) {
                    in.skipChildren();
                } else {
                    column.set(row, readCell(in, cell, row, cells));
                }
            }
            row++;
        }
    }

    private static void readCells(JsonParser in, JsonToken first, Column column, CellReader cells) throws IOException {
        for (JsonToken t = first; t != JsonToken.END_ARRAY; t = next(in)) {
            column.add(readCell(in, t, column.size, cells));
        }
    }

    /// Returns the next token. If the input ends within an array, the parser throws.
    private static JsonToken next(JsonParser in) throws IOException {
        return in.nextToken();
    }

    private static double readCell(JsonParser in, JsonToken token, int row, CellReader cells) throws IOException {
        return switch (token) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> GeckoValues.readNumber(in);
            case VALUE_TRUE -> 1;
            case VALUE_FALSE -> 0;
            case VALUE_STRING -> GeckoValues.parse(in.getText());
            case START_OBJECT -> {
                if (cells != null) {
                    yield cells.read(row, in);
                }
                in.skipChildren();
                yield Double.NaN;
            }
            default -> {
                in.skipChildren();
                yield Double.NaN;
            }
        };
    }
}
