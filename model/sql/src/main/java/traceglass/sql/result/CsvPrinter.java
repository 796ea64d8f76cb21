package traceglass.sql.result;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/// Prints results like Perfetto's trace processor: a header of quoted names, text in double quotes without escaping,
/// NULL as `"[NULL]"`, doubles with six decimals, booleans as 1 and 0, an empty line between results.
public final class CsvPrinter implements ResultSink {
    private static final byte[] NULL = "\"[NULL]\"".getBytes(StandardCharsets.US_ASCII);
    /// Doubles from here on do not fit into a long with six exact decimals.
    private static final double EXACT = 9e12;
    /// Number of bytes of rows that are written together.
    private static final int FLUSH_BYTES = 1 << 15;

    private final ResultOutput out;
    private final UnaryOperator<String> cleaner;
    private final byte[] buffer = new byte[1 << 16];
    private int used;
    private boolean hasPrinted;
    /// Whether a part of the current row was written.
    private boolean isRowBegun;

    /// @param out flushed, but not closed, by this printer
    public CsvPrinter(OutputStream out) {
        this(out, null);
    }

    /// @param out flushed, but not closed, by this printer
    /// @param cleaner makes names and strings safe to display; null to keep the data as it is
    public CsvPrinter(OutputStream out, UnaryOperator<String> cleaner) {
        this(new ResultOutput(out), cleaner);
    }

    /// @param out may have other users between results
    /// @param cleaner makes names and strings safe to display; null to keep the data as it is
    public CsvPrinter(ResultOutput out, UnaryOperator<String> cleaner) {
        this.out = out;
        this.cleaner = cleaner;
    }

    @Override
    public boolean isStreaming() {
        return true;
    }

    @Override
    public boolean distinguishesNumbers() {
        return true;
    }

    /// Abandons a failed result. Nothing is printed of a short result; a long result ends with a complete row.
    public void abandon() throws IOException {
        used = 0;
        out.abandon();
    }

    @Override
    public void result(ResultCursor cursor) throws QueryException, IOException {
        List<ResultColumn> columns = cursor.columns();
        if (columns.size() == 1 && columns.getFirst().name().equals("suppress_query_output")) {
            while (cursor.next()) {
                // Drains the rows, which may still fail.
            }
            return;
        }
        out.begin();
        used = 0;
        if (hasPrinted) {
            put('\n');
        }
        int n = columns.size();
        ResultColumn.Type[] types = new ResultColumn.Type[n];
        for (int i = 0; i < n; i++) {
            types[i] = columns.get(i).type();
            if (i > 0) {
                put(',');
            }
            putQuoted(columns.get(i).name());
        }
        put('\n');
        while (cursor.next()) {
            for (int i = 0; i < n; i++) {
                if (i > 0) {
                    put(',');
                }
                printCell(cursor, i, types[i]);
            }
            endRow();
        }
        drain();
        out.end();
        hasPrinted = true;
    }

    /// Prints the header of a table whose rows come from elsewhere.
    public void header(List<String> columns) throws IOException {
        out.begin();
        used = 0;
        if (hasPrinted) {
            put('\n');
        }
        for (int i = 0; i < columns.size(); i++) {
            if (i > 0) {
                put(',');
            }
            putQuoted(columns.get(i));
        }
        put('\n');
        hasPrinted = true;
    }

    /// Prints a row of a table started with [#header].
    ///
    /// @param values numbers, strings, byte[] or null
    public void row(Object[] values) throws IOException {
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                put(',');
            }
            putAny(values[i] instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : values[i]);
        }
        endRow();
    }

    private void endRow() throws IOException {
        put('\n');
        // A row that did not fit into the buffer was written in parts.
        if (used > FLUSH_BYTES || isRowBegun) {
            drain();
            out.row();
            isRowBegun = false;
        }
    }

    /// Ends a table started with [#header].
    public void end() throws IOException {
        drain();
        out.end();
    }

    private void printCell(ResultCursor cursor, int i, ResultColumn.Type type) throws QueryException, IOException {
        switch (type) {
            case LONG, BOOLEAN -> {
                long value = cursor.getLong(i);
                if (value == 0 && cursor.wasNull()) {
                    put(NULL);
                } else {
                    put(value);
                }
            }
            case DOUBLE -> {
                double value = cursor.getDouble(i);
                if ((value == 0 || Double.isNaN(value)) && cursor.wasNull()) {
                    put(NULL);
                } else {
                    put(value);
                }
            }
            case BLOB -> {
                byte[] value = cursor.getBytes(i);
                if (value == null) {
                    put(NULL);
                } else if (cleaner != null) {
                    putQuoted(new String(value, StandardCharsets.UTF_8));
                } else {
                    put('"');
                    put(value);
                    put('"');
                }
            }
            case HUGE -> {
                Number value = cursor.getHuge(i);
                if (value == null) {
                    put(NULL);
                } else {
                    printAscii(value.toString());
                }
            }
            case OTHER -> putAny(ResultValue.ofAnyType(cursor, i));
            case TEXT -> printText(cursor.getText(i));
        }
    }

    private void printText(TextBytes text) throws IOException {
        if (text == null) {
            put(NULL);
        } else if (cleaner != null || text.length() > buffer.length - 2) {
            putQuoted(text.toString());
        } else {
            ensureRoom(text.length() + 2);
            buffer[used++] = '"';
            text.copyTo(buffer, used);
            used += text.length();
            buffer[used++] = '"';
        }
    }

    /// Prints a value of a column whose values have different types.
    private void putAny(Object value) throws IOException {
        switch (value) {
            case null -> put(NULL);
            case Double d -> put(d.doubleValue());
            case Float f -> put(f.doubleValue());
            case Boolean b -> put(b ? 1L : 0L);
            case BigDecimal d -> put(d.doubleValue());
            case Number n -> printAscii(n.toString());
            case byte[] bytes -> putQuoted(new String(bytes, StandardCharsets.UTF_8));
            default -> putQuoted(value.toString());
        }
    }

    private void putQuoted(String raw) throws IOException {
        String text = cleaner == null ? raw : cleaner.apply(raw);
        put('"');
        int n = text.length();
        for (int i = 0; i < n; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                put(text.substring(i).getBytes(StandardCharsets.UTF_8));
                break;
            }
            put(c);
        }
        put('"');
    }

    private void put(double value) throws IOException {
        if (Double.isNaN(value)) {
            printAscii("nan");
        } else if (Double.isInfinite(value)) {
            printAscii(value > 0 ? "inf" : "-inf");
        } else {
            double size = Math.abs(value);
            double scaled = size * 1e6;
            long wholeBlocks = (long) size;
            double rest = (size - wholeBlocks) * 1e6;
            long micros = Math.round(rest);
            // Near a tie, or with too many digits, rounds by the exact decimal expansion, as printf does.
            if (scaled >= EXACT || Math.abs(rest - Math.floor(rest) - 0.5) < 1e-3) {
                printAscii(new BigDecimal(value)
                        .setScale(6, RoundingMode.HALF_EVEN)
                        .toPlainString());
                return;
            }
            if (micros >= 1_000_000) {
                wholeBlocks++;
                micros -= 1_000_000;
            }
            if (value < 0 || 1 / value < 0) {
                put('-');
            }
            put(wholeBlocks);
            put('.');
            long divisor = 100_000;
            for (int i = 0; i < 6; i++) {
                put((char) ('0' + micros / divisor % 10));
                divisor /= 10;
            }
        }
    }

    private void put(long value) throws IOException {
        ensureRoom(20);
        if (value == Long.MIN_VALUE) {
            printAscii("-9223372036854775808");
            return;
        }
        if (value < 0) {
            buffer[used++] = '-';
            value = -value;
        }
        int digits = 1;
        for (long v = value; v >= 10; v /= 10) {
            digits++;
        }
        int index = used + digits;
        used = index;
        do {
            buffer[--index] = (byte) ('0' + value % 10);
            value /= 10;
        } while (value > 0);
    }

    private void printAscii(String text) throws IOException {
        put(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void put(byte[] bytes) throws IOException {
        if (bytes.length > buffer.length - used) {
            drain();
            if (bytes.length > buffer.length) {
                out.write(bytes);
                return;
            }
        }
        System.arraycopy(bytes, 0, buffer, used, bytes.length);
        used += bytes.length;
    }

    private void put(char c) throws IOException {
        if (used == buffer.length) {
            drain();
        }
        buffer[used++] = (byte) c;
    }

    private void ensureRoom(int bytes) throws IOException {
        if (buffer.length - used < bytes) {
            drain();
        }
    }

    private void drain() throws IOException {
        out.write(buffer, 0, used);
        used = 0;
        isRowBegun = true;
    }
}
