package traceglass.sql.stored;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.QueryRows;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.TextBytes;

/// Argument sets of a trace by id, converted to the type that an output format needs. Reads neighboring sets together,
/// because consecutive events have consecutive sets, and keeps recently used sets, because many events share one. Used
/// by one thread.
///
/// @param <T> type of a converted set
public final class StoredArgs<T> implements AutoCloseable {

    /// Ids read at a time.
    private static final int IDS_PER_READ = 1 << 12;
    private static final long MAX_BYTES = 48L << 20;
    private static final int ENTRY_BYTES = 64;

    /// An argument.
    public record Arg(
            String key,
            @Nullable String type,
            long number,
            double real,
            @Nullable String text) {}

    private static final class Range {
        private final @Nullable Object[] sets = new Object[IDS_PER_READ];
        private long bytes;
    }

    /// Statement for a range of ids.
    private static final String QUERY = """
            SELECT arg_set_id, key, value_type, int_value, real_value, string_value
            FROM __intrinsic_args
            WHERE arg_set_id >= ? AND arg_set_id < ? ORDER BY arg_set_id, id\
            """;

    private final Connection connection;
    private final PreparedStatement query;
    private final Function<List<Arg>, T> converter;
    private final ToIntFunction<T> size;
    private final LinkedHashMap<Long, Range> ranges = new LinkedHashMap<>(16, 0.75f, true);
    private final TextCache texts = new TextCache();
    private long bytes;

    /// @param connection only for this object, which closes it
    /// @param converter converts a set; the list is reused
    /// @param size approximate number of bytes of a converted set
    StoredArgs(Connection connection, Function<List<Arg>, T> converter, ToIntFunction<T> size) throws SQLException {
        this.converter = converter;
        this.size = size;
        this.connection = connection;
        try {
            query = connection.prepareStatement(QUERY);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /// Returns a set; null if it has no arguments.
    @SuppressWarnings("unchecked")
    public @Nullable T get(long id) throws QueryException {
        long number = Math.floorDiv(id, IDS_PER_READ);
        Range range = ranges.get(number);
        if (range == null) {
            try {
                range = read(number);
            } catch (SQLException e) {
                throw new QueryException(e);
            }
            ranges.put(number, range);
            bytes += range.bytes;
            var oldest = ranges.entrySet().iterator();
            while (bytes > MAX_BYTES && ranges.size() > 1) {
                bytes -= oldest.next().getValue().bytes;
                oldest.remove();
            }
        }
        return (T) range.sets[(int) (id - number * IDS_PER_READ)];
    }

    private Range read(long number) throws SQLException, QueryException {
        Range range = new Range();
        range.bytes = IDS_PER_READ * 8L;
        query.setLong(1, number * IDS_PER_READ);
        query.setLong(2, (number + 1) * IDS_PER_READ);
        List<Arg> args = new ArrayList<>();
        try (QueryRows rows = QueryRows.of(query)) {
            ResultCursor cursor = rows.cursor();
            long id = Long.MIN_VALUE;
            while (cursor.next()) {
                if (cursor.getLong(0) != id) {
                    store(range, number, id, args);
                    id = cursor.getLong(0);
                }
                String key = text(cursor.getText(1));
                if (key != null) {
                    String type = text(cursor.getText(2));
                    double real = "real".equals(type) ? cursor.getDouble(4) : 0;
                    args.add(new Arg(key, type, cursor.getLong(3), real, text(cursor.getText(5))));
                }
            }
            store(range, number, id, args);
        }
        return range;
    }

    private void store(Range range, long number, long id, List<Arg> args) {
        if (!args.isEmpty()) {
            T set = converter.apply(args);
            range.sets[(int) (id - number * IDS_PER_READ)] = set;
            range.bytes += ENTRY_BYTES + size.applyAsInt(set);
            args.clear();
        }
    }

    private @Nullable String text(@Nullable TextBytes utf8) {
        return utf8 == null ? null : texts.get(utf8.array(), utf8.offset(), utf8.length());
    }

    @Override
    public void close() throws QueryException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }
}
