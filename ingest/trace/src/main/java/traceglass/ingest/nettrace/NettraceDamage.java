package traceglass.ingest.nettrace;

/// Thrown where a block contradicts the format; its rest is skipped.
final class NettraceDamage extends RuntimeException {

    private static final long serialVersionUID = 1;

    NettraceDamage(String message) {
        super(message, null, false, false);
    }
}
