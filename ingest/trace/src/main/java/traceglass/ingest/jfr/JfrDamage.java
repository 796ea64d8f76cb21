package traceglass.ingest.jfr;

/// Thrown where a recording contradicts its format or ends early. The data read before is kept.
final class JfrDamage extends RuntimeException {

    private static final long serialVersionUID = 1;

    JfrDamage(String message) {
        super(message, null, false, false);
    }
}
