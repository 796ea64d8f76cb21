package traceglass.store.stats;

/// A statistic of an import: a line of `stats.txt`.
///
/// @param key position in the list: `stats.key`
/// @param name name in `stats`; the same as in Perfetto's trace processor, if that has the statistic
/// @param isIndexed whether it has a value for each CPU or buffer
/// @param severity `info`, `notice`, `data_loss` or `error`
/// @param source `trace` if the recording reports it, `analysis` if the import counts it
/// @param description one sentence, or empty
/// @param title sentence with the number: `{n}` is the number, `{a/b}` is a if the number is one, otherwise b; or empty
/// @param consequence consequence for the trace, with the same placeholders, or empty
/// @param advice how to avoid the problem, or empty
public record StatDefinition(
        int key,
        String name,
        boolean isIndexed,
        String severity,
        String source,
        ValueScope scope,
        String description,
        String title,
        String consequence,
        String advice) {}
