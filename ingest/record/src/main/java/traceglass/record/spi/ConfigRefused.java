package traceglass.record.spi;

/// The tracing service, or our own check before it, does not accept a config.
public final class ConfigRefused extends RecordProblem {

    private static final long serialVersionUID = 1;

    private final String field;

    /// @param field where in the config, such as `buffers[0].size_kb`; empty if it cannot be said
    public ConfigRefused(String field, String message) {
        super(Kind.CONFIG, message);
        this.field = field;
    }

    /// The path of the field that is at fault, or empty.
    public String field() {
        return field;
    }
}
