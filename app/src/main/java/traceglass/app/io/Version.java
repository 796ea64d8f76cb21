package traceglass.app.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/// Version of the program, written by the build.
public final class Version {

    private Version() {}

    /// Returns the version, such as `0.1.0`; `unknown` if the build did not filter the resources.
    public static String text() {
        Properties p = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                p.load(in);
            }
        } catch (IOException e) {
            return OutputTexts.UNKNOWN_VERSION;
        }
        return p.getProperty("version", OutputTexts.UNKNOWN_VERSION).replace("-SNAPSHOT", "");
    }
}
