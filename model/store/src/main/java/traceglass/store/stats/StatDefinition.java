package traceglass.store.stats;

/// A statistic of an import: a line of `stats.txt`.
///
/// @param key position in the list: `stats.key`
/// @param name name in `stats`; the same as in Perfetto's trace processor, if that has the statistic
/// @param isIndexed whether it has a value for each CPU or buffer
/// @param severity `info`, `notice`, `data_loss` or `error`
/// @param source `trace` if the recording reports it, `analysis` if the import counts it
/// @param texts the texts of the line, separated by bars; they are split when needed, because every import reads all
///     statistics and few of their texts
public record StatDefinition(
        int key, String name, boolean isIndexed, String severity, String source, ValueScope scope, String texts) {

    /// Returns one sentence, or an empty string.
    public String description() {
        return text(0);
    }

    /// Returns a sentence with the number of problems, or an empty string: `{n}` stands for the number, `{a/b}` for `a`
    /// if the number is one and for `b` otherwise.
    public String title() {
        return text(1);
    }

    /// Returns the consequence for the trace, with the same placeholders, or an empty string.
    public String consequence() {
        return text(2);
    }

    /// Returns how to avoid the problem, or an empty string.
    public String advice() {
        return text(3);
    }

    private String text(int index) {
        int start = 0;
        for (int i = 0; i < index; i++) {
            int bar = texts.indexOf('|', start);
            if (bar < 0) {
                return "";
            }
            start = bar + 1;
        }
        int end = texts.indexOf('|', start);
        return texts.substring(start, end < 0 ? texts.length() : end).strip();
    }
}
