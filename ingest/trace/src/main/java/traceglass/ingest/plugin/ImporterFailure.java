package traceglass.ingest.plugin;

import traceglass.ingest.TraceProblem;

/// Thrown if an importer from a user's jar could not read a file that it recognized. The file is then read without the
/// importers from jars.
public final class ImporterFailure extends TraceProblem {

    private static final long serialVersionUID = 1;

    ImporterFailure(String message, Throwable cause) {
        super(message, cause);
    }

    /// Returns true, because the other files of the archive have to be read again as well.
    @Override
    public boolean affectsAllFiles() {
        return true;
    }
}
