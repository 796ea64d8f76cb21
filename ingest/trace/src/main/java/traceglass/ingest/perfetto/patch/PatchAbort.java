package traceglass.ingest.perfetto.patch;

/// A program did what no right program does; its patch has no result.
final class PatchAbort extends Exception {

    private static final long serialVersionUID = 1;

    PatchAbort(String what) {
        super(what, null, false, false);
    }
}
