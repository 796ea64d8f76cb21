package traceglass.engine.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Database tools load a driver with a separate class loader, in which `DriverManager` finds no other drivers.
class IsolatedDriverTest {

    @TempDir
    private Path folder;

    private static URL[] classPath() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    @Test
    void theDriverNeedsNoClassesOfTheTool() throws Exception {
        Path trace = Files.writeString(
                folder.resolve("isolated.json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"isolated slice\", \"ts\": 1, \"dur\": 5}]");
        try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            Driver driver = ServiceLoader.load(Driver.class, loader).stream()
                    .filter(p -> p.type().getName().equals(TraceDriver.class.getName()))
                    .findFirst()
                    .orElseThrow()
                    .get();
            assertNotSame(TraceDriver.class, driver.getClass());
            try (Connection connection = driver.connect("jdbc:traceglass:" + trace, new Properties());
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT name FROM slice")) {
                assertTrue(rows.next());
                assertEquals("isolated slice", rows.getString(1));
            }
        }
    }
}
