package traceglass.ingest;

/// Thrown when the user cancels the import.
public final class ImportCancelled extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ImportCancelled() {
        super("import canceled", null, false, false);
    }
}
