package traceglass.app.cli.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.UsageErrors;
import traceglass.store.cache.StoreCache;
import traceglass.store.text.DisplayText;
import traceglass.store.text.SingleLineText;

/// `cache list|clear`: lists or removes the cached databases of traces.
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
@Command(name = "cache", description = CacheTexts.CACHE, mixinStandardHelpOptions = true)
public final class CacheCommand implements Runnable {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

    /// Columns of the list.
    private static final String ROW = "%-16s  %-16s  %9s  %s";

    @ParentCommand
    TraceAccess traces;

    @Spec
    CommandSpec spec;

    @Override
    public void run() {
        throw UsageErrors.of(spec, CacheTexts.NEEDS_SUBCOMMAND);
    }

    @Command(name = "list", description = CacheTexts.LIST, mixinStandardHelpOptions = true)
    int list(@Option(names = "--json", description = CacheTexts.JSON) boolean json) throws Failure {
        Path folder = folder();
        try {
            List<StoreCache.Entry> entries = new StoreCache(folder).entries();
            if (json) {
                CommandOutput.printJson(out -> CacheJson.write(out, folder, "databases", entries));
                return 0;
            }
            if (!entries.isEmpty()) {
                CommandOutput.print(String.format(
                        ROW, CacheTexts.LAST_USED, CacheTexts.CREATED, CacheTexts.SIZE, CacheTexts.TRACE));
            }
            for (StoreCache.Entry e : entries) {
                CommandOutput.print(String.format(
                        ROW,
                        TIME.format(e.lastUsed().toInstant()),
                        TIME.format(e.created().toInstant()),
                        DisplayText.size(e.bytes()),
                        trace(e)));
            }
            long bytes = entries.stream().mapToLong(StoreCache.Entry::bytes).sum();
            CommandOutput.print(CacheTexts.cacheTotal(entries.size(), bytes, folder));
            return 0;
        } catch (IOException e) {
            throw new Failure(OutputTexts.cantRead(folder, CommandOutput.reason(e)), e);
        }
    }

    private static String trace(StoreCache.Entry entry) {
        Path trace = entry.trace();
        if (trace == null) {
            return CacheTexts.unknownTrace(String.valueOf(entry.file().getFileName()));
        }
        String path = SingleLineText.of(trace.toString());
        return Files.exists(trace) ? path : CacheTexts.missing(path);
    }

    @Command(name = "clear", description = CacheTexts.CLEAR, mixinStandardHelpOptions = true)
    int clear(
            @Option(names = "--older-than", paramLabel = "TIME", description = CacheTexts.OLDER_THAN) @Nullable
                    String age,
            @Option(names = "--json", description = CacheTexts.JSON) boolean json,
            @Parameters(paramLabel = "TRACE", arity = "0..*", description = CacheTexts.TRACES) @Nullable
                    List<String> named)
            throws Failure {
        Instant before = age == null ? Instant.MAX : Instant.now().minus(CacheSelection.age(age, spec));
        Path folder = folder();
        try {
            List<StoreCache.Entry> removed =
                    CacheSelection.select(new StoreCache(folder).entries(), before, named == null ? List.of() : named);
            for (StoreCache.Entry e : removed) {
                StoreCache.delete(e.file());
            }
            if (json) {
                CommandOutput.printJson(out -> CacheJson.write(out, folder, "removed", removed));
            } else {
                long bytes = removed.stream().mapToLong(StoreCache.Entry::bytes).sum();
                CommandOutput.print(CacheTexts.cacheCleared(removed.size(), bytes, folder));
            }
            return 0;
        } catch (IOException e) {
            throw new Failure(CacheTexts.cantClear(folder, CommandOutput.reason(e)), e);
        }
    }

    private Path folder() {
        Path folder = traces.options().cacheDir();
        if (folder == null) {
            throw UsageErrors.of(spec, CacheTexts.TURNED_OFF);
        }
        return folder;
    }
}
