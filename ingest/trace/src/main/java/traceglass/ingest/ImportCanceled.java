package traceglass.ingest;

/// Thrown when the user cancels the import.
public final class ImportCanceled extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ImportCanceled() {
        super("import canceled", null, false, false);
    }
}
