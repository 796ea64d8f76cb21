import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;

/// Loads the jar of the JDBC driver like database tools, with nothing else on its class path, and reads a trace with
/// it. Then runs sqlline if its jars are given. Started by `jdbc-driver`.
final class CheckJdbcDriver {

    private CheckJdbcDriver() {}

    /// Runs the check.
    ///
    /// @param args jar of the driver, a trace, jars of sqlline
    public static void main(String... args) throws Exception {
        Path jar = Path.of(args[0]);
        String url = "jdbc:traceglass:" + Path.of(args[1]).toAbsolutePath();
        long startNs = System.nanoTime();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            read(loader, url);
        }
        System.out.printf("the driver alone reads a trace (%d ms)%n", (System.nanoTime() - startNs) / 1_000_000);
        if (args.length > 2) {
            sqlline(url, List.of(args));
        }
    }

    private static void read(ClassLoader loader, String url) throws SQLException {
        List<Driver> drivers = new ArrayList<>();
        for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
            if (driver.getClass().getClassLoader() == loader) {
                drivers.add(driver);
            }
        }
        check(drivers.size() == 1, "drivers: " + drivers);
        try (Connection connection = drivers.getFirst().connect(url, new Properties());
                ResultSet tables = connection.getMetaData().getTables(null, null, "slice", null);
                Statement statement = connection.createStatement()) {
            check(tables.next() && !tables.getString("REMARKS").isEmpty(), "no table slice");
            statement.execute("INCLUDE PERFETTO MODULE slices.with_context");
            try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM thread_slice")) {
                check(rows.next() && rows.getLong(1) > 0, "no slices");
            }
        }
    }

    private static void sqlline(String url, List<String> arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("traceglass-jdbc");
        try {
            Path script = Files.writeString(
                    folder.resolve("script.sql"),
                    "!tables\nSELECT 'slices', count(*) - count(*) + 7 AS found FROM slice;\n!primarykeys thread\n");
            List<String> jars = new ArrayList<>(arguments.subList(2, arguments.size()));
            jars.addFirst(arguments.getFirst());
            Path output = folder.resolve("output");
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            String.join(File.pathSeparator, jars),
                            "sqlline.SqlLine",
                            "-u",
                            url,
                            "-n",
                            "anyone",
                            "-p",
                            "none",
                            "--color=false",
                            "--outputformat=csv",
                            "--isolation=TRANSACTION_NONE",
                            "--historyFile=" + folder.resolve("history"),
                            "--run=" + script)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            int code = process.waitFor();
            String text = Files.readString(output, StandardCharsets.UTF_8);
            check(code == 0, "sqlline exited with " + code + ": " + text);
            for (String expected : List.of("'slice','TABLE'", "'slices','7'", "'thread','utid'")) {
                check(text.contains(expected), "sqlline does not print " + expected + ": " + text);
            }
            System.out.println("sqlline lists tables and runs queries");
        } finally {
            for (File file : folder.toFile().listFiles()) {
                Files.delete(file.toPath());
            }
            Files.delete(folder);
        }
    }

    private static void check(boolean isMet, String message) {
        if (!isMet) {
            System.err.println(message);
            System.exit(1);
        }
    }
}
