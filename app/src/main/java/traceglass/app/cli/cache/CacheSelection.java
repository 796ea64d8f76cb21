package traceglass.app.cli.cache;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.io.Failure;
import traceglass.app.io.UsageErrors;
import traceglass.store.cache.StoreCache;

/// The databases that `cache clear` removes.
final class CacheSelection {

    private static final Pattern AGE = Pattern.compile("(\\d{1,6})\\s*(s|m|min|h|d|w)");

    private CacheSelection() {}

    /// Reads an age, such as `7d`.
    static Duration age(String text, CommandSpec spec) {
        Matcher m = AGE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            throw UsageErrors.of(spec, CacheTexts.notAnAge(text));
        }
        long n = Long.parseLong(m.group(1));
        return switch (m.group(2)) {
            case "s" -> Duration.ofSeconds(n);
            case "h" -> Duration.ofHours(n);
            case "d" -> Duration.ofDays(n);
            case "w" -> Duration.ofDays(7 * n);
            default -> Duration.ofMinutes(n);
        };
    }

    /// Returns the databases that were last used before a time, and whose traces have one of the names.
    ///
    /// @param names names of traces, or their paths; empty for all databases
    /// @throws Failure if a name matches no database in the cache
    static List<StoreCache.Entry> select(List<StoreCache.Entry> entries, Instant before, List<String> names)
            throws Failure {
        List<Pattern> patterns = new ArrayList<>();
        for (String name : names) {
            Pattern pattern = pattern(name);
            if (entries.stream().noneMatch(e -> matches(pattern, e.trace()))) {
                throw new Failure(CacheTexts.notCached(name));
            }
            patterns.add(pattern);
        }
        return entries.stream()
                .filter(e -> e.lastUsed().toInstant().isBefore(before))
                .filter(e -> patterns.isEmpty() || patterns.stream().anyMatch(p -> matches(p, e.trace())))
                .toList();
    }

    private static boolean matches(Pattern pattern, @Nullable Path trace) {
        return trace != null
                && (pattern.matcher(trace.toString()).matches()
                        || pattern.matcher(String.valueOf(trace.getFileName())).matches());
    }

    /// Returns a pattern for paths. A name without a folder matches files in any folder.
    private static Pattern pattern(String name) {
        String text = name;
        try {
            Path path = Path.of(name);
            text = path.getNameCount() > 1 || path.isAbsolute()
                    ? path.toAbsolutePath().normalize().toString()
                    : name;
        } catch (InvalidPathException e) {
            // Windows does not allow stars in paths.
        }
        return Pattern.compile(
                Stream.of(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")), Pattern.DOTALL);
    }
}
