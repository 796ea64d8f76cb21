package traceglass.app.project;

import java.io.IOException;
import java.nio.file.Path;

/// Messages about project files.
final class ProjectTexts {

    private ProjectTexts() {}

    static final String TOO_LARGE = "it is larger than 256 MB";
    static final String NOT_AN_OBJECT = "it is not a JSON object";
    static final String NO_VERSION = "it has no member \"traceglass\" with a version";

    static String cantRead(Path file, IOException error) {
        return "Can't read the project " + file + ": " + error.getMessage();
    }

    static String notAProject(Path file, IllegalArgumentException error) {
        return file + " is not a Traceglass project: " + error.getMessage();
    }
}
