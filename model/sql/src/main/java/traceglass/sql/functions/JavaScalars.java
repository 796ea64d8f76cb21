package traceglass.sql.functions;

import com.github.luben.zstd.Zstd;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBReadableVector;
import org.duckdb.DuckDBScalarFunction;
import org.duckdb.DuckDBWritableVector;
import traceglass.sql.compute.StackLayout;
import traceglass.sql.compute.ValueHash;
import traceglass.sql.demangle.Demangler;

/// Scalar functions that neither DuckDB nor SQL provides, implemented in Java; each is registered with a database
/// when a query first calls it.
///
/// All return NULL if an argument is NULL. Bytes are passed as hexadecimal digits, because DuckDB's driver does not
/// pass blobs.
public final class JavaScalars {

    /// Computes a value from arguments that are each a Long, Double or String; null is NULL.
    private interface Body {
        Object apply(Object[] arguments) throws Exception;
    }

    /// @param kinds kinds of arguments to which a query converts its values, see [SqlFunctions]; `-` if unknown
    /// @param parameters BIGINT, DOUBLE or VARCHAR each
    /// @param hasEffects whether a call does more than compute a value; the database must not repeat or omit it
    private record Scalar(
            String kinds, List<DuckDBColumnType> parameters, DuckDBColumnType returns, boolean hasEffects, Body body) {

        Scalar(List<DuckDBColumnType> parameters, DuckDBColumnType returns, Body body) {
            this("-", parameters, returns, body);
        }

        Scalar(String kinds, List<DuckDBColumnType> parameters, DuckDBColumnType returns, Body body) {
            this(kinds, parameters, returns, false, body);
        }
    }

    private static final DuckDBColumnType TEXT = DuckDBColumnType.VARCHAR;
    private static final DuckDBColumnType LONG = DuckDBColumnType.BIGINT;
    private static final DuckDBColumnType REAL = DuckDBColumnType.DOUBLE;

    /// Functions by the name that queries call, or, with the prefix `tg_`, that the macros of [SqlFunctions] call.
    private static final Map<String, Scalar> ALL = Map.ofEntries(
            Map.entry("tg_demangle_text", new Scalar(List.of(TEXT), TEXT, a -> Demangler.demangle((String) a[0]))),
            Map.entry(
                    "tg_pprof",
                    new Scalar(List.of(TEXT, TEXT), TEXT, a -> PprofFunction.text((String) a[0], (String) a[1]))),
            Map.entry("tg_hash_of", new Scalar(List.of(TEXT), LONG, a -> ValueHash.of((String) a[0]))),
            Map.entry(
                    "tg_zstd",
                    new Scalar(
                            List.of(TEXT),
                            TEXT,
                            a -> HexFormat.of()
                                    .formatHex(Zstd.compress(
                                            HexFormat.of().parseHex(((String) a[0]).toLowerCase(Locale.ROOT)))))),
            Map.entry(
                    LayoutDepths.LOOKUP,
                    new Scalar(
                            List.of(LONG, TEXT, LONG),
                            LONG,
                            a -> LayoutDepths.depth((Long) a[0], (String) a[1], (Long) a[2]))),
            Map.entry(
                    "tg_printf",
                    new Scalar(List.of(TEXT, TEXT), TEXT, a -> SqlitePrintf.format((String) a[0], (String) a[1]))),
            Map.entry(
                    "tg_date_text",
                    new Scalar(List.of(TEXT, TEXT), TEXT, a -> SqliteDates.text((String) a[0], (String) a[1]))),
            Map.entry("tg_julianday", new Scalar(List.of(TEXT), REAL, a -> SqliteDates.julianDay((String) a[0]))),
            Map.entry("tg_unixepoch", new Scalar(List.of(TEXT), LONG, a -> SqliteDates.unixSeconds((String) a[0]))),
            Map.entry("tg_unixepoch_subsec", new Scalar(List.of(TEXT), REAL, a -> SqliteDates.unixTime((String) a[0]))),
            Map.entry(
                    "tg_json_edit",
                    new Scalar(List.of(TEXT, TEXT), TEXT, a -> JsonEdits.edit((String) a[0], (String) a[1]))),
            Map.entry(
                    FileWrite.SCALAR,
                    new Scalar(
                            "-", List.of(TEXT, TEXT), LONG, true, a -> FileWrite.write((String) a[0], (String) a[1]))),
            Map.entry(
                    "tg_gfp_flags",
                    new Scalar("a", List.of(LONG, TEXT), TEXT, a -> GfpFlags.names((Long) a[0], (String) a[1]))),
            Map.entry("tg_slice_layout", new Scalar("t", List.of(TEXT), TEXT, a -> StackLayout.ofText((String) a[0]))),
            Map.entry("tg_shift", new Scalar(List.of(LONG, LONG), LONG, a -> shift((Long) a[0], (Long) a[1]))),
            Map.entry(
                    "tg_array_json",
                    new Scalar(List.of(TEXT, TEXT), TEXT, a -> ArrayJson.of((String) a[0], (String) a[1]))),
            Map.entry("tg_args_json", new Scalar(List.of(TEXT), TEXT, a -> ArgsJson.of((String) a[0]))));

    private final Connection connection;
    private final Set<String> known = new HashSet<>();

    JavaScalars(Connection connection) {
        this.connection = connection;
    }

    public static boolean isDefined(String name) {
        return ALL.containsKey(name);
    }

    /// Returns a function as one of the registry; null if there is none with this name.
    static SqlFunctions.Row row(String name) {
        Scalar scalar = ALL.get(name);
        return scalar == null ? null : new SqlFunctions.Row(name, false, scalar.kinds, scalar.returns.toString(), "");
    }

    /// Registers a function with the database unless another session has already done so.
    void register(String name) throws SQLException {
        if (!known.add(name)) {
            return;
        }
        synchronized (JavaScalars.class) {
            try (PreparedStatement s =
                    connection.prepareStatement("SELECT count(*) FROM duckdb_functions() WHERE function_name = ?")) {
                s.setString(1, name);
                try (ResultSet r = s.executeQuery()) {
                    r.next();
                    if (r.getLong(1) > 0) {
                        return;
                    }
                }
            }
            Scalar scalar = ALL.get(name);
            try (var builder = DuckDBFunctions.scalarFunction()) {
                if (scalar.hasEffects) {
                    builder.withVolatile();
                }
                builder.withName(name)
                        .withParameters(scalar.parameters.toArray(DuckDBColumnType[]::new))
                        .withReturnType(scalar.returns)
                        .withVectorizedFunction(vectorized(scalar))
                        .register(connection);
            }
        }
    }

    private static DuckDBScalarFunction vectorized(Scalar scalar) {
        return (DuckDBDataChunkReader in, DuckDBWritableVector out) -> {
            Object[] arguments = new Object[scalar.parameters.size()];
            for (long row = 0; row < in.rowCount(); row++) {
                boolean hasNull = false;
                for (int i = 0; i < arguments.length; i++) {
                    DuckDBReadableVector vector = in.vector(i);
                    hasNull |= vector.isNull(row);
                    arguments[i] = vector.isNull(row)
                            ? null
                            : switch (scalar.parameters.get(i)) {
                                case BIGINT -> (Object) vector.getLong(row);
                                case DOUBLE -> vector.getDouble(row);
                                default -> vector.getString(row);
                            };
                }
                switch (hasNull ? null : scalar.body.apply(arguments)) {
                    case null -> out.setNull(row);
                    case Long l -> out.setLong(row, l);
                    case Double d -> out.setDouble(row, d);
                    case Object text -> out.setString(row, text.toString());
                }
            }
        };
    }

    /// Shifts bits to the left, or to the right if `by` is negative; right shifts are arithmetic.
    static long shift(long bits, long by) {
        if (by >= Long.SIZE) {
            return 0;
        }
        return by >= 0 ? bits << by : bits >> Math.min(-by, Long.SIZE - 1);
    }
}
