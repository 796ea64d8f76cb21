package traceglass.app.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/// The program's version, as the build wrote it.
public final class Version {

    private Version() {}

    /// For example `0.1.0`; `unknown` when the resources were not filtered by the build.
    public static String text() {
        Properties p = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                p.load(in);
            }
        } catch (IOException e) {
            return "unknown";
        }
        return p.getProperty("version", "unknown").replace("-SNAPSHOT", "");
    }
}
