package traceglass.record.spi;

/// Thrown for a config that the tracing service, or a check before it, does not accept.
public final class ConfigRefused extends RecordProblem {

    private static final long serialVersionUID = 1;

    private final String field;

    /// @param field path in the config, such as `buffers[0].size_kb`; empty if unknown
    public ConfigRefused(String field, String message) {
        super(Kind.CONFIG, message);
        this.field = field;
    }

    /// Returns the path of the invalid field, or an empty string.
    public String field() {
        return field;
    }
}
