package traceglass.engine;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import traceglass.engine.client.RemoteTrace;
import traceglass.engine.rpc.RpcEngine;
import traceglass.engine.server.HttpEndpoint;
import traceglass.engine.server.UnixEndpoint;
import traceglass.protos.processor.QueryArgs;

/// Reads one row and a million rows through the library, JDBC, HTTP and a Unix socket. Prints the time for one row and
/// the data rate for a million rows. A row is an integer, a string and a double.
public final class EngineBenchmark {

    private static final String ONE = "SELECT 1 AS n, 'one' AS t, 0.5 AS x";
    private static final String MILLION =
            "SELECT range AS n, 'name ' || (range % 1000) AS t, range * 0.5 AS x FROM range(1000000)";
    /// Bytes of the values of a row: two numbers of 8 bytes, and a string of nearly 8.
    private static final double BYTES_PER_ROW = 24;

    private static final int ROUNDS = 5;
    private static final int ONE_ROW_QUERIES = 200;

    private EngineBenchmark() {}

    private interface Query {

        /// Runs a query.
        ///
        /// @return number of rows, or of bytes if rows are not decoded
        long run(String sql) throws Exception;
    }

    public static void main(String... args) throws Exception {
        Path folder = Files.createTempDirectory("traceglass-benchmark");
        Path file = Files.writeString(
                folder.resolve("trace.json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"a\", \"ts\": 1, \"dur\": 5}]");
        try (TraceProcessor trace = TraceProcessor.open(file);
                Connection jdbc = DriverManager.getConnection("jdbc:traceglass:" + file);
                RpcEngine engine = new RpcEngine(EngineOptions.temporary(), "benchmark");
                HttpEndpoint http = HttpEndpoint.open(engine, null, 0, List.of(), null)) {
            engine.open(file);
            try (UnixEndpoint unix = UnixEndpoint.open(engine, folder.resolve("socket"));
                    RemoteTrace socket = RemoteTrace.connect(folder.resolve("socket"));
                    RemoteTrace rpc = RemoteTrace.connect(URI.create("http://127.0.0.1:" + http.port()), null)) {
                print("library", sql -> library(trace, sql));
                print("JDBC", sql -> jdbc(jdbc, sql));
                print("HTTP /query, bytes", sql -> query(http.port(), sql));
                print("HTTP /rpc", sql -> remote(rpc, sql));
                print("Unix socket", sql -> remote(socket, sql));
                System.out.println("at " + folder + ", " + unix);
            }
        } finally {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path child : files.toList()) {
                    Files.deleteIfExists(child);
                }
            }
            Files.delete(folder);
        }
    }

    private static void print(String name, Query query) throws Exception {
        for (int i = 0; i < ONE_ROW_QUERIES; i++) {
            query.run(ONE);
        }
        double[] ones = new double[ONE_ROW_QUERIES];
        for (int i = 0; i < ONE_ROW_QUERIES; i++) {
            ones[i] = seconds(query, ONE);
        }
        Arrays.sort(ones);
        query.run(MILLION);
        double best = Double.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            best = Math.min(best, seconds(query, MILLION));
        }
        System.out.printf(
                Locale.ROOT,
                "%-20s one row %.2f ms (median), a million rows %.0f ms = %.0f MB/s%n",
                name,
                ones[ONE_ROW_QUERIES / 2] * 1e3,
                best * 1e3,
                BYTES_PER_ROW * 1e6 / best / 1e6);
    }

    private static double seconds(Query query, String sql) throws Exception {
        long startNs = System.nanoTime();
        long rows = query.run(sql);
        if (rows == 0) {
            throw new IllegalStateException("no rows");
        }
        return (System.nanoTime() - startNs) / 1e9;
    }

    private static long library(TraceProcessor trace, String sql) {
        long rows = 0;
        for (QueryRow row : trace.query(sql)) {
            rows += row.getLong(0) >= 0 && row.getString(1) != null && row.getDouble(2) >= 0 ? 1 : 0;
        }
        return rows;
    }

    private static long jdbc(Connection connection, String sql) throws Exception {
        long rows = 0;
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                rows += result.getLong(1) >= 0 && result.getString(2) != null && result.getDouble(3) >= 0 ? 1 : 0;
            }
        }
        return rows;
    }

    private static long query(int port, String sql) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + "/query").toURL().openConnection();
        connection.setDoOutput(true);
        connection
                .getOutputStream()
                .write(QueryArgs.newBuilder().setSqlQuery(sql).build().toByteArray());
        long bytes = 0;
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = connection.getInputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                bytes += n;
            }
        }
        return bytes;
    }

    private static long remote(RemoteTrace trace, String sql) throws IOException {
        long[] rows = {0};
        trace.query(sql, new RemoteTrace.Rows() {
            @Override
            public void columns(List<String> names) {
                // The columns are not used.
            }

            @Override
            public void row(@Nullable Object[] values) {
                rows[0] += values[0] instanceof Long
                                && String.valueOf(values[1]).getBytes(StandardCharsets.UTF_8).length > 0
                        ? 1
                        : 0;
            }
        });
        return rows[0];
    }
}
