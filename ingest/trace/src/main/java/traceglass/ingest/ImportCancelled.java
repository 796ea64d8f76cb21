package traceglass.ingest;

/// The person who asked for the import asked for it to stop.
public final class ImportCancelled extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ImportCancelled() {
        super("import cancelled", null, false, false);
    }
}
