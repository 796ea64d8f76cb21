package traceglass.app.project;

import static traceglass.store.language.Translations.tr;

import java.io.IOException;
import java.nio.file.Path;

/// Messages about project files.
final class ProjectTexts {

    private ProjectTexts() {}

    static final String TOO_LARGE = tr("it is larger than 256 MB");
    static final String NOT_AN_OBJECT = tr("it is not a JSON object");
    static final String NO_VERSION = tr("it has no member \"traceglass\" with a version");

    static String cantRead(Path file, IOException error) {
        return tr("Can't read the project {0}: {1}", file, error.getMessage());
    }

    static String notAProject(Path file, IllegalArgumentException error) {
        return tr("{0} is not a Traceglass project: {1}", file, error.getMessage());
    }
}
