package traceglass.engine.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;

/// JDBC driver for traces: `jdbc:traceglass:/path/to/trace?cache=/folder`. Options in the URL take precedence over
/// properties:
///
/// - `cache`: folder that keeps the databases of traces; without it, each first connection imports the trace
/// - `memory`: memory limit of the database in bytes
/// - `modules`: folders with SQL modules, separated by commas
/// - `files`: `true` to allow SQL to read and write files
///
/// Connections to the same trace with the same options share its database.
public final class TraceDriver implements Driver {

    static final String PREFIX = "jdbc:traceglass:";
    static final int MAJOR = 0;
    static final int MINOR = 1;

    private static final List<String> OPTIONS = List.of("cache", "memory", "modules", "files");

    static {
        try {
            DriverManager.registerDriver(new TraceDriver());
        } catch (SQLException e) {
            System.getLogger("traceglass.engine")
                    .log(System.Logger.Level.WARNING, "The JDBC driver can't be registered", e);
        }
    }

    @Override
    public @Nullable Connection connect(@Nullable String url, @Nullable Properties properties) throws SQLException {
        if (url == null || !acceptsURL(url)) {
            return null;
        }
        Map<String, String> options = options(url, properties);
        String path = withoutOptions(url);
        try {
            if (path.isEmpty()) {
                throw new SQLException("The URL has no path of a trace; use " + PREFIX + "/path/to/trace");
            }
            SharedTrace trace = SharedTrace.open(Path.of(path).toAbsolutePath().normalize(), engineOptions(options));
            try {
                return new ConnectionCalls(trace, url).connection();
            } catch (RuntimeException e) {
                trace.release();
                throw e;
            }
        } catch (InvalidPathException e) {
            throw new SQLException("Invalid path: " + path, e);
        } catch (EngineException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    private static EngineOptions engineOptions(Map<String, String> options) throws SQLException {
        String cache = options.getOrDefault("cache", "");
        EngineOptions engine = cache.isEmpty() ? EngineOptions.temporary() : EngineOptions.cachedIn(Path.of(cache));
        String memory = options.getOrDefault("memory", "");
        if (!memory.isEmpty()) {
            try {
                engine = engine.withMemoryLimit(Long.parseLong(memory));
            } catch (NumberFormatException e) {
                throw new SQLException("The option memory must be a number of bytes, not " + memory, e);
            } catch (IllegalArgumentException e) {
                throw new SQLException(e.getMessage(), e);
            }
        }
        String modules = options.getOrDefault("modules", "");
        if (!modules.isEmpty()) {
            List<Path> folders = new ArrayList<>();
            for (String folder : modules.split(",")) {
                folders.add(Path.of(folder));
            }
            engine = engine.withModules(folders);
        }
        return Boolean.parseBoolean(options.get("files")) ? engine.withFiles() : engine;
    }

    private static String withoutOptions(String url) {
        int end = url.indexOf('?');
        return end < 0 ? url.substring(PREFIX.length()) : url.substring(PREFIX.length(), end);
    }

    private static Map<String, String> options(String url, @Nullable Properties properties) throws SQLException {
        Map<String, String> options = new TreeMap<>();
        if (properties != null) {
            for (String name : OPTIONS) {
                String value = properties.getProperty(name);
                if (value != null) {
                    options.put(name, value);
                }
            }
        }
        int start = url.indexOf('?');
        if (start >= 0) {
            for (String option : url.substring(start + 1).split("[&;]")) {
                if (option.isEmpty()) {
                    continue;
                }
                int equals = option.indexOf('=');
                String name = equals < 0 ? option : option.substring(0, equals);
                if (!OPTIONS.contains(name)) {
                    throw new SQLException("Unknown option " + name + "; options are " + String.join(", ", OPTIONS));
                }
                options.put(name, equals < 0 ? "" : decode(option.substring(equals + 1)));
            }
        }
        return options;
    }

    /// Decodes escapes such as `%20`. Does not decode a plus sign.
    private static String decode(String value) throws SQLException {
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new SQLException("The URL has an invalid escape sequence in " + value, e);
        }
    }

    @Override
    public boolean acceptsURL(@Nullable String url) {
        return url != null && url.startsWith(PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties properties) {
        String[] descriptions = {
            "Folder that keeps the databases of traces",
            "Bytes of memory for the database",
            "Folders with SQL modules, separated by commas",
            "true if SQL may read and write files"
        };
        DriverPropertyInfo[] all = new DriverPropertyInfo[OPTIONS.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = new DriverPropertyInfo(
                    OPTIONS.get(i), properties == null ? null : properties.getProperty(OPTIONS.get(i)));
            all[i].description = descriptions[i];
        }
        all[3].choices = new String[] {"false", "true"};
        return all;
    }

    @Override
    public int getMajorVersion() {
        return MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return MINOR;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("java.util.logging is not used");
    }
}
